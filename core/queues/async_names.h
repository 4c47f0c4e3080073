// SPDX-License-Identifier: Apache-2.0
// The words for queues and their steps: in arguments of a trace and in the headers of files.
#pragma once

#include <array>
#include <string_view>

#include "core/queues/async_site.h"

namespace pstudio::analysis {

/// By AsyncQueue; the values of kAsyncQueueArg (core/trace/arg_names.h).
inline constexpr std::array<std::string_view, kAsyncQueues> kAsyncQueueNames{
    "cp.async", "bulk group", "wgmma",  "mbarrier", "barrier",
    "vmcnt",    "lgkmcnt",    "expcnt", "vscnt"};

/// By AsyncStep.
inline constexpr std::array<std::string_view, kAsyncSteps> kAsyncStepNames{
    "issue", "issue and commit", "commit", "wait", "arrive", "synchronize", "init"};

constexpr std::string_view nameOf(AsyncQueue queue) {
  return kAsyncQueueNames[static_cast<size_t>(queue)];
}
constexpr std::string_view nameOf(AsyncStep step) {
  return kAsyncStepNames[static_cast<size_t>(step)];
}

} // namespace pstudio::analysis
