// SPDX-License-Identifier: Apache-2.0
// Clocks of the CTAs of an SM whose clock changed its rate while the launch ran.
#pragma once

#include <span>
#include <vector>

#include "core/record/clock_fit.h"

namespace pstudio::record {

/// The pairs that the first thread of a CTA read at its begin and its end.
struct CtaSpan {
  ClockPair begin;
  ClockPair end;
};

/// A line for each CTA of one SM, through its own two pairs; in the order of `spans`.
///
/// Under a load that takes much power a GPU lowers its clock within microseconds, so that no line
/// holds for a whole launch. Where the rate changed within a CTA is not known: a step in its middle
/// puts a time off by a quarter of its length times the change, which is estimated from the CTAs
/// next to it on the SM and added to the line's uncertainty. O(spans log spans).
std::vector<ClockFit> fitCtaClocks(std::span<const CtaSpan> spans, const ClockFitOptions &options);

} // namespace pstudio::record
