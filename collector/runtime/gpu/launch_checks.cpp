// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/gpu/launch_checks.h"

#include <utility>

#include "core/base/number_text.h"

namespace pstudio::gpu {
namespace {

Result<void> checkWithin(std::string_view kernel, std::string_view what,
                         const std::array<uint32_t, 3> &extents,
                         const std::array<uint32_t, 3> &limits) {
  constexpr std::array kAxes{'x', 'y', 'z'};
  const std::string name = std::string(what) + " " + extentsText(extents);
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    if (extents[axis] == 0)
      return rejectLaunch(kernel, name + " is empty in " + kAxes[axis]);
    if (extents[axis] > limits[axis])
      return rejectLaunch(kernel, name + " is too large in " + kAxes[axis] + ": this GPU takes " +
                                      std::to_string(limits[axis]));
  }
  return {};
}

} // namespace

tl::unexpected<Error> rejectLaunch(std::string_view kernel, std::string what, std::string hint,
                                   ErrorCode code) {
  return fail(code, "kernel " + std::string(kernel) + " cannot be launched: " + what, "",
              std::move(hint));
}

Result<void> checkExtents(const DeviceInfo &device, std::string_view kernel,
                          const std::array<uint32_t, 3> &grid,
                          const std::array<uint32_t, 3> &block) {
  PSTUDIO_TRY(checkWithin(kernel, "grid", grid, device.maxGrid));
  return checkWithin(kernel, "CTA", block, device.maxCtaExtent);
}

Result<void> checkThreads(const DeviceInfo &device, std::string_view kernel,
                          const std::array<uint32_t, 3> &block) {
  if (volume(block) <= device.maxThreadsPerCta)
    return {};
  return rejectLaunch(kernel, std::to_string(volume(block)) + " threads per CTA, this GPU takes " +
                                  std::to_string(device.maxThreadsPerCta));
}

Result<void> checkSharedMemory(const DeviceInfo &device, std::string_view kernel,
                               std::string_view memory, uint64_t fixedBytes,
                               uint64_t dynamicBytes) {
  // Written so that no sum overflows.
  if (fixedBytes <= device.maxSharedBytesPerCta &&
      dynamicBytes <= device.maxSharedBytesPerCta - fixedBytes)
    return {};
  return rejectLaunch(kernel, "it needs " + sizeText(dynamicBytes) + " of dynamic and " +
                                  sizeText(fixedBytes) + " of static " + std::string(memory) +
                                  " per CTA, this GPU has " +
                                  sizeText(device.maxSharedBytesPerCta));
}

} // namespace pstudio::gpu
