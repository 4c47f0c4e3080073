// SPDX-License-Identifier: Apache-2.0
// Helpers for rules: numbers as text, evidence, and the common input of all rules.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "core/base/number_text.h"

namespace pstudio::analysis {

/// Input of a rule, and the list of findings that it extends.
struct FindingInput {
  const Trace &trace;
  const LaunchOverlap &launch;
  const FindingTimes &times;
  std::vector<Finding> &findings;
};

/// "520 ns (1,030 cycles)", or "22.4 ns" if the launch's ticks are picoseconds.
std::string ticksText(const FindingInput &input, double ticks);
/// "80.8 ns of 520 ns (160 of 1,030 cycles)".
std::string partText(const FindingInput &input, double part, double whole);

/// A number of a finding in ticks.
FindingNumber ticksNumber(const LaunchOverlap &launch, std::string name, double ticks);
FindingNumber percentNumber(std::string name, double share);

/// `severity`, but at most a Notice if the key figures show that more than 95 % of the channel's
/// time in flight is hidden, because a warning would contradict them.
Finding::Severity besideHidden(const Channel &channel, Finding::Severity severity);

/// The waits of the visits with most exposed time, the worst first; of one channel, of one stage if
/// given, with `isSteadyOnly` only of the steady state.
std::vector<SliceId> worstWaits(const LaunchOverlap &launch, uint32_t channel, uint32_t stage,
                                bool isSteadyOnly);

/// The first operations of a channel's steady state: evidence for a pipeline without
/// waits.
std::vector<SliceId> steadyFlights(const LaunchOverlap &launch, uint32_t channel);

} // namespace pstudio::analysis
