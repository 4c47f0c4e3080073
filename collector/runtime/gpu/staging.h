// SPDX-License-Identifier: Apache-2.0
// Copies between ordinary and device memory through page-locked slots, at the speed of the bus.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "collector/runtime/gpu/device_state.h"

namespace pstudio::gpu {

/// Two page-locked slots of one stream: while the device copies one, the host copies the other.
/// Left to itself the driver stages ordinary memory too, and may wait for other streams in doing
/// so.
class Staging {
public:
  static constexpr size_t kSlotBytes = size_t(4) << 20;

  /// On a device where a kernel hangs, no page-locked memory can be had without waiting for it:
  /// then copies to the host go without slots. The device must be current.
  static Result<std::unique_ptr<Staging>> create(std::shared_ptr<DeviceState> device);

  /// Queues the copy; `from` may change after the call. Blocks only while both slots are in use.
  Result<void> toDevice(Handle stream, uint64_t to, std::span<const std::byte> from);
  /// Returns when the bytes are there, which is after all earlier work of the stream.
  Result<void> toHost(Handle stream, std::span<std::byte> to, uint64_t from);

private:
  struct Slot {
    std::byte *bytes = nullptr;
    Owned<Handle> done; ///< recorded after the last copy that uses the slot
  };

  explicit Staging(std::shared_ptr<DeviceState> device) : m_device(std::move(device)) {}
  Result<void> allocate();
  Result<void> waitFor(const Slot &slot, std::string_view doing);
  Result<void> queueToHost(Handle stream, const Slot &slot, std::span<std::byte> to, uint64_t from);
  bool hasMemory() const { return bool(m_memory); }

  std::shared_ptr<DeviceState> m_device;
  Owned<void *> m_memory; ///< of both slots
  std::array<Slot, 2> m_slots;
  size_t m_next = 0; ///< slot of the next copy to the device
};

} // namespace pstudio::gpu
