// SPDX-License-Identifier: Apache-2.0
#include "core/record/recording_units.h"

#include <algorithm>

namespace pstudio::record {
namespace {

constexpr uint32_t kWarpsPerGroup = 4;

std::string ordinal(uint32_t number) {
  const uint32_t last = number % 10, lastTwo = number % 100;
  const bool isTeen = lastTwo >= 11 && lastTwo <= 13;
  const char *ending = isTeen || last > 3 || last == 0 ? "th"
                       : last == 1                     ? "st"
                       : last == 2                     ? "nd"
                                                       : "rd";
  return std::to_string(number) + ending;
}

bool isWarpGroup(Granularity granularity) {
  return granularity >= Granularity::WarpGroup && granularity <= Granularity::WarpGroup8;
}

std::string range(const std::string &one, const std::string &several, uint64_t first,
                  uint64_t last) {
  if (first == last)
    return one + " " + std::to_string(first);
  return several + " " + std::to_string(first) + "-" + std::to_string(last);
}

} // namespace

std::string Sampling::describe() const {
  std::string text;
  const auto append = [&text](const std::string &part) {
    text += (text.empty() ? "" : "; ") + part;
  };
  if (!warps.isEmpty())
    append("warps " + warps.toString());
  if (!ctas.isEmpty())
    append("CTAs " + ctas.toString());
  if (every > 1)
    append("every " + ordinal(every) + " iteration");
  return text;
}

uint32_t warpsPerUnit(Granularity granularity) {
  switch (granularity) {
  case Granularity::Thread:
  case Granularity::Warp:
    return 1;
  case Granularity::Warp2:
    return 2;
  case Granularity::Warp4:
    return 4;
  case Granularity::Warp8:
    return 8;
  case Granularity::WarpGroup:
    return kWarpsPerGroup;
  case Granularity::WarpGroup2:
    return 2 * kWarpsPerGroup;
  case Granularity::WarpGroup4:
    return 4 * kWarpsPerGroup;
  case Granularity::WarpGroup8:
    return 8 * kWarpsPerGroup;
  case Granularity::Cta:
    break;
  }
  return 0;
}

RecordingUnits::RecordingUnits(Granularity granularity, uint32_t threads, uint32_t lanesPerWarp,
                               const IdRanges &sampled)
    : m_granularity(granularity), m_threads(threads), m_lanes(lanesPerWarp),
      m_warps((threads - 1) / lanesPerWarp + 1) {
  const uint32_t perUnit = warpsPerUnit(granularity) == 0 ? m_warps : warpsPerUnit(granularity);
  for (uint32_t first = 0; first < m_warps; first += perUnit) {
    const uint32_t end = std::min(m_warps - first, perUnit) + first;
    uint32_t warp = first;
    while (warp < end && !sampled.isEmpty() && !sampled.contains(warp))
      ++warp;
    if (warp < end)
      m_recorders.push_back(warp);
  }
}

uint32_t RecordingUnits::count() const {
  const auto recorders = static_cast<uint32_t>(m_recorders.size());
  if (m_granularity != Granularity::Thread || recorders == 0)
    return recorders;
  // Only the last warp of a CTA may have fewer lanes.
  const uint32_t lanesOfLast = std::min(m_lanes, m_threads - m_recorders.back() * m_lanes);
  return (recorders - 1) * m_lanes + lanesOfLast;
}

bool RecordingUnits::isPlain() const {
  return m_recorders.size() == m_warps;
}

uint32_t RecordingUnits::number(uint32_t unit) const {
  if (m_granularity == Granularity::Thread)
    return m_recorders[unit / m_lanes] * m_lanes + unit % m_lanes;
  const uint32_t perUnit = warpsPerUnit(m_granularity);
  return perUnit == 0 ? 0 : m_recorders[unit] / perUnit;
}

std::string RecordingUnits::name(uint32_t unit) const {
  return unitName(m_granularity, number(unit), m_warps);
}

std::string unitName(Granularity granularity, uint32_t number, uint32_t warps) {
  if (granularity == Granularity::Thread)
    return "thread " + std::to_string(number);
  const uint32_t perUnit = warpsPerUnit(granularity);
  if (perUnit == 0)
    return "whole CTA";
  const uint64_t first = uint64_t{number} * perUnit;
  const uint64_t last =
      warps > first ? std::min<uint64_t>(first + perUnit, warps) - 1 : first + perUnit - 1;
  if (isWarpGroup(granularity))
    return range("warp group", "warp groups", first / kWarpsPerGroup, last / kWarpsPerGroup);
  return range("warp", "warps", first, last);
}

} // namespace pstudio::record
