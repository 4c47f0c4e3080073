// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/gpu/mapped_buffer.h"

#include <string>

#include "core/base/number_text.h"

namespace pstudio::gpu {

Result<MappedBuffer> MappedBuffer::allocate(const Device &device, uint64_t bytes,
                                            std::string_view purpose) {
  MappedBuffer buffer;
  DeviceState &state = *device.deviceState();
  const std::string doing =
      "mapping " + sizeText(bytes) + " of the host's memory for " + std::string(purpose);
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, state.enter(doing));
  if (bytes == 0)
    return buffer;
  const DriverFunctions &functions = state.functions();
  void *memory = nullptr;
  PSTUDIO_TRY(state.call(doing, functions.allocateHost, &memory, static_cast<size_t>(bytes),
                         unsigned{kHostMemoryMapped}));
  buffer.m_memory = {device.deviceState(), functions.freeHost, memory};
  buffer.m_bytes = {static_cast<std::byte *>(memory), static_cast<size_t>(bytes)};
  PSTUDIO_TRY(state.call(doing, functions.addressOfHost, &buffer.m_address, memory, 0u));
  return buffer;
}

} // namespace pstudio::gpu
