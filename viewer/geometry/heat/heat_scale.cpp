// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/base/number_text.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/time_style.h"

namespace pstudio {
namespace {

constexpr size_t kMaxSamples = 16384;

/// The least 1, 2 or 5 x 10^k that is at least `value` (> 0).
double roundStep(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= value * (1 - 1e-9))
      return factor * power;
  return 10 * power;
}

/// The finite numbers except zero, evenly sampled.
std::vector<double> samplesOf(const HeatPatches &patches) {
  size_t cells = 0;
  for (const HeatPatch &patch : patches)
    cells += patch.grid.cells.size();
  const size_t step = cells / kMaxSamples + 1;
  std::vector<double> samples;
  for (const HeatPatch &patch : patches)
    for (size_t i = 0; i < patch.grid.cells.size(); i += step)
      if (patch.grid.cells[i] > 0)
        samples.push_back(patch.grid.cells[i]);
  return samples;
}

/// Unit of the times of a legend.
struct LegendUnit {
  double picoseconds = 1;
  const char *name = "ps";
  int decimals = 0;
};

/// Decimals that a number of seconds, or of less, has down to the picosecond.
int decimalsOf(double value) {
  constexpr int kMost = 12;
  int decimals = 0;
  for (; decimals < kMost; ++decimals, value *= 10)
    if (std::fabs(value - std::round(value)) <= 1e-9 * std::fabs(value))
      break;
  return decimals;
}

/// The unit in which the longest of these times [ps] is shortest.
LegendUnit timeUnitOf(std::span<const double> times) {
  static constexpr std::array kUnits = {LegendUnit{1e3, "ns"}, LegendUnit{1e6, "us"},
                                        LegendUnit{1e9, "ms"}, LegendUnit{1e12, "s"}};
  LegendUnit best;
  size_t fewest = SIZE_MAX;
  const bool isFixed = hasFixedTimeUnit();
  for (LegendUnit unit : kUnits) {
    if (isFixed && timeStyleName(timeStyle()) != unit.name)
      continue;
    for (const double time : times)
      unit.decimals = std::max(unit.decimals, decimalsOf(time / unit.picoseconds));
    size_t letters = 0;
    for (const double time : times)
      letters = std::max(letters, fixedText(time / unit.picoseconds, unit.decimals).size());
    if (letters < fewest) {
      fewest = letters;
      best = unit;
    }
  }
  return best;
}

std::string legendLabel(const HeatMeasure &measure, double value, const LegendUnit &unit) {
  constexpr double kMany = 1e7, kMillion = 1e6;
  switch (measure.kind) {
  case HeatMeasure::Kind::Time:
    return fixedText(value / unit.picoseconds, value == 0 ? 0 : unit.decimals);
  case HeatMeasure::Kind::Share: // 1e-4 is 0.01 %
    return formatMean(std::round(value * 1e4) / 100) + " %";
  case HeatMeasure::Kind::Count:
  case HeatMeasure::Kind::Category:
    break;
  }
  if (value >= kMany)
    return formatMean(value / kMillion) + " M";
  HeatMeasure bare = measure;
  bare.unit.clear();
  return formatHeatValue(bare, value);
}

/// Whether zero is the background of the map.
bool hasGround(const HeatMeasure &measure) {
  return measure.kind == HeatMeasure::Kind::Count && !measure.isZeroData;
}

} // namespace

const char *heatScaleName(HeatScaleKind kind) {
  static constexpr std::array<const char *, kHeatScaleKinds> kNames = {"linear", "log",
                                                                       "quantiles"};
  return kNames[static_cast<size_t>(kind)];
}

std::string formatHeatValue(const HeatMeasure &measure, double value) {
  if (!std::isfinite(value))
    return kUnknownText;
  switch (measure.kind) {
  case HeatMeasure::Kind::Share:
    return formatPercent(value);
  case HeatMeasure::Kind::Time:
    return formatExact(Picoseconds(std::llround(value)));
  case HeatMeasure::Kind::Category:
    return measure.category + " " + formatCount(std::llround(value));
  case HeatMeasure::Kind::Count:
    break;
  }
  const bool isWhole = value == std::floor(value) && std::fabs(value) < 9e15;
  // Means of a cell have limited accuracy: at most two decimals.
  const double shown = isWhole || value >= 1000 ? std::round(value) : std::round(value * 100) / 100;
  return formatNumber(shown, measure.unit);
}

HeatScale HeatScale::of(HeatScaleKind kind, const HeatMeasure &measure,
                        const HeatPatches &patches) {
  HeatScale scale;
  scale.m_kind = kind;
  scale.m_measure = measure;
  double least = INFINITY, most = -INFINITY;
  for (const HeatPatch &patch : patches)
    for (const double value : patch.grid.cells)
      if (std::isfinite(value) && (value != 0 || !hasGround(measure))) {
        least = std::min(least, value);
        most = std::max(most, value);
      }
  scale.m_isEmpty = !(most >= least);
  if (scale.m_isEmpty)
    least = most = 1;
  if (kind == HeatScaleKind::Quantiles) {
    scale.m_sorted = samplesOf(patches);
    std::ranges::sort(scale.m_sorted);
  }
  // A linear scale of counts begins at zero.
  const bool beginsAtZero = hasGround(measure) && kind == HeatScaleKind::Linear;
  scale.m_least = measure.least ? *measure.least : beginsAtZero ? 0 : least;
  scale.m_most = measure.most ? *measure.most : most;
  if (kind == HeatScaleKind::Log && scale.m_least <= 0)
    scale.m_least = std::max(least, scale.m_most * 1e-6);
  if (scale.m_most < scale.m_least)
    scale.m_most = scale.m_least;
  return scale;
}

