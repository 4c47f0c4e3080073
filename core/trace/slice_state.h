// SPDX-License-Identifier: Apache-2.0
// Activity of a warp in a slice: it works, issues operations or waits.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio {

/// Activity of a warp in a slice.
enum class SliceState : uint8_t { Work, Issue, Waiting, InFlight };

/// The state that was recorded for a slice; none if there is none. O(1).
std::optional<SliceState> recordedState(const Trace &trace, SliceId slice);
/// The state by words of a name. O(length of the name).
SliceState stateOfName(std::string_view name);
/// The state of a slice: that of its category if the collector recorded one, else by words of its
/// name: "wait", "barrier", "sync" and "acquire" are waiting, "issue" is issue. O(length of the
/// name).
SliceState sliceState(const Trace &trace, SliceId slice);

} // namespace pstudio
