// SPDX-License-Identifier: Apache-2.0
// Memory of a device.
#pragma once

#include <cstdint>
#include <string_view>

#include "collector/runtime/gpu/device_state.h"

namespace pstudio::gpu {

/// Move-only; freed with it, except on a lost device.
class DeviceBuffer {
public:
  /// RunFailed with the number of bytes and what is free if there is not that much memory;
  /// `purpose` ("argument A", "the profile buffer") stands in the message. 0 bytes are allowed.
  static Result<DeviceBuffer> allocate(const Device &device, uint64_t bytes,
                                       std::string_view purpose);

  uint64_t address() const { return m_memory.get(); } ///< on the device
  uint64_t bytes() const { return m_bytes; }
  /// InvalidInput unless the `bytes` from `offset` on are within the buffer.
  Result<void> checkRange(uint64_t offset, uint64_t bytes) const;

private:
  DeviceBuffer() = default;
  Owned<DeviceAddress> m_memory;
  uint64_t m_bytes = 0;
};

} // namespace pstudio::gpu