double HeatScale::rising(double value) const {
  const double clamped = std::clamp(value, m_least, m_most);
  if (m_kind == HeatScaleKind::Quantiles && !m_sorted.empty()) {
    // Equal numbers share the middle of their ranks.
    const auto below = std::ranges::lower_bound(m_sorted, value) - m_sorted.begin();
    const auto upTo = std::ranges::upper_bound(m_sorted, value) - m_sorted.begin();
    if (upTo == below)
      return static_cast<double>(below) / static_cast<double>(m_sorted.size());
    if (below == 0 && static_cast<size_t>(upTo) < m_sorted.size())
      return 0;
    if (static_cast<size_t>(upTo) == m_sorted.size())
      return 1;
    return static_cast<double>(below + upTo) / (2 * static_cast<double>(m_sorted.size()));
  }
  if (m_most <= m_least) // equal numbers: the top, unless the lower end is fixed
    return m_measure.least ? 0 : 1;
  if (m_kind == HeatScaleKind::Log && m_least > 0)
    return std::log(clamped / m_least) / std::log(m_most / m_least);
  return (clamped - m_least) / (m_most - m_least);
}

double HeatScale::placeOf(double value) const {
  const double place = std::clamp(rising(value), 0.0, 1.0);
  return m_measure.isLowHot ? 1 - place : place;
}

uint8_t HeatScale::indexOf(double value) const {
  if (!std::isfinite(value))
    return kHeatNoData;
  if (m_measure.kind == HeatMeasure::Kind::Category)
    return static_cast<uint8_t>(kHeatFirst + std::llround(value) % int64_t{kHeatCategories});
  if (value == 0 && hasGround(m_measure))
    return kHeatZero;
  return static_cast<uint8_t>(kHeatFirst + std::lround(placeOf(value) * (kHeatLast - kHeatFirst)));
}

double HeatScale::valueAt(double place) const {
  const double share = std::clamp(m_measure.isLowHot ? 1 - place : place, 0.0, 1.0);
  if (m_kind == HeatScaleKind::Quantiles && !m_sorted.empty())
    return m_sorted[static_cast<size_t>(
        std::lround(share * static_cast<double>(m_sorted.size() - 1)))];
  if (m_kind == HeatScaleKind::Log && m_least > 0)
    return m_least * std::pow(m_most / m_least, share);
  return m_least + share * (m_most - m_least);
}

std::vector<double> HeatScale::roundValues(size_t most) const {
  std::vector<double> values;
  const double span = m_most - m_least;
  if (m_kind == HeatScaleKind::Log && m_least > 0 && m_most > 4 * m_least) {
    // Powers of 2, 10, 100, ...: the least factor that leaves few enough.
    double factor = 2;
    while (std::log(m_most / m_least) / std::log(factor) > static_cast<double>(most) - 1)
      factor = factor == 2 ? 10 : factor * 10;
    const double power = std::ceil(std::log(m_least) / std::log(factor) - 1e-9);
    for (double value = std::pow(factor, power); value <= m_most * (1 + 1e-9); value *= factor)
      values.push_back(value);
    return values;
  }
  if (!(span > 0) || most < 2)
    return {m_most};
  const double least = hasGround(m_measure) && m_most >= 2 ? 1 : 0; // counts have no fractions
  const double step = std::max(least, roundStep(span / static_cast<double>(most - 1)));
  for (double i = std::ceil(m_least / step - 1e-9); i * step <= m_most + 1e-9 * span; ++i)
    values.push_back(i == 0 ? 0 : i * step); // no -0
  return values;
}

/// The numbers that the legend marks, from the bottom of the ramp to its top.
std::vector<double> HeatScale::legendValues(size_t most) const {
  if (m_kind != HeatScaleKind::Quantiles || m_sorted.empty()) {
    std::vector<double> values = roundValues(most);
    if (values.size() < 2 && m_most > m_least)
      values = {m_least, m_most}; // without enough round numbers, mark the ends
    std::ranges::sort(values, {}, [this](double value) { return placeOf(value); });
    return values;
  }
  const size_t count = std::max<size_t>(std::min<size_t>(most, 5), 2);
  // Times of quantiles have arbitrary digits. They are rounded to the digits that distinguish them.
  const double step = m_measure.kind == HeatMeasure::Kind::Time && m_most > m_least
                          ? roundStep((m_most - m_least) / 500)
                          : 0;
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) {
    const double value = valueAt(static_cast<double>(i) / static_cast<double>(count - 1));
    values.push_back(step > 0 ? std::round(value / step) * step : value);
  }
  return values;
}

HeatLegend HeatScale::legend(size_t most) const {
  HeatLegend legend;
  legend.unit = m_measure.unit;
  if (m_isEmpty || m_measure.kind == HeatMeasure::Kind::Category || most == 0)
    return legend;
  const std::vector<double> values = legendValues(most);
  const LegendUnit unit =
      m_measure.kind == HeatMeasure::Kind::Time ? timeUnitOf(values) : LegendUnit{};
  if (m_measure.kind == HeatMeasure::Kind::Time)
    legend.unit = unit.name;
  const bool isByShare = m_kind == HeatScaleKind::Quantiles && !m_sorted.empty();
  for (size_t i = 0; i < values.size(); ++i) {
    const double share =
        static_cast<double>(i) / static_cast<double>(std::max<size_t>(values.size(), 2) - 1);
    const std::string label = legendLabel(m_measure, values[i], unit);
    if (legend.ticks.empty() || legend.ticks.back().label != label)
      legend.ticks.push_back({isByShare ? share : placeOf(values[i]), label});
  }
  return legend;
}

} // namespace pstudio
