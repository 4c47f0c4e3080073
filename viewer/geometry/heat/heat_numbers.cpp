// SPDX-License-Identifier: Apache-2.0
// The data of the charts of the heat panel.
#include "viewer/geometry/heat/heat_numbers.h"

#include <algorithm>
#include <array>
#include <bit>

#include "viewer/geometry/number_format.h"

namespace pstudio {

namespace {

using Degrees = std::array<uint64_t, 65>;

std::string rangeLabel(uint64_t first, uint64_t last) {
  const std::string text = countText(first);
  return first == last ? text : text + " \u2013 " + countText(last);
}

/// "512", "4 Ki", "1 Mi": powers of two as short texts.
std::string shortPower(uint64_t value) {
  static constexpr std::array kUnits = {"", " Ki", " Mi", " Gi", " Ti", " Pi", " Ei"};
  size_t unit = 0;
  for (; value >= 1024 && value % 1024 == 0 && unit + 1 < kUnits.size(); ++unit)
    value /= 1024;
  return std::to_string(value) + kUnits[unit];
}

HeatBar rangeBar(uint64_t first, uint64_t last, double value) {
  const std::string label = rangeLabel(first, last);
  return {label, first == last || last > 64 ? shortPower(first) : label, value};
}

Degrees degreesOf(const HeatData &data, std::optional<uint16_t> only) {
  Degrees degrees{};
  for (size_t site = 0; site < data.sites()->size(); ++site)
    if (!only || *only == site)
      for (size_t degree = 0; degree < degrees.size(); ++degree)
        degrees[degree] += (*data.sites())[site].degrees[degree];
  return degrees;
}

/// The degrees in ranges that end at powers of two.
std::vector<HeatBar> widened(const Degrees &degrees) {
  std::vector<HeatBar> bars;
  for (uint64_t last = 1; last < degrees.size(); last *= 2) {
    const uint64_t first = last == 1 ? 1 : last / 2 + 1;
    double sum = 0;
    for (uint64_t degree = first; degree <= last; ++degree)
      sum += static_cast<double>(degrees[degree]);
    bars.push_back(rangeBar(first, last, sum));
  }
  while (bars.size() > 1 && bars.back().value == 0)
    bars.pop_back();
  return bars;
}

} // namespace

std::vector<FootprintPoint> footprintPoints(const HeatData &data, uint32_t columns) {
  std::vector<FootprintPoint> points;
  const TimeRange times = accessTimes(data);
  if (!data.sectors() || columns == 0 || times.isEmpty())
    return points;
  const std::vector<uint64_t> sectors = data.sectors()->footprintOverTime(columns);
  const std::vector<uint64_t> written = data.sectors()->footprintOverTime(columns, true);
  const double bytesEach = data.accesses().model.sectorBytes / data.sectors()->keptPart();
  const auto begin = static_cast<double>(times.begin.value);
  const auto length = static_cast<double>(times.length().value);
  points.push_back({begin / 1000, 0, 0});
  for (size_t i = 0; i < sectors.size(); ++i)
    points.push_back({(begin + length * static_cast<double>(i + 1) / columns) / 1000,
                      static_cast<double>(sectors[i]) * bytesEach,
                      static_cast<double>(written[i]) * bytesEach});
  return points;
}

std::vector<WaveBar> waveBars(const HeatData &data, uint32_t most) {
  std::vector<WaveBar> bars;
  const auto &waves = data.waves();
  if (!waves || waves->waves.size() < 2 || most == 0)
    return bars;
  const auto count = static_cast<uint32_t>(waves->waves.size());
  const uint32_t each = (count + most - 1) / most;
  const double unit = data.accesses().model.sectorBytes;
  for (uint32_t first = 0; first < count; first += each) {
    const auto begin = waves->touched.sectors.begin() + first;
    const auto end = waves->touched.sectors.begin() + std::min(first + each, count);
    const auto largest =
        static_cast<size_t>(std::max_element(begin, end) - waves->touched.sectors.begin());
    bars.push_back({first, static_cast<uint32_t>(end - begin),
                    static_cast<uint32_t>(waves->waves[largest].ctas.size()),
                    static_cast<double>(waves->touched.sectors[largest]) * unit,
                    static_cast<double>(waves->written.sectors[largest]) * unit});
  }
  return bars;
}

std::vector<HeatBar> reuseBars(const HeatData &data) {
  std::vector<HeatBar> bars;
  const auto &reuse = data.reuse();
  if (!reuse || data.accesses().table.size() == 0)
    return bars;
  bars.push_back({"first touch", "first", static_cast<double>(reuse->first), true});
  const auto last = std::find_if(reuse->again.rbegin(), reuse->again.rend(),
                                 [](uint64_t count) { return count > 0; });
  const auto bins = static_cast<size_t>(reuse->again.rend() - last);
  for (size_t bin = 0; bin < bins; ++bin) {
    const uint64_t low = bin == 0 ? 0 : uint64_t{1} << (bin - 1);
    const uint64_t high = bin <= 1 ? bin : low + (low - 1);
    bars.push_back(
        {rangeLabel(low, high), shortPower(low), static_cast<double>(reuse->again[bin])});
  }
  return bars;
}

std::vector<HeatBar> degreeBars(const HeatData &data, std::optional<uint16_t> site, size_t most) {
  std::vector<HeatBar> bars;
  if (!data.sites())
    return bars;
  const Degrees degrees = degreesOf(data, site);
  for (size_t degree = 1; degree < degrees.size(); ++degree)
    if (degrees[degree] > 0)
      bars.push_back(rangeBar(degree, degree, static_cast<double>(degrees[degree])));
  return bars.size() > most ? widened(degrees) : bars;
}

} // namespace pstudio
