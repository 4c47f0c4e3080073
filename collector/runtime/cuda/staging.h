// SPDX-License-Identifier: Apache-2.0
// Copies between ordinary and device memory through page-locked slots, at the speed of the bus.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "collector/runtime/cuda/context_state.h"

namespace pstudio::cuda {

/// Two page-locked slots of one stream: while the device copies one, the host copies the other.
/// Left to itself the driver stages ordinary memory too, and may wait for other streams in doing
/// so.
class Staging {
public:
  static constexpr size_t kSlotBytes = size_t(4) << 20;

  /// In a context where a kernel hangs, no page-locked memory can be had without waiting for it:
  /// then copies to the host go without slots. The context must be current.
  static Result<std::unique_ptr<Staging>> create(std::shared_ptr<ContextState> context);
  ~Staging();
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  /// Queues the copy; `from` may change after the call. Blocks only while both slots are in use.
  Result<void> toDevice(CuStream stream, uint64_t to, std::span<const std::byte> from);
  /// Returns when the bytes are there, which is after all earlier work of the stream.
  Result<void> toHost(CuStream stream, std::span<std::byte> to, uint64_t from);

private:
  struct Slot {
    std::byte *bytes = nullptr;
    CuEvent done = nullptr; ///< recorded after the last copy that uses the slot
  };

  explicit Staging(std::shared_ptr<ContextState> context) : m_context(std::move(context)) {}
  Result<void> allocate();
  Result<void> waitFor(const Slot &slot, std::string_view doing);
  Result<void> queueToHost(CuStream stream, const Slot &slot, std::span<std::byte> to,
                           uint64_t from);
  bool hasMemory() const { return m_slots[0].bytes != nullptr; }

  std::shared_ptr<ContextState> m_context;
  std::array<Slot, 2> m_slots;
  size_t m_next = 0; ///< slot of the next copy to the device
};

} // namespace pstudio::cuda
