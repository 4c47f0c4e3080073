// SPDX-License-Identifier: Apache-2.0
// A Trace as a text table: what golden tests compare and what a person can diff.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// One argument as "key=value", strings quoted.
std::string argToText(const Trace &trace, const Arg &arg);
/// Just the value of an argument, strings unquoted.
std::string argValueToText(const Trace &trace, const Arg &arg);
/// Lower-case name of a track kind: "warp".
std::string_view trackKindName(TrackKind kind);
/// "measured", "model", "assumed".
std::string_view timeBaseName(TimeBase base);

/// Everything the trace holds: info, notes, clocks, launches, then the track tree in display order
/// with its rows, slices, instants and samples, then flows. Times in picoseconds. Equal traces give
/// equal texts. O(size).
std::string traceToText(const Trace &trace);

} // namespace pstudio
