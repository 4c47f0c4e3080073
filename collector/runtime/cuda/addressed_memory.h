// SPDX-License-Identifier: Apache-2.0
// Memory that a program knows by its address and nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/gpu/stream.h"

namespace pstudio::cuda {

/// What is left is given back with this object. Addresses are those that kernels use; managed and
/// registered memory has the same one on the host. Errors are RunFailed with the driver's text.
/// [one thread at a time]
class AddressedMemory {
public:
  explicit AddressedMemory(const Context &context);
  AddressedMemory(const AddressedMemory &) = delete;
  AddressedMemory &operator=(const AddressedMemory &) = delete;
  ~AddressedMemory();

  /// `isManaged`: the host may use it too, while no kernel runs. 0 bytes give memory that nobody
  /// may touch.
  Result<uint64_t> allocate(uint64_t bytes, bool isManaged);
  Result<void> release(uint64_t address);
  /// Memory whose pages are registered already, because of a neighbour's, counts as registered.
  Result<void> registerHost(uint64_t address, uint64_t bytes);
  Result<void> unregisterHost(uint64_t address);

  /// Queues a copy between any two addresses that host or device can use. The bytes must not change
  /// before the work is done.
  Result<void> copy(gpu::Stream &stream, uint64_t to, uint64_t from, uint64_t bytes);
  /// Queues the store of the low `elementBytes` (1, 2 or 4) of `value` `count` times from the
  /// address on.
  Result<void> fill(gpu::Stream &stream, uint64_t to, uint32_t value, uint32_t elementBytes,
                    uint64_t count);

private:
  std::shared_ptr<ContextState> m_context;
  std::set<uint64_t> m_allocated;
  std::map<uint64_t, bool> m_registered; ///< whether it was this registration that pinned the pages
};

} // namespace pstudio::cuda
