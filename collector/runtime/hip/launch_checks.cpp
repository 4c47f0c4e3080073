// SPDX-License-Identifier: Apache-2.0
// Whether a device and a kernel can take a launch, reported in the user's terms before HIP is
// called.
#include "collector/runtime/gpu/launch_checks.h"
#include "collector/runtime/hip/kernel_launch.h"
#include "core/base/number_text.h"

namespace pstudio::hip {
namespace {

Result<void> checkThreads(const KernelLayout &kernel, const LaunchShape &shape) {
  const uint64_t threads = volume(shape.block);
  if (kernel.maxThreadsPerCta != 0 && threads > kernel.maxThreadsPerCta)
    return gpu::rejectLaunch(kernel.entry,
                             std::to_string(threads) +
                                 " threads per CTA, the kernel was compiled for at most " +
                                 std::to_string(kernel.maxThreadsPerCta));
  for (size_t axis = 0; axis < 3; ++axis)
    if (uint64_t(shape.grid[axis]) * shape.block[axis] > UINT32_MAX)
      return gpu::rejectLaunch(kernel.entry,
                               "grid " + extentsText(shape.grid) + " of CTAs of " +
                                   extentsText(shape.block) +
                                   " threads has 2^32 threads or more along one axis",
                               "an AMD GPU counts the threads of a launch in 32 bits");
  return {};
}

} // namespace

Result<void> checkLaunch(const DeviceInfo &device, const KernelLayout &kernel,
                         const LaunchShape &shape) {
  PSTUDIO_TRY(gpu::checkExtents(device, kernel.entry, shape.grid, shape.block));
  PSTUDIO_TRY(gpu::checkThreads(device, kernel.entry, shape.block));
  PSTUDIO_TRY(checkThreads(kernel, shape));
  return gpu::checkSharedMemory(device, kernel.entry, "local data share (LDS)", kernel.ldsBytes,
                                shape.dynamicLdsBytes);
}

} // namespace pstudio::hip
