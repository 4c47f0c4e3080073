// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/kernel_launch.h"

#include "collector/runtime/hip/device_state.h"
#include "collector/runtime/hip/kernel_arguments.h"

namespace pstudio::hip {

Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    std::span<const uint64_t> arguments) {
  DeviceState &state = *kernel.device();
  PSTUDIO_TRY(checkLaunch(state.info(), kernel.layout(), shape));
  PSTUDIO_TRY_ASSIGN(std::vector<std::byte> segment, packArguments(kernel.layout(), arguments));
  const std::string doing = "launching kernel " + kernel.name();
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, state.enter(doing));
  // HIP takes keys and values in this order only, and copies the segment at the call. A kernel
  // without arguments must be given none.
  size_t bytes = segment.size();
  const auto key = [](uintptr_t number) { return reinterpret_cast<void *>(number); };
  std::array<void *, 5> extra{key(kHipLaunchBufferPointer), segment.data(),
                              key(kHipLaunchBufferSize), &bytes, key(kHipLaunchEnd)};
  return stream.launched(
      kernel.name(),
      state.call(doing, state.api().hipModuleLaunchKernel, kernel.handle(), shape.grid[0],
                 shape.grid[1], shape.grid[2], shape.block[0], shape.block[1], shape.block[2],
                 static_cast<unsigned>(shape.dynamicLdsBytes), stream.handle(),
                 static_cast<void **>(nullptr), segment.empty() ? nullptr : extra.data()));
}

} // namespace pstudio::hip
