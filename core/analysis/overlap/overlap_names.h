// SPDX-License-Identifier: Apache-2.0
// Names of the enumerators of an overlap analysis, for display and for JSON.
#pragma once

#include <string_view>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

std::string_view nameOfQueue(std::optional<AsyncQueue> queue); ///< "mbarrier"; "event" for none
std::string_view nameOfCompletion(Completion completion);      ///< "completed before the wait"
std::string_view nameOfTarget(WaitTarget target);              ///< "copies"
std::string_view nameOfPart(PipelinePart part);                ///< "prologue"
std::string_view nameOfStep(AsyncPlace::Step step);            ///< "issues", "waits", "arrives"
std::string_view nameOfBound(PipelineTest::Bound bound);       ///< "compute-bound"
std::string_view nameOfPath(PathKind kind);                    ///< "synchronization"
std::string_view nameOfSeverity(Finding::Severity severity);   ///< "warning"

} // namespace pstudio::analysis
