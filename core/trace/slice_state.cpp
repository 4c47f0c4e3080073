// SPDX-License-Identifier: Apache-2.0
#include "core/trace/slice_state.h"

#include <algorithm>

#include "core/trace/arg_names.h"

namespace pstudio {
namespace {

constexpr size_t kLongestStateName = 256; // words further on are not looked for

bool nameHasWord(std::string_view name, std::string_view word) {
  const auto found =
      std::search(name.begin(), name.end(), word.begin(), word.end(),
                  [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
  return found != name.end();
}

} // namespace

std::optional<SliceState> recordedState(const Trace &trace, SliceId slice) {
  if ((trace.sliceFlags()[slice.value] & kSliceAsync) != 0)
    return SliceState::InFlight;
  if (trace.sliceCategories().empty())
    return std::nullopt;
  const std::string_view category = trace.string(trace.sliceCategories()[slice.value]);
  if (category == kAsyncIssueCategory)
    return SliceState::Issue;
  return category == kAsyncWaitCategory ? std::optional(SliceState::Waiting) : std::nullopt;
}

SliceState stateOfName(std::string_view wholeName) {
  const std::string_view name = wholeName.substr(0, kLongestStateName);
  for (const std::string_view word : {"wait", "barrier", "sync", "acquire"})
    if (nameHasWord(name, word) && !nameHasWord(name, "async"))
      return SliceState::Waiting;
  return nameHasWord(name, "issue") ? SliceState::Issue : SliceState::Work;
}

SliceState sliceState(const Trace &trace, SliceId slice) {
  const std::optional<SliceState> recorded = recordedState(trace, slice);
  return recorded ? *recorded : stateOfName(trace.string(trace.sliceNames()[slice.value]));
}

} // namespace pstudio
