// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the PTX instructions shfl, vote, match, redux, elect and activemask.
#include "collector/runtime/cpu/warp_operations.h"

#include <algorithm>
#include <array>
#include <bit>

namespace pstudio::cpu {
namespace {

/// Lane that `lane` reads from, or `lane` itself with `valid` false outside of its segment of
/// `width` lanes.
uint32_t shuffleSource(const WarpExchange &exchange, uint32_t lane, bool &valid) {
  const uint32_t width = std::max(exchange.width, 1u);
  const uint32_t segment = lane / width * width;
  const uint32_t inSegment = lane - segment;
  uint64_t source = 0;
  switch (exchange.mode) {
  case ShuffleMode::Xor:
    source = inSegment ^ exchange.offset;
    break;
  case ShuffleMode::Up:
    source = inSegment >= exchange.offset ? inSegment - exchange.offset : width;
    break;
  case ShuffleMode::Down:
    source = uint64_t{inSegment} + exchange.offset;
    break;
  case ShuffleMode::Idx:
    source = exchange.offset;
    break;
  }
  valid = source < width;
  return valid ? segment + static_cast<uint32_t>(source) : lane;
}

bool contains(uint32_t mask, uint32_t lane) {
  return lane < 32 && (mask >> lane & 1) != 0;
}

uint32_t lanesWithPredicate(std::span<const CtaThread> warp, uint32_t mask) {
  uint32_t lanes = 0;
  for (const CtaThread &thread : warp)
    if (contains(mask, thread.laneId) && thread.exchange.value != 0)
      lanes |= 1u << thread.laneId;
  return lanes;
}

uint32_t lanesWithValue(std::span<const CtaThread> warp, uint32_t mask, uint64_t value) {
  uint32_t lanes = 0;
  for (const CtaThread &thread : warp)
    if (contains(mask, thread.laneId) && thread.exchange.value == value)
      lanes |= 1u << thread.laneId;
  return lanes;
}

uint32_t combine(WarpOperation operation, uint32_t a, uint32_t b) {
  switch (operation) {
  case WarpOperation::ReduceAdd:
    return a + b;
  case WarpOperation::ReduceMin:
    return static_cast<int32_t>(a) < static_cast<int32_t>(b) ? a : b;
  case WarpOperation::ReduceMax:
    return static_cast<int32_t>(a) > static_cast<int32_t>(b) ? a : b;
  case WarpOperation::ReduceUnsignedMin:
    return std::min(a, b);
  case WarpOperation::ReduceUnsignedMax:
    return std::max(a, b);
  case WarpOperation::ReduceAnd:
    return a & b;
  case WarpOperation::ReduceOr:
    return a | b;
  default:
    return a ^ b;
  }
}

uint32_t reduce(std::span<const CtaThread> warp, uint32_t mask) {
  const auto lowest = static_cast<uint32_t>(std::countr_zero(mask));
  const WarpExchange &first = warp[lowest].exchange;
  auto result = static_cast<uint32_t>(first.value);
  for (uint32_t lane = lowest + 1; lane < warp.size(); ++lane)
    if (contains(mask, lane))
      result = combine(first.operation, result, static_cast<uint32_t>(warp[lane].exchange.value));
  return result;
}

struct LaneResult {
  uint64_t value = 0;
  bool valid = false;
};

LaneResult resultOf(std::span<const CtaThread> warp, uint32_t mask, uint32_t lane) {
  const WarpExchange &own = warp[lane].exchange;
  const auto elected = static_cast<uint32_t>(std::countr_zero(mask));
  switch (own.operation) {
  case WarpOperation::Sync:
    return {};
  case WarpOperation::VoteAll:
    return {lanesWithPredicate(warp, mask) == mask};
  case WarpOperation::VoteAny:
    return {lanesWithPredicate(warp, mask) != 0};
  case WarpOperation::VoteUni: {
    const uint32_t lanes = lanesWithPredicate(warp, mask);
    return {lanes == 0 || lanes == mask};
  }
  case WarpOperation::VoteBallot:
    return {lanesWithPredicate(warp, mask)};
  case WarpOperation::MatchAny:
    return {lanesWithValue(warp, mask, own.value)};
  case WarpOperation::MatchAll: {
    const bool areEqual = lanesWithValue(warp, mask, own.value) == mask;
    return {areEqual ? mask : 0, areEqual};
  }
  case WarpOperation::Elect:
    return {elected, elected == lane};
  case WarpOperation::ActiveMask:
    return {mask};
  default:
    return {reduce(warp, mask)};
  }
}

} // namespace

void exchangeValues(std::span<CtaThread> warp, uint32_t mask) {
  std::array<uint64_t, 32> values{};
  for (size_t lane = 0; lane < warp.size(); ++lane)
    values[lane] = warp[lane].exchange.value;
  for (uint32_t lane = 0; lane < warp.size(); ++lane) {
    if (!contains(mask, lane))
      continue;
    WarpExchange &exchange = warp[lane].exchange;
    const uint32_t source = shuffleSource(exchange, lane, exchange.valid);
    const bool isActive = contains(mask, source);
    exchange.valid = exchange.valid && isActive;
    exchange.value = isActive ? values[source] : values[lane];
  }
}

void operate(std::span<CtaThread> warp, uint32_t mask) {
  std::array<LaneResult, 32> results{};
  for (uint32_t lane = 0; lane < warp.size(); ++lane)
    if (contains(mask, lane))
      results[lane] = resultOf(warp, mask, lane);
  for (uint32_t lane = 0; lane < warp.size(); ++lane)
    if (contains(mask, lane)) {
      warp[lane].exchange.value = results[lane].value;
      warp[lane].exchange.valid = results[lane].valid;
    }
}

std::string nameOf(WarpOperation operation) {
  switch (operation) {
  case WarpOperation::Sync:
    return "bar.warp.sync";
  case WarpOperation::VoteAll:
    return "vote.all.sync";
  case WarpOperation::VoteAny:
    return "vote.any.sync";
  case WarpOperation::VoteUni:
    return "vote.uni.sync";
  case WarpOperation::VoteBallot:
    return "vote.ballot.sync";
  case WarpOperation::MatchAny:
    return "match.any.sync";
  case WarpOperation::MatchAll:
    return "match.all.sync";
  case WarpOperation::Elect:
    return "elect.sync";
  case WarpOperation::ActiveMask:
    return "activemask";
  default:
    return "redux.sync";
  }
}

} // namespace pstudio::cpu
