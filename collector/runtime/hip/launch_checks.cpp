// SPDX-License-Identifier: Apache-2.0
// Whether a device and a kernel can take a launch, said in the user's terms before HIP is asked.
#include "collector/runtime/extent_checks.h"
#include "collector/runtime/hip/stream.h"
#include "core/base/number_text.h"

namespace pstudio::hip {
namespace {

tl::unexpected<Error> refuse(const KernelLayout &kernel, std::string what, std::string hint = {}) {
  return fail(ErrorCode::InvalidInput,
              "kernel " + kernel.entry + " cannot be launched: " + std::move(what), "",
              std::move(hint));
}

Result<void> checkThreads(const DeviceInfo &device, const KernelLayout &kernel,
                          const LaunchShape &shape) {
  const uint64_t threads = volume(shape.block);
  const std::string given = std::to_string(threads) + " threads per CTA, ";
  if (threads > device.maxThreadsPerCta)
    return refuse(kernel, given + "this GPU takes " + std::to_string(device.maxThreadsPerCta));
  if (kernel.maxThreadsPerCta != 0 && threads > kernel.maxThreadsPerCta)
    return refuse(kernel, given + "the kernel was compiled for at most " +
                              std::to_string(kernel.maxThreadsPerCta));
  for (size_t axis = 0; axis < 3; ++axis)
    if (uint64_t(shape.grid[axis]) * shape.block[axis] > UINT32_MAX)
      return refuse(kernel,
                    "grid " + extentsText(shape.grid) + " of CTAs of " + extentsText(shape.block) +
                        " threads has 2^32 threads or more along one axis",
                    "an AMD GPU counts the threads of a launch in 32 bits");
  return {};
}

Result<void> checkLds(const DeviceInfo &device, const KernelLayout &kernel, uint64_t dynamic) {
  // Written so that no sum overflows.
  if (kernel.ldsBytes <= device.ldsBytesPerCta &&
      dynamic <= device.ldsBytesPerCta - kernel.ldsBytes)
    return {};
  return refuse(kernel, "it needs " + sizeText(dynamic) + " of dynamic and " +
                            sizeText(kernel.ldsBytes) +
                            " of static local data share (LDS) per CTA, this GPU has " +
                            sizeText(device.ldsBytesPerCta));
}

} // namespace

Result<void> checkLaunch(const DeviceInfo &device, const KernelLayout &kernel,
                         const LaunchShape &shape) {
  for (const auto &problem : {extentProblem("grid", shape.grid, device.maxGrid),
                              extentProblem("CTA", shape.block, device.maxCtaExtent)})
    if (!problem.empty())
      return refuse(kernel, problem);
  PSTUDIO_TRY(checkThreads(device, kernel, shape));
  return checkLds(device, kernel, shape.dynamicLdsBytes);
}

} // namespace pstudio::hip
