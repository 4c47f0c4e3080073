// SPDX-License-Identifier: Apache-2.0
// Runs the hand-written kernels, for the GPU tests and the processes that they start.
#pragma once

#include <QString>
#include <string>
#include <string_view>

#include "collector/runtime/cuda/kernel_launch.h"

namespace pstudio::test {

/// A context on GPU 0 of this machine.
Result<cuda::Context> openGpu();

/// A kernel of `ptx` and its module.
struct GpuKernel {
  cuda::Module module;
  cuda::Kernel kernel;
};
Result<GpuKernel> loadGpuKernel(const cuda::Context &context, const std::string &ptx,
                                const std::string &name);

/// Runs saxpy over `size` elements and compares each element with the host's result. The error
/// WrongResult names the first element that differs.
Result<void> runSaxpy(const cuda::Context &context, uint32_t size);

/// Runs an operation that makes the GPU's context unusable, and prints "key: value" lines. Ends the
/// process. The test program does so instead of testing if it is started as `PROGRAM --act NAME`:
///   illegal, misaligned, trap   a kernel that faults
///   limit, cancel               an endless kernel that is given up
///   endless                     an endless kernel, waited for until the process is killed
///   saxpy                       twenty runs of saxpy, each in a new context
[[noreturn]] void actOnGpu(std::string_view name);

} // namespace pstudio::test
