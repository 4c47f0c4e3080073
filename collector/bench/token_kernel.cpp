// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/token_kernel.h"

namespace pstudio::bench {

std::string tokenKernel() {
  return R"(gpu.module @kernels {
  gpu.func @token(%token: memref<32xi32>, %iterations: i32, %x: f32) kernel {
    %c1 = arith.constant 1 : i32
    %index = memref.extract_aligned_pointer_as_index %token : memref<32xi32> -> index
    %address = arith.index_cast %index : index to i64
    %cta = gpu.block_id x
    %mine = arith.index_cast %cta : index to i32
    %next = arith.addi %mine, %c1 : i32
    proton.record start "work"
    %y = llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0A.reg .u32 i;\0Amov.f32 $0, $1;\0Amov.u32 i, $2;\0ATURN:\0Afma.rn.f32 $0, $0, $1, $1;\0Asub.u32 i, i, 1;\0Asetp.ne.u32 p, i, 0;\0A@p bra TURN;\0A}", "=&f,f,r" %x, %iterations : (f32, i32) -> f32
    proton.record end "work"
    proton.record start "receive"
    llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0A.reg .u32 v;\0AWAIT:\0Ald.acquire.gpu.global.u32 v, [$0];\0Asetp.ne.u32 p, v, $1;\0A@p bra WAIT;\0A}", "l,r,~{memory}" %address, %mine : (i64, i32) -> ()
    proton.record end "receive"
    proton.record start "pass"
    llvm.inline_asm has_side_effects "st.release.gpu.global.u32 [$0], $1;", "l,r,~{memory}" %address, %next : (i64, i32) -> ()
    proton.record end "pass"
    // Keeps the arithmetic alive; the result is never the number that is compared with.
    %never = arith.constant 1.0e30 : f32
    %isNever = arith.cmpf oeq, %y, %never : f32
    scf.if %isNever {
      %one = arith.constant 1 : index
      memref.store %c1, %token[%one] : memref<32xi32>
    }
    gpu.return
  }
}
)";
}

} // namespace pstudio::bench
