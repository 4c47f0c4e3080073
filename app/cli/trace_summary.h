// SPDX-License-Identifier: Apache-2.0
// The text that `proton-collect info` prints.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace pstudio::cli {

/// Several lines: what the trace is, its sizes, its launches with their records, its notes.
/// O(tracks).
std::string summarizeTrace(const Trace &trace);

} // namespace pstudio::cli
