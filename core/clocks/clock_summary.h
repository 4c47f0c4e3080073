// SPDX-License-Identifier: Apache-2.0
// The quality of the clocks of one launch, as arguments of the launch and as notes.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/clocks/clock_fit.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// Summarises the fits of one launch. [not thread-safe]
class ClockSummary {
public:
  explicit ClockSummary(const ClockFitOptions &options) : m_options(options) {}

  void add(const ClockFit &fit);
  /// Adds the clocks of the CTAs of one SM (fitCtaClocks).
  void addChanging(std::span<const ClockFit> fits);

  /// "clock.smGHz" (the median), its lowest and highest over the SMs, "clock.timerTickNs",
  /// "clock.uncertaintyNs" and "clock.rateErrorPercent" (of the worst SM); nothing for a model,
  /// which has no hardware clock.
  void appendArgs(TraceBuilder &trace, std::vector<Arg> &args) const;
  /// Adds one note per kind of problem, with the number of fits or of ignored pairs. A fit is an
  /// SM, or a CTA of an SM whose clock changed.
  void addNotes(TraceBuilder &trace) const;

private:
  ClockFitOptions m_options;
  std::vector<double> m_rates; // [ps per cycle] of measured clocks
  double m_worstPs = 0;        // of measured clocks
  double m_worstRateError = 0; // of measured clocks
  uint64_t m_assumed = 0;
  uint64_t m_common = 0;
  uint64_t m_crooked = 0;
  uint64_t m_broken = 0;
  uint64_t m_changing = 0;
  uint64_t m_ignoredPairs = 0;
};

} // namespace pstudio::record
