// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/access_pattern.h"

#include <optional>

#include "core/analysis/memory/byte_pieces.h"

namespace pstudio::memory {

namespace {

/// What every lane adds to the one before; nullopt if they differ, or no number does it because
/// the lanes that are between are idle.
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
  const BytePieces pieces = BytePieces::of(lanes.addresses(), site.bytesPerLane);
  const uint64_t named = uint64_t{lanes.count()} * site.bytesPerLane;
  if (pieces.pieces().size() == 1 && pieces.bytes() == named)
    return {PatternClass::Coalesced};
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
  case PatternClass::Strided:
    return "strided by " + std::to_string(pattern.stride) + " bytes";
  case PatternClass::Random:
    break;
  }
  return "random";
}

} // namespace pstudio::memory
