// SPDX-License-Identifier: Apache-2.0
// Puts one trace into another that is being built.
#pragma once

#include "core/trace/trace_builder.h"

namespace pstudio {

/// Adds all tracks, events, arrows, launches, clocks and source files of `from` to `to`, every time
/// later by `shift`; its roots get `parent` (none: they stay roots) and the ranks from `rank` on.
/// Its notes are added as they are; its TraceInfo is left out. O(n).
void copyTrace(const Trace &from, Picoseconds shift, TraceBuilder &to, TrackId parent = {},
               int64_t rank = 0);

} // namespace pstudio
