// SPDX-License-Identifier: Apache-2.0
// A hash of numbers: which pages and lines are looked at when they are too many.
#pragma once

#include <cstdint>

namespace pstudio::memory {

/// SplitMix64's finaliser (Steele, Lea, Flood, OOPSLA 2014): every bit depends on every bit.
constexpr uint64_t mix(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

/// True for about 1 of 2^thinning numbers, all of those that are chosen with one more.
constexpr bool isChosen(uint64_t number, uint32_t thinning) {
  return (mix(number) & ((uint64_t{1} << thinning) - 1)) == 0;
}

} // namespace pstudio::memory
