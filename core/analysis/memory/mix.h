// SPDX-License-Identifier: Apache-2.0
// A hash of numbers, for the selection of pages and lines if there are too many.
#pragma once

#include <cstdint>

namespace pstudio::memory {

/// SplitMix64's finaliser (Steele, Lea, Flood, OOPSLA 2014): every bit depends on every bit.
constexpr uint64_t mix(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

/// True for about 1 of 2^thinning numbers. The numbers for thinning t + 1 are a subset of those for
/// t.
constexpr bool isChosen(uint64_t number, uint32_t thinning) {
  return (mix(number) & ((uint64_t{1} << thinning) - 1)) == 0;
}

} // namespace pstudio::memory
