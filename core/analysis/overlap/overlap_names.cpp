// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/overlap_names.h"

#include <array>

#include "core/analysis/overlap/async_facts.h"

namespace pstudio::analysis {
namespace {

template <size_t count, class Kind>
std::string_view pick(const std::array<std::string_view, count> &names, Kind kind) {
  const auto index = static_cast<size_t>(kind);
  return index < count ? names[index] : std::string_view("unknown");
}

} // namespace

std::string_view nameOfQueue(std::optional<AsyncQueue> queue) {
  return queueName(queue);
}

std::string_view nameOfCompletion(Completion completion) {
  static constexpr std::array<std::string_view, kCompletions> kNames = {
      "waited for",         "completed before the wait", "wait unknown",     "never waited for",
      "issue not recorded", "order not certain",         "wait not recorded"};
  return pick(kNames, completion);
}

std::string_view nameOfTarget(WaitTarget target) {
  static constexpr std::array<std::string_view, kWaitTargets> kNames = {
      "copies", "matrix operations", "arrivals", "barriers", "events", "nothing"};
  return pick(kNames, target);
}

std::string_view nameOfPart(PipelinePart part) {
  static constexpr std::array<std::string_view, 3> kNames = {"prologue", "steady", "epilogue"};
  return pick(kNames, part);
}

std::string_view nameOfStep(AsyncPlace::Step step) {
  static constexpr std::array<std::string_view, 3> kNames = {"issues", "waits", "arrives"};
  return pick(kNames, step);
}

std::string_view nameOfBound(PipelineTest::Bound bound) {
  static constexpr std::array<std::string_view, 3> kNames = {"unknown", "compute-bound",
                                                             "load-bound"};
  return pick(kNames, bound);
}

std::string_view nameOfPath(PathKind kind) {
  static constexpr std::array<std::string_view, kPathKinds> kNames = {
      "compute", "issue", "copy", "matrix", "synchronization", "wait"};
  return pick(kNames, kind);
}

std::string_view nameOfSeverity(Finding::Severity severity) {
  static constexpr std::array<std::string_view, 4> kNames = {"good", "info", "notice", "warning"};
  return pick(kNames, severity);
}

} // namespace pstudio::analysis
