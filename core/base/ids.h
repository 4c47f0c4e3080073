// SPDX-License-Identifier: Apache-2.0
// Strong indices. Each names one table; kNone means "no such row".
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace pstudio {

/// An index into the table that `Tag` names. Default is none.
template <class Tag> struct Id {
  static constexpr uint32_t kNone = 0xffffffffu;
  uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}
  constexpr auto operator<=>(const Id &) const = default;
  constexpr bool isValid() const { return value != kNone; }
};

using StringId = Id<struct StringTag>;   ///< interned string of a Trace; id 0 is always ""
using TrackId = Id<struct TrackTag>;     ///< track of a Trace
using RowId = Id<struct RowTag>;         ///< row (depth or lane) of a track
using SliceId = Id<struct SliceTag>;     ///< slice of a Trace
using InstantId = Id<struct InstantTag>; ///< instant of a Trace
using ArgSetId = Id<struct ArgSetTag>;   ///< argument set of a Trace
using ClockId = Id<struct ClockTag>;     ///< clock line of a Trace
using LaunchId = Id<struct LaunchTag>;   ///< kernel launch of a Trace
using OperationId =
    Id<struct OperationTag>; ///< static scope or event of an instrumented kernel (record tag)

} // namespace pstudio

template <class Tag> struct std::hash<pstudio::Id<Tag>> {
  size_t operator()(pstudio::Id<Tag> id) const noexcept { return std::hash<uint32_t>{}(id.value); }
};
