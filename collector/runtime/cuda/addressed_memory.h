// SPDX-License-Identifier: Apache-2.0
// Memory that a program identifies by its address alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/gpu/stream.h"

namespace pstudio::cuda {

/// The destructor releases all remaining memory. Addresses are device addresses; managed and
/// registered memory has the same address on the host. Errors are RunFailed with the driver's text.
/// [one thread at a time]
class AddressedMemory {
public:
  explicit AddressedMemory(const Context &context);
  AddressedMemory(const AddressedMemory &) = delete;
  AddressedMemory &operator=(const AddressedMemory &) = delete;
  ~AddressedMemory();

  /// `isManaged`: the host may access the memory too, while no kernel runs. `bytes` may be 0: the
  /// address is valid for release(), but must not be accessed.
  Result<uint64_t> allocate(uint64_t bytes, bool isManaged);
  Result<void> release(uint64_t address);
  /// Memory whose pages are already registered with a neighbouring range counts as registered.
  Result<void> registerHost(uint64_t address, uint64_t bytes);
  Result<void> unregisterHost(uint64_t address);

  /// Queues a copy between any two addresses of the host or the device. The source must not change
  /// before the copy is done.
  Result<void> copy(gpu::Stream &stream, uint64_t to, uint64_t from, uint64_t bytes);
  /// Queues a fill: stores the low `elementBytes` (1, 2 or 4) of `value` `count` times, starting at
  /// `to`.
  Result<void> fill(gpu::Stream &stream, uint64_t to, uint32_t value, uint32_t elementBytes,
                    uint64_t count);

private:
  std::shared_ptr<ContextState> m_context;
  std::set<uint64_t> m_allocated;
  std::map<uint64_t, bool> m_registered; ///< by address; true if this registration pinned the pages
};

} // namespace pstudio::cuda
