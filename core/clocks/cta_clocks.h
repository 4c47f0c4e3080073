// SPDX-License-Identifier: Apache-2.0
// Clocks of the CTAs of an SM whose clock changed its rate while the launch ran.
#pragma once

#include <span>
#include <vector>

#include "core/clocks/clock_fit.h"

namespace pstudio::record {

/// The pairs that the first thread of a CTA read at its begin and its end.
struct CtaSpan {
  ClockPair begin;
  ClockPair end;
};

/// A line for each CTA of one SM, in the order of `spans`: through its own two pairs and the pairs
/// that other CTAs of the SM read meanwhile, because all read the same two clocks.
///
/// Under a load with high power a GPU lowers its clock within microseconds, so no line holds for a
/// whole launch. The position of a change between two readings is unknown: a step from one rate to
/// another causes an error of at most a quarter of the distance between the readings times the
/// difference of the rates. This bound, with the largest difference of the rates of the CTA and its
/// neighbours in time, is added to the line's uncertainty. O(spans log spans + pairs of each CTA).
std::vector<ClockFit> fitCtaClocks(std::span<const CtaSpan> spans, const ClockFitOptions &options);

} // namespace pstudio::record
