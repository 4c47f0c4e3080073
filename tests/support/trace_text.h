// SPDX-License-Identifier: Apache-2.0
// A Trace as a text table: what golden tests compare and what a person can diff.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// One argument as "key=value", strings quoted.
std::string argToText(const Trace &trace, const Arg &arg);

/// Everything the trace holds: info, notes, clocks, launches, then the track tree in display order
/// with its rows, slices, instants and samples, then flows. Times in picoseconds. Equal traces give
/// equal texts. O(size).
std::string traceToText(const Trace &trace);

} // namespace pstudio
