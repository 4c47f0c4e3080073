// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/gpu/device_buffer.h"

#include <string>

#include "core/base/number_text.h"

namespace pstudio::gpu {
namespace {

/// "; 1.0 GiB of 139.8 GiB are free", or nothing if the driver does not report it.
std::string freeMemoryText(const DriverFunctions &functions) {
  size_t free = 0;
  size_t total = 0;
  if (functions.memoryInfo(&free, &total) != DriverResult::Success)
    return "";
  return "; " + sizeText(free) + " of " + sizeText(total) + " are free";
}

} // namespace

Result<DeviceBuffer> DeviceBuffer::allocate(const Device &device, uint64_t bytes,
                                            std::string_view purpose) {
  DeviceBuffer buffer;
  DeviceState &state = *device.deviceState();
  const std::string doing = "allocating " + sizeText(bytes) + " for " + std::string(purpose);
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, state.enter(doing));
  if (bytes == 0)
    return buffer;
  const DriverFunctions &functions = state.functions();
  DeviceAddress address = 0;
  if (const DriverResult result = functions.allocate(&address, static_cast<size_t>(bytes));
      result != DriverResult::Success) {
    Error error = state.judge(result, functions.allocate.name, doing);
    if (result == DriverResult::OutOfMemory)
      error.message += freeMemoryText(functions);
    return tl::unexpected<Error>(std::move(error));
  }
  buffer.m_memory = {device.deviceState(), functions.free, address};
  buffer.m_bytes = bytes;
  return buffer;
}

Result<void> DeviceBuffer::checkRange(uint64_t offset, uint64_t bytes) const {
  if (offset <= m_bytes && bytes <= m_bytes - offset)
    return {};
  return fail(ErrorCode::InvalidInput,
              "bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) +
                  " of a device buffer of " + std::to_string(m_bytes) + " bytes");
}

} // namespace pstudio::gpu
