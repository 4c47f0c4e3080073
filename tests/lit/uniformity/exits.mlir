// Lanes that inline PTX ends are not joined by the others: all code is divergent. CTAs of 128 x 1 x 1 threads.
// RUN: proton-opt %s --split-input-file --verify-diagnostics --proton-gpu-report-divergence="block=128,1,1"

!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  gpu.func @in_branch(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %x = gpu.thread_id x
    %is0 = arith.cmpi eq, %x, %c0 : index
    scf.if %is0 {
      // expected-note @+1 {{lanes of a warp may take different ways here}}
      llvm.inline_asm has_side_effects "exit;", "" : () -> ()
    }
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 0, %mine to %s : !s
    gpu.return
  }
}

// -----

!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  gpu.func @by_predicate(%mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : index
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %x = gpu.thread_id x
    %is0 = arith.cmpi eq, %x, %c0 : index
    // expected-note @+1 {{lanes of a warp may take different ways here}}
    llvm.inline_asm has_side_effects "@$0 exit;", "b" %is0 : (i1) -> ()
    // expected-remark @+1 {{may run with part of a warp's lanes}}
    proton_gpu.store scope_start 0, %mine to %s : !s
    gpu.return
  }
}

// -----

// All lanes of a warp leave, or none.
!s = !proton_gpu.segment<64, global, warp>
gpu.module @m {
  gpu.func @of_whole_warps(%n: i32, %mine: i32, %buffer: !llvm.ptr) kernel {
    %c0 = arith.constant 0 : i32
    %s = proton_gpu.segment_alloc units 4 in %buffer : !llvm.ptr -> !s
    %is0 = arith.cmpi eq, %n, %c0 : i32
    llvm.inline_asm has_side_effects "@$0 exit;", "b" %is0 : (i1) -> ()
    proton_gpu.store scope_start 0, %mine to %s : !s
    gpu.return
  }
}
