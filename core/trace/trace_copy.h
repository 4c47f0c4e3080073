// SPDX-License-Identifier: Apache-2.0
// Puts one trace into another one that is being built.
#pragma once

#include <map>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// Place of the tracks of a trace in another one.
struct TracePlace {
  TrackId parent = {}; ///< of the roots; none: they stay roots
  int64_t rank = 0;    ///< of the first root among its siblings; the others follow
  /// Tracks of the copied trace whose place an existing track of the other one takes, with their
  /// children, which get ranks from `rank` on. Their names and arguments are left out.
  std::map<TrackId, TrackId> existing = {};
};

/// Adds all tracks, events, arrows, launches, clocks and source files of `from` to `to`, every time
/// later by `shift`. Its notes are added as they are; its TraceInfo is left out.
/// \return the tracks of `to`, by the tracks of `from`. O(n).
std::vector<TrackId> copyTrace(const Trace &from, Picoseconds shift, TraceBuilder &to,
                               const TracePlace &place = {});

} // namespace pstudio
