// SPDX-License-Identifier: Apache-2.0
// The time range that is shown when a trace is opened.
#pragma once

#include "core/trace/trace.h"

namespace pstudio {

/// The part of a trace's time that decides the opening range.
enum class OpeningPart : uint8_t {
  All,      ///< the whole trace is shown
  Launches, ///< the longest recorded launch and those near it
  Steps,    ///< the steps of PyTorch's profiler
  Slices,   ///< the slices without single ones that are far away
};

struct OpeningRange {
  TimeRange range;
  OpeningPart part = OpeningPart::All;
  bool operator==(const OpeningRange &) const = default;
};

/// In this order:
///   * The launches, if they take only a small part of the trace because it contains also the
///   host's
///     calls and copies before and after them. Of launches that are far apart, the longest one and
///     those near it.
///   * The steps of PyTorch's profiler (slices "ProfilerStep#N") with what is beside them.
///   * The slices, if something else is far away: an instant, a sample, or few slices. Few are one
///     in eight, at most 16; of less than eight slices one that lies outside of the others.
///   * The whole trace.
/// Launches, steps and slices have some space around them.
/// O(rows * log slices + launches log launches + accesses of launches without slices), with steps
/// also O(slices).
OpeningRange openingRangeOf(const Trace &trace);

/// Only the range.
TimeRange openingRange(const Trace &trace);

} // namespace pstudio
