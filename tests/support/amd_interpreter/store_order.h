// SPDX-License-Identifier: Apache-2.0
// The order of stores between the waves of a CTA: which bytes another wave may not see yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/amd_interpreter/waits.h"

namespace pstudio::test::amdgpu {

struct Wave;

/// The last stores to one memory that the waves of a CTA share. A barrier does not wait for the
/// stores of its waves: a store that its wave has not waited for may become visible to another wave
/// after the barrier. A table of fixed size: a store may take the place of another one, of which
/// nothing is found then.
class StoreOrder {
public:
  /// `entries`: a power of two. `isLds`: the memory is LDS, to which a wave's loads to LDS write
  /// without an order with its own LDS operations.
  StoreOrder(size_t entries, bool isLds) : m_stores(entries), m_isLds(isLds) {}

  /// `wave` stores `bytes` bytes with the operation that it issues next and that `counter` counts.
  void store(const Wave &wave, Counter counter, uint64_t address, size_t bytes);

  /// Why `wave` may find older values at these bytes; empty if it finds what was stored last.
  std::string problemOf(const Wave &wave, uint64_t address, size_t bytes) const;

private:
  static constexpr uint64_t kWordBytes = 4;

  struct Store {
    uint64_t word = 0; ///< its address / kWordBytes
    const Wave *wave = nullptr;
    uint64_t operation = 0; ///< in the order of `counter`, from 1
    uint32_t barriers = 0;  ///< of the wave before the store
    Counter counter = Counter::Vector;
    uint8_t bytes = 0; ///< mask of the bytes of the word
  };
  template <class Function> static void forWords(uint64_t address, size_t bytes, Function function);
  std::string problemOf(const Store &store, const Wave &wave) const;

  std::vector<Store> m_stores; ///< by the low bits of the word
  bool m_isLds;
};

} // namespace pstudio::test::amdgpu
