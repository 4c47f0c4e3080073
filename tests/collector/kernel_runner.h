// SPDX-License-Identifier: Apache-2.0
// Compiles kernels from text and launches them on arrays of the test.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "collector/codegen/to_cpu/compile_kernel.h"
#include "collector/codegen/kernel_module.h"
#include "collector/runtime/cpu/launch.h"

namespace pstudio::test {

/// A kernel ready to run, with what its instrumentation decided.
struct CompiledKernel {
  cpu::CpuProgram program;
  InstrumentedKernel instrumented;
};

/// Compiles the kernel "k" of `source` ("test.mlir" in messages) for CTAs of `threads` threads, and
/// for `processor` (cpu::CompileOptions).
Result<CompiledKernel> compile(std::string_view source, std::string_view mode = "none",
                               uint32_t threads = 32, std::string_view processor = {});

/// An f32 array as an argument. The vector must outlive the launch and keep its size.
cpu::KernelArgument argument(std::string name, std::vector<float> &values,
                             std::vector<int64_t> shape = {});
cpu::KernelArgument argument(std::string name, std::vector<int32_t> &values);

/// A request for the kernel with these arguments.
cpu::LaunchRequest request(const CompiledKernel &kernel, std::array<uint32_t, 3> grid,
                           std::array<uint32_t, 3> block,
                           std::vector<cpu::KernelArgument> arguments);

/// "module { gpu.module { ... } }" around the body of a gpu.func named k. The first line of `body`
/// is line 3.
std::string kernelSource(std::string_view parameters, std::string_view body);

} // namespace pstudio::test
