// SPDX-License-Identifier: Apache-2.0
// The driver's handles of kernels and what they stand for: read at each launch without a lock.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace pstudio::attach {

/// An open-addressing table of 2^kBits places. One thread at a time writes, any thread reads. A
/// reader that looks up a handle while it is removed gets its old value, none, or the value of a
/// handle that was added since.
template <unsigned kBits> class BasicHandleMap {
public:
  static constexpr size_t kCapacity = size_t(1) << kBits;

  /// 0 if the handle is not in the table. [thread: any] O(1)
  uintptr_t find(const void *handle) const {
    const auto key = reinterpret_cast<uintptr_t>(handle);
    for (size_t i = place(key);; i = next(i)) {
      const uintptr_t found = m_places[i].key.load(std::memory_order_acquire);
      if (found == key) [[likely]]
        return m_places[i].value.load(std::memory_order_relaxed);
      if (found == kEmpty)
        return 0;
    }
  }

  /// Adds the handle or changes its value, which is not 0. False if the table is full.
  bool set(const void *handle, uintptr_t value);
  void remove(const void *handle);

private:
  static constexpr uintptr_t kEmpty = 0;
  static constexpr uintptr_t kRemoved = 1;
  /// Places that are never filled, so that each search ends soon.
  static constexpr size_t kMaxFilled = kCapacity / 4 * 3;

  struct Place {
    std::atomic<uintptr_t> key = kEmpty;
    std::atomic<uintptr_t> value = 0;
  };

  static size_t place(uintptr_t key) { return (key >> 4) * 0x9e3779b97f4a7c15u >> (64 - kBits); }
  static size_t next(size_t i) { return (i + 1) & (kCapacity - 1); }
  Place *findPlace(uintptr_t key);

  std::array<Place, kCapacity> m_places{};
  size_t m_filled = 0; ///< places that are not empty
};

using HandleMap = BasicHandleMap<16>;      ///< of kernels
using GraphHandleMap = BasicHandleMap<12>; ///< of executable graphs
extern template class BasicHandleMap<16>;
extern template class BasicHandleMap<12>;

} // namespace pstudio::attach
