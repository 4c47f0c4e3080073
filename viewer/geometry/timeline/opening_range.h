// SPDX-License-Identifier: Apache-2.0
// What of a trace is shown when it is opened.
#pragma once

#include "core/trace/trace.h"

namespace pstudio {

/// The whole trace; but where its launches take only a small part of it, since the host's calls and
/// copies before and after them are in it too, the launches and some room around them. Of launches
/// that are far apart, the longest one and those near it; of a trace without launches, its slices.
/// O(rows + launches log launches + accesses of launches without slices).
TimeRange openingRange(const Trace &trace);

} // namespace pstudio
