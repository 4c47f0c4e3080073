// SPDX-License-Identifier: Apache-2.0
// Names of queues and steps, and the fields of a step, for arguments of a trace and for files.
#pragma once

#include <array>
#include <string_view>

#include "core/base/fields.h"
#include "core/queues/async_site.h"

namespace pstudio::analysis {

/// By AsyncQueue; the values of kAsyncQueueArg (core/trace/arg_names.h).
inline constexpr std::array<std::string_view, kAsyncQueues> kAsyncQueueNames{
    "cp.async", "bulk group", "wgmma", "mbarrier",   "barrier",   "vmcnt",
    "lgkmcnt",  "expcnt",     "vscnt", "tcgen05.ld", "tcgen05.st"};

/// By AsyncStep.
inline constexpr std::array<std::string_view, kAsyncSteps> kAsyncStepNames{
    "issue", "issue and commit", "commit", "wait", "arrive", "synchronize", "init"};

constexpr std::string_view nameOf(AsyncQueue queue) {
  return kAsyncQueueNames[static_cast<size_t>(queue)];
}
constexpr std::string_view nameOf(AsyncStep step) {
  return kAsyncStepNames[static_cast<size_t>(step)];
}

/// The fields of an AsyncSite in files.
template <FieldsOwner<AsyncSite> T> constexpr auto fieldsOf(T &site) {
  auto &[queue, step, pending, barrier, count, isMatrix] = site;
  return std::tuple(Field{"queue", queue, oneOf(kAsyncQueueNames)},
                    Field{"step", step, oneOf(kAsyncStepNames)},
                    Field{"pending", pending}.omittedIf(pending == 0),
                    Field{"barrier", barrier}.omittedIf(barrier == 0),
                    Field{"count", count, within(1, UINT16_MAX)}.omittedIf(count == 1),
                    Field{"matrix", isMatrix}.omittedIf(!isMatrix));
}

} // namespace pstudio::analysis
