// SPDX-License-Identifier: Apache-2.0
// What a trace and the log say of a vendor's tool: the same whichever tool it was.
#pragma once

#include <span>
#include <string>

#include "collector/activity/activity_trace.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

class ProgressSink;

/// No tool could be used; `rejection` says why, as the end of a sentence.
void reportNoActivity(const std::string &rejection, TraceBuilder &trace, ProgressSink &progress);

/// Adds what was captured to the trace, a note for each complaint ("kernels were lost"), one if the
/// device was lost before the tool had given all, and a line to the log. Where the tool's clock
/// could not be placed the log says nothing. O(activity log activity).
activity::Containment reportActivity(const activity::ActivityCapture &capture,
                                     std::span<const std::string> complaints, bool isLost,
                                     TraceBuilder &trace, ProgressSink &progress);

} // namespace pstudio
