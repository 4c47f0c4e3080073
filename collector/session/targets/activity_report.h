// SPDX-License-Identifier: Apache-2.0
// Notes of the trace and lines of the log about a vendor's activity tool, for every tool.
#pragma once

#include <span>
#include <string>

#include "collector/activity/activity_trace.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

class ProgressSink;

/// Reports that no tool can be used. `rejection` is the reason, worded as the end of a sentence.
void reportNoActivity(const std::string &rejection, TraceBuilder &trace, ProgressSink &progress);

/// Adds the captured activity to the trace, a note for each complaint ("kernels were lost"), a note
/// if the device was lost before the tool had delivered everything, and a line to the log. Without
/// a match of the tool's clock there is no line in the log. O(activity log activity).
activity::Containment reportActivity(const activity::ActivityCapture &capture,
                                     std::span<const std::string> complaints, bool isLost,
                                     TraceBuilder &trace, ProgressSink &progress);

} // namespace pstudio
