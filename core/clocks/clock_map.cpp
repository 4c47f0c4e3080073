// SPDX-License-Identifier: Apache-2.0
#include "core/clocks/clock_map.h"

#include <algorithm>

namespace pstudio::record {
namespace {

/// An end of an interval of rates, for a sweep over all of them.
struct Edge {
  double rate = 0;
  int step = 0; // +1 an interval begins, -1 one ends
  bool operator<(const Edge &o) const { return rate != o.rate ? rate < o.rate : step > o.step; }
};

/// The rates that most of `intervals` contain; none if fewer than three quarters of them agree.
std::optional<Interval> commonRates(const std::vector<Interval> &intervals) {
  std::vector<Edge> edges;
  for (const Interval &interval : intervals) {
    edges.push_back({interval.low, +1});
    edges.push_back({interval.high, -1});
  }
  std::sort(edges.begin(), edges.end());
  int depth = 0;
  int deepest = 0;
  Interval common;
  for (size_t i = 0; i < edges.size(); ++i) {
    depth += edges[i].step;
    if (depth <= deepest)
      continue;
    deepest = depth;
    common = {edges[i].rate, edges[i + 1].rate}; // the last edge ends an interval
  }
  const bool isAgreed = deepest > 0 && static_cast<size_t>(deepest) * 4 >= intervals.size() * 3;
  return isAgreed ? std::optional(common) : std::nullopt;
}

/// The common rate of the SMs whose own pairs determine their rate. In a launch of a few timer
/// ticks no SM determines its rate alone, but the intervals of all SMs together may.
std::optional<Interval> sharedRates(const std::map<uint32_t, AllowedLines> &allowed) {
  std::vector<Interval> known, all;
  for (const auto &[hardwareId, lines] : allowed) {
    if (!lines.region)
      continue;
    all.push_back(lines.region->rates());
    if (isRateKnown(all.back()))
      known.push_back(all.back());
  }
  if (!known.empty())
    return commonRates(known);
  const std::optional<Interval> common = commonRates(all);
  return common && isRateKnown(*common) ? common : std::nullopt;
}

} // namespace

std::map<uint32_t, ClockFit> ClockMap::fit() const {
  std::map<uint32_t, ClockFit> fits;
  if (m_options.base == TimeBase::Model) {
    for (const auto &[hardwareId, sm] : m_sms)
      if (!sm.launch.empty())
        fits.emplace(hardwareId, fitClockLine({sm.launch, sm.readings}, m_options));
    return fits;
  }
  std::map<uint32_t, AllowedLines> allowed;
  for (const auto &[hardwareId, sm] : m_sms)
    allowed.emplace(hardwareId, findAllowedLines({sm.launch, sm.readings}, m_options));
  const std::optional<Interval> common = sharedRates(allowed);
  for (const auto &[hardwareId, sm] : m_sms)
    if (!sm.launch.empty())
      fits.emplace(hardwareId,
                   chooseLine(allowed.at(hardwareId), common, {sm.launch, sm.readings}, m_options));
  return fits;
}

} // namespace pstudio::record
