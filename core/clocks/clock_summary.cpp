// SPDX-License-Identifier: Apache-2.0
#include "core/clocks/clock_summary.h"

#include <algorithm>
#include <cmath>

namespace pstudio::record {
namespace {

// A line with a larger uncertainty does not represent the clock [ps].
constexpr double kBrokenPs = 1e6;

} // namespace

void ClockSummary::add(const ClockFit &fit) {
  m_assumed += fit.rateSource == RateSource::Assumed;
  m_common += fit.rateSource == RateSource::OtherSms;
  const bool isBroken = fit.line.uncertaintyPs > kBrokenPs;
  m_crooked += !fit.isStraight && !isBroken;
  m_broken += !fit.isStraight && isBroken;
  m_ignoredPairs += fit.ignored;
  if (fit.line.base != TimeBase::Measured)
    return;
  m_rates.push_back(fit.line.picosecondsPerCycle);
  m_worstPs = std::max(m_worstPs, fit.line.uncertaintyPs);
  m_worstRateError = std::max(m_worstRateError, fit.rateError);
}

void ClockSummary::addChanging(std::span<const ClockFit> fits) {
  for (const ClockFit &fit : fits)
    add(fit);
  ++m_changing;
}

void ClockSummary::appendArgs(TraceBuilder &trace, std::vector<Arg> &args) const {
  if (m_rates.empty())
    return;
  std::vector<double> rates = m_rates;
  std::sort(rates.begin(), rates.end());
  const auto add = [&](std::string_view key, double value) {
    // Further decimals are not significant and make the numbers hard to read.
    args.push_back(Arg::ofDouble(trace.intern(key), std::round(value * 1e4) / 1e4));
  };
  add("clock.smGHz", 1000.0 / rates[rates.size() / 2]);
  add("clock.lowestSmGHz", 1000.0 / rates.back());
  add("clock.highestSmGHz", 1000.0 / rates.front());
  args.push_back(Arg::ofInt(trace.intern("clock.timerTickNs"), m_options.timerTick.value));
  add("clock.uncertaintyNs", m_worstPs / 1000.0);
  if (std::isfinite(m_worstRateError))
    add("clock.rateErrorPercent", m_worstRateError * 100.0);
}

void ClockSummary::addNotes(TraceBuilder &trace) const {
  trace.addNote(NoteCode::RecordAssumedClock, m_assumed);
  trace.addNote(NoteCode::RecordCommonClock, m_common);
  trace.addNote(NoteCode::RecordChangingClock, m_changing);
  trace.addNote(NoteCode::RecordCrookedClock, m_crooked);
  trace.addNote(NoteCode::RecordBrokenClock, m_broken);
  trace.addNote(NoteCode::RecordIgnoredClockReadings, m_ignoredPairs);
}

} // namespace pstudio::record
