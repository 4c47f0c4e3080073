// SPDX-License-Identifier: Apache-2.0
// How a finding is put together: numbers as text, evidence, and what all rules look at.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "core/base/number_text.h"

namespace pstudio::analysis {

/// What a rule looks at, and where it puts what it finds.
struct FindingInput {
  const Trace &trace;
  const LaunchOverlap &launch;
  const FindingTimes &times;
  std::vector<Finding> &findings;
};

/// "520 ns (1,030 cycles)", or "22.4 ns" where the launch's ticks are picoseconds.
std::string ticksText(const FindingInput &input, double ticks);
/// "80.8 ns of 520 ns (160 of 1,030 cycles)".
std::string partText(const FindingInput &input, double part, double whole);

/// A number of a finding in ticks.
FindingNumber ticksNumber(const LaunchOverlap &launch, std::string name, double ticks);
FindingNumber percentNumber(std::string name, double share);

/// `severity`, but a Notice at most where the key figures show that more than 95 % of the channel's
/// time in flight is hidden: a warning beside them would contradict them.
Finding::Severity besideHidden(const Channel &channel, Finding::Severity severity);

/// The waits of the visits with most exposed time, the worst first; of one channel, of one stage if
/// given, of the steady state only if so asked.
std::vector<SliceId> worstWaits(const LaunchOverlap &launch, uint32_t channel, uint32_t stage,
                                bool isSteadyOnly);

/// The first operations of a channel's steady state: evidence that nothing was waited for.
std::vector<SliceId> steadyFlights(const LaunchOverlap &launch, uint32_t channel);

} // namespace pstudio::analysis
