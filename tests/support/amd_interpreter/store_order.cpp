// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/store_order.h"

#include <algorithm>

#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {

/// Calls `function(word, mask of its bytes)`.
template <class Function>
void StoreOrder::forWords(uint64_t address, size_t bytes, Function function) {
  const uint64_t end = address + bytes;
  for (uint64_t word = address / kWordBytes; word * kWordBytes < end; ++word) {
    const uint64_t from = std::max(address, word * kWordBytes) - word * kWordBytes;
    const uint64_t to = std::min(end - word * kWordBytes, kWordBytes);
    function(word, static_cast<uint8_t>((1u << to) - (1u << from)));
  }
}

void StoreOrder::store(const Wave &wave, Counter counter, uint64_t address, size_t bytes) {
  const uint64_t operation = wave.waits.issued(counter) + 1;
  const auto barriers = static_cast<uint32_t>(wave.completeAtBarriers.size());
  forWords(address, bytes, [&](uint64_t word, uint8_t mask) {
    Store &last = m_stores[word & (m_stores.size() - 1)];
    const bool isSame = last.word == word && last.wave == &wave && last.counter == counter;
    if (isSame && last.operation == operation)
      last.bytes |= mask;
    else
      last = {word, &wave, operation, barriers, counter, mask};
  });
}

std::string StoreOrder::problemOf(const Store &store, const Wave &wave) const {
  if (store.wave == &wave) { // its own accesses of one counter are in order
    const bool isLoadToLds = m_isLds && store.counter == Counter::Vector;
    const bool isIssued = store.operation <= wave.waits.issued(store.counter);
    return isLoadToLds && isIssued && wave.waits.completed(store.counter) < store.operation
               ? "bytes of LDS are read before the wait for the load that writes them"
               : "";
  }
  // The barrier of the storing wave that this wave has passed, too.
  const size_t passed = wave.completeAtBarriers.size();
  if (passed <= store.barriers || passed > store.wave->completeAtBarriers.size())
    return {};
  const uint64_t complete = store.wave->completeAtBarriers[passed - 1][size_t(store.counter)];
  return complete < store.operation ? "wave " + std::to_string(store.wave->number) +
                                          " did not wait for its store to these bytes before the "
                                          "barrier"
                                    : "";
}

std::string StoreOrder::problemOf(const Wave &wave, uint64_t address, size_t bytes) const {
  std::string problem;
  forWords(address, bytes, [&](uint64_t word, uint8_t mask) {
    const Store &last = m_stores[word & (m_stores.size() - 1)];
    if (problem.empty() && last.wave && last.word == word && (last.bytes & mask) != 0)
      problem = problemOf(last, wave);
  });
  return problem;
}

} // namespace pstudio::test::amdgpu
