// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/access_pattern.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/analysis/memory/byte_pieces.h"
#include "core/base/number_text.h"

namespace pstudio::memory {

namespace {

/// The address difference from each lane to the next; nullopt if the differences vary, also if
/// no whole difference fits because lanes in between are idle.
std::optional<int64_t> uniformStride(const LaneAddresses &lanes) {
  const uint64_t rise = lanes.address(1) - lanes.address(0); // modulo 2^64
  const auto gap = static_cast<int64_t>(lanes.lane(1) - lanes.lane(0));
  const auto stride = static_cast<int64_t>(rise) / gap;
  for (uint32_t i = 1; i < lanes.count(); ++i) {
    const uint64_t lanesOn = lanes.lane(i) - lanes.lane(0);
    if (lanes.address(i) != lanes.address(0) + static_cast<uint64_t>(stride) * lanesOn)
      return std::nullopt;
  }
  return stride;
}

/// The number of different addresses, if the same number of lanes uses each; else 0.
uint32_t evenlyShared(const LaneAddresses &lanes) {
  std::array<uint64_t, kMaxLanes> sorted;
  const auto end = std::ranges::copy(lanes.addresses(), sorted.begin()).out;
  std::sort(sorted.begin(), end);
  const auto sharers = std::upper_bound(sorted.begin(), end, sorted[0]) - sorted.begin();
  uint32_t different = 0;
  for (auto at = sorted.begin(); at != end; ++different) {
    const auto next = std::upper_bound(at, end, *at);
    if (next - at != sharers)
      return 0;
    at = next;
  }
  return different;
}

/// The pattern of the lanes' bytes if they are pieces of equal size; nullopt if they are not.
std::optional<AccessPattern> asPieces(const LaneAddresses &lanes, uint32_t width) {
  const BytePieces bytes = BytePieces::of(lanes.addresses(), width);
  const std::span<const BytePiece> pieces = bytes.pieces();
  const bool isShared = bytes.bytes() != uint64_t{lanes.count()} * width;
  const uint32_t different = isShared ? evenlyShared(lanes) : lanes.count();
  if (different == 0 || bytes.bytes() != uint64_t{different} * width)
    return std::nullopt; // lanes overlap, or share unevenly
  if (pieces.size() == 1)
    return AccessPattern{PatternClass::Coalesced};
  const uint64_t size = pieces[0].last - pieces[0].first + 1;
  const uint64_t distance = pieces[1].first - pieces[0].first;
  bool isEven = distance <= INT64_MAX;
  for (size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].last - pieces[i].first + 1 != size)
      return std::nullopt;
    isEven = isEven && pieces[i].first - pieces[i - 1].first == distance;
  }
  if (size == width && !(isShared && isEven))
    return std::nullopt;
  return AccessPattern{PatternClass::Tiled, isEven ? static_cast<int64_t>(distance) : 0,
                       static_cast<uint32_t>(pieces.size()), size};
}

std::string tileText(const AccessPattern &pattern) {
  if (pattern.pieces == 0)
    return "tiled";
  const std::string text = "tiled: " + countText(pattern.pieces) + " x " +
                           countText(pattern.pieceBytes, "byte", "bytes");
  return pattern.stride == 0
             ? text
             : text + ", " + countText(static_cast<uint64_t>(pattern.stride)) + " bytes apart";
}

std::string strideText(const AccessPattern &pattern) {
  if (pattern.stride == 0)
    return "strided";
  const auto size = static_cast<uint64_t>(pattern.stride);
  return "strided by " + (pattern.stride < 0 ? "-" + countText(0 - size) : countText(size)) +
         " bytes";
}

} // namespace

AccessPattern patternOf(const LaneAddresses &lanes, const AccessSite &site) {
  if (!isByLane(site.kind))
    return {PatternClass::Bulk};
  if (lanes.count() <= 1)
    return {PatternClass::Single};
  const std::optional<int64_t> stride = uniformStride(lanes);
  if (stride == 0)
    return {PatternClass::Broadcast};
  const int64_t width = site.bytesPerLane;
  if (stride == width || stride == -width)
    return {PatternClass::Coalesced};
  if (const auto pieces = asPieces(lanes, site.bytesPerLane))
    return *pieces;
  return stride ? AccessPattern{PatternClass::Strided, *stride}
                : AccessPattern{PatternClass::Random};
}

std::string patternText(const AccessPattern &pattern) {
  switch (pattern.kind) {
  case PatternClass::Single:
    return "one lane";
  case PatternClass::Bulk:
    return "bulk";
  case PatternClass::Broadcast:
    return "broadcast";
  case PatternClass::Coalesced:
    return "coalesced";
  case PatternClass::Tiled:
    return tileText(pattern);
  case PatternClass::Strided:
    return strideText(pattern);
  case PatternClass::Random:
    break;
  }
  return "random";
}

} // namespace pstudio::memory
