// SPDX-License-Identifier: Apache-2.0
// Running the hand-written kernels: what the GPU tests and the processes that they start share.
#pragma once

#include <QString>
#include <string>
#include <string_view>

#include "collector/runtime/cuda/kernel_launch.h"

namespace pstudio::test {

/// A context on GPU 0 of this machine.
Result<cuda::Context> openGpu();

/// A kernel of `ptx` and the module that it lives in.
struct GpuKernel {
  cuda::Module module;
  cuda::Kernel kernel;
};
Result<GpuKernel> loadGpuKernel(const cuda::Context &context, const std::string &ptx,
                                const std::string &name);

/// Runs saxpy over `size` elements and compares every one with the host's result. WrongResult names
/// the first element that differs.
Result<void> runSaxpy(const cuda::Context &context, uint32_t size);

/// What the test program does instead of testing when it is started as `PROGRAM --act NAME`: things
/// that lose the GPU's context. Prints "key: value" lines and ends the process.
///   illegal, misaligned, trap   a kernel that faults
///   limit, cancel               an endless kernel that is given up
///   endless                     an endless kernel, waited for until the process is killed
///   saxpy                       twenty runs of saxpy, each in a new context
[[noreturn]] void actOnGpu(std::string_view name);

} // namespace pstudio::test
