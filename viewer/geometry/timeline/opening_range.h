// SPDX-License-Identifier: Apache-2.0
// The time range that is shown when a trace is opened.
#pragma once

#include "core/trace/trace.h"

namespace pstudio {

/// The whole trace. If the launches take only a small part of it, because it contains also the
/// host's calls and copies before and after them, the range is that of the launches with some space
/// around. Of launches that are far apart, it contains the longest one and those near it. In a
/// trace without launches, the slices replace them.
/// O(rows + launches log launches + accesses of launches without slices).
TimeRange openingRange(const Trace &trace);

} // namespace pstudio
