// SPDX-License-Identifier: Apache-2.0
// Time ranges on command lines.
#pragma once

#include <optional>
#include <string>

#include "core/trace/trace_parts.h"

namespace pstudio {

/// "1.2us..1310ns": two times of the trace's own axis, the one that rulers show and whose 0 need
/// not be the start of the trace; each with ns, us, ms or s, ns without a unit. None for a text of
/// another form and for an empty range.
std::optional<TimeRange> parseTimeRange(const std::string &text);

} // namespace pstudio
