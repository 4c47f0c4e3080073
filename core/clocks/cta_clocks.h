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

/// A line for each CTA of one SM, in the order of `spans`: through its own two pairs and those that
/// other CTAs of the SM read meanwhile, which read the same two clocks.
///
/// Under a load that takes much power a GPU lowers its clock within microseconds, so that no line
/// holds for a whole launch. Where the rate changed between two readings is not known: a step from
/// one rate to another puts a time off by at most a quarter of the length between them times the
/// difference. That is taken to be the largest of the rates of the CTA and its neighbours in time,
/// and added to the line's uncertainty. O(spans log spans + pairs of each CTA).
std::vector<ClockFit> fitCtaClocks(std::span<const CtaSpan> spans, const ClockFitOptions &options);

} // namespace pstudio::record
