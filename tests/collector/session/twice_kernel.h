// SPDX-License-Identifier: Apache-2.0
// The kernel "twice", which the simulated GPUs play, as a session sees it.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::test {

/// C = A + A for buffers of so many elements, one a thread, in a scope "work".
inline std::string twiceKernel(uint32_t elements) {
  const std::string type = "memref<" + std::to_string(elements) + "xf32>";
  return R"(gpu.module @kernels {
  gpu.func @twice(%A: )" +
         type + ", %C: " + type + R"() kernel {
    %thread = gpu.thread_id x
    %cta = gpu.block_id x
    %threads = gpu.block_dim x
    %base = arith.muli %cta, %threads : index
    %i = arith.addi %base, %thread : index
    proton.record start "work"
    %a = memref.load %A[%i] : )" +
         type + R"(
    %b = arith.addf %a, %a : f32
    memref.store %b, %C[%i] : )" +
         type + R"(
    proton.record end "work"
    gpu.return
  }
}
)";
}

} // namespace pstudio::test
