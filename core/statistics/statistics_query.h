// SPDX-License-Identifier: Apache-2.0
// Selection of the slices for statistics, and the meaning of a row.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio::statistics {

/// Meaning of one row of a table.
enum class GroupBy : uint8_t { Scope, Warp, Cta, Sm };

/// The slices that count as one scope: instructions that issue an operation, the operation in
/// flight and waits for it have the same name and differ in the other members.
struct ScopeKey {
  StringId name;
  StringId category;    ///< none if there is none
  bool isAsync = false; ///< operations in flight
  auto operator<=>(const ScopeKey &) const = default;
};

/// The default is all scopes of the whole trace.
struct StatisticsQuery {
  std::optional<TimeRange> range; ///< none: all times
  std::vector<TrackId> tracks;    ///< ascending; empty: all
  GroupBy by = GroupBy::Scope;
  StringId name;                 ///< only slices of this name; none: of all names
  std::optional<ScopeKey> scope; ///< only slices of this scope; none: of all
  bool operator==(const StatisticsQuery &) const = default;
};

/// The tracks of the area that have slices, ascending. O(tracks).
std::vector<TrackId> tracksOf(const Trace &trace, const StatisticsQuery &query);

/// The scope of a slice.
ScopeKey scopeOf(const Trace &trace, uint32_t slice, TrackKind kind);

/// Kind of the slices of a scope: "" of a scope, "issue", "in flight", "wait", or the category of
/// another program.
std::string scopeKindText(const Trace &trace, const ScopeKey &scope);

} // namespace pstudio::statistics
