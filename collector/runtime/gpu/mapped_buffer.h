// SPDX-License-Identifier: Apache-2.0
// Memory of the host that kernels read and write while the host does, without a call of the driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "collector/runtime/gpu/device_state.h"

namespace pstudio::gpu {

/// Page-locked memory, mapped into the device. Move-only; freed with it, except on a lost device,
/// where it stays readable until the process ends. [one thread at a time; the bytes themselves: as
/// atomics at system scope order them]
class MappedBuffer {
public:
  /// RunFailed with the number of bytes and the driver's text if they cannot be had; `purpose`
  /// ("the profile buffer") stands in the message. The bytes are undefined at first.
  static Result<MappedBuffer> allocate(const Device &device, uint64_t bytes,
                                       std::string_view purpose);

  uint64_t address() const { return m_address; } ///< for kernels
  /// For the host, also while a kernel runs and after a fault.
  std::span<std::byte> bytes() const { return m_bytes; }

private:
  MappedBuffer() = default;
  Owned<void *> m_memory;
  std::span<std::byte> m_bytes;
  DeviceAddress m_address = 0;
};

} // namespace pstudio::gpu
