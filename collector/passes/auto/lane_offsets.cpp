// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/lane_offsets.h"

#include <algorithm>
#include <bit>

#include "collector/analysis/lane_values.h"
#include "llvm/ADT/ArrayRef.h"

namespace pstudio::automode {
namespace {

using record::OffsetRule;
using record::ThreadOffsets;
using Numbers = llvm::ArrayRef<int64_t>;

/// The offsets number - base, if the entries of single bits lead to all of them.
std::optional<ThreadOffsets> byBits(Numbers numbers, int64_t base, OffsetRule rule) {
  const auto at = [&](size_t t) {
    return static_cast<uint64_t>(numbers[t]) - static_cast<uint64_t>(base);
  };
  ThreadOffsets offsets{rule, static_cast<int64_t>(at(0)), {}};
  for (size_t t = 1; t < numbers.size(); t *= 2)
    offsets.bits.push_back(
        static_cast<int64_t>(rule == OffsetRule::Xor ? at(t) ^ at(0) : at(t) - at(0)));
  for (size_t t = 0; t < numbers.size(); ++t)
    if (offsets.of(t) != at(t))
      return std::nullopt;
  while (!offsets.bits.empty() && offsets.bits.back() == 0)
    offsets.bits.pop_back();
  return offsets;
}

std::optional<ThreadOffsets> byAnyRule(Numbers numbers) {
  // A base that all threads have in common does not appear in the offsets, so that accesses at a
  // constant distance have the same.
  if (auto sum = byBits(numbers, numbers[0], OffsetRule::Sum))
    return sum;
  for (const int64_t base : {numbers[0], *std::ranges::min_element(numbers), int64_t{0}})
    if (auto offsets = byBits(numbers, base, OffsetRule::Xor))
      return offsets;
  return std::nullopt;
}

/// The numbers of the first warp, if those of the others differ from them by a constant of the
/// warp.
std::optional<Numbers> ofEachWarp(Numbers numbers) {
  for (size_t t = kLanesPerWarp; t < numbers.size(); ++t) {
    const size_t lane = t % kLanesPerWarp;
    const auto step = [&](size_t i) {
      return static_cast<uint64_t>(numbers[i + lane]) - static_cast<uint64_t>(numbers[i]);
    };
    if (step(t - lane) != step(0))
      return std::nullopt;
  }
  return numbers.take_front(kLanesPerWarp);
}

} // namespace

std::optional<ThreadOffsets> laneOffsets(const ThreadPart &part) {
  const Numbers numbers = *part.numbers;
  if (const std::optional<Numbers> lanes = ofEachWarp(numbers))
    if (auto offsets = byAnyRule(*lanes))
      return offsets;
  return byAnyRule(numbers);
}

} // namespace pstudio::automode
