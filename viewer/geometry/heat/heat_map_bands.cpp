// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_bands.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

using memory::AccessSpace;
using memory::Buffer;
using memory::BufferMap;

constexpr double kSmallestShare = 1.0 / 24; // of the largest buffer
constexpr double kGapShare = 0.012;         // of all buffers together
constexpr float kTickSpacing = 44;
constexpr size_t kMinLetters = 10; // "+ 28.0 MiB"

uint64_t rowBytesOf(const Buffer &buffer) {
  const auto extent = buffer.shape.empty() ? 1 : std::max<int64_t>(buffer.shape.back(), 1);
  return static_cast<uint64_t>(extent) * buffer.elementBytes;
}

/// The smallest of unit, 2 unit, 4 unit, ... that is not less than the requested number of bytes.
uint64_t doubledTo(uint64_t unit, double wanted) {
  while (static_cast<double>(unit) < wanted && unit < uint64_t{1} << 62)
    unit *= 2;
  return unit;
}

uint64_t stepOf(const Buffer &buffer, double wantedBytes) {
  const uint64_t row = rowBytesOf(buffer);
  const bool wantsRows = buffer.shape.size() > 1 && wantedBytes > static_cast<double>(row) / 2;
  return doubledTo(wantsRows ? row : buffer.elementBytes, wantedBytes);
}

void addTicks(const HeatBand &band, const BufferMap &buffers, HeatRange visible, double perPixel,
              std::vector<HeatTick> &ticks) {
  const Buffer &buffer = buffers.buffers()[band.buffer];
  const double spacing = static_cast<double>(kTickSpacing) * perPixel;
  const uint64_t step = stepOf(buffer, spacing / band.perByte);
  const uint64_t from = HeatBands::addressAt(band, std::max(visible.begin, band.begin));
  const double seenEnd = std::min(visible.end, band.end());
  // A mark too close to the end would overlap the name of the next buffer.
  const double last = band.end() <= visible.end ? band.end() - 0.4 * spacing : seenEnd;
  for (uint64_t offset = (from - buffer.base) / step * step;; offset += step) {
    const uint64_t address = buffer.base + offset;
    const bool isStart = address <= band.first && band.begin >= visible.begin;
    const uint64_t shown = isStart ? band.first : address;
    const double place = shown < band.first ? band.begin - 1 : HeatBands::placeOf(band, shown);
    if (place >= last && !isStart)
      break;
    if (place >= visible.begin && place < seenEnd)
      ticks.push_back({place, buffers.describe(AccessSpace::Global, shown),
                       shown == buffer.base ? "" : "+ " + formatBytes(shown - buffer.base),
                       isStart});
    if (offset > UINT64_MAX - step)
      break;
  }
}

} // namespace

HeatBands::HeatBands(const BufferMap &buffers) {
  double largest = 0, all = 0;
  for (const auto &segment : buffers.segments(AccessSpace::Global)) {
    m_bands.push_back({.buffer = segment.buffer, .first = segment.first, .last = segment.last});
    largest = std::max(largest, m_bands.back().bytes());
  }
  for (HeatBand &band : m_bands) {
    band.perByte = std::max(1.0, std::floor(largest * kSmallestShare / band.bytes()));
    all += band.bytes() * band.perByte;
  }
  const double gap = std::ceil(all * kGapShare);
  double place = 0;
  for (HeatBand &band : m_bands) {
    band.begin = place;
    place = band.end() + gap;
  }
  m_length = m_bands.empty() ? 1 : m_bands.back().end();
}

const HeatBand *HeatBands::at(double place) const {
  const auto behind = std::ranges::upper_bound(m_bands, place, {}, &HeatBand::begin);
  if (behind == m_bands.begin() || place >= std::prev(behind)->end())
    return nullptr;
  return &*std::prev(behind);
}

const HeatBand *HeatBands::of(uint64_t address) const {
  const auto behind = std::ranges::upper_bound(m_bands, address, {}, &HeatBand::first);
  if (behind == m_bands.begin() || address > std::prev(behind)->last)
    return nullptr;
  return &*std::prev(behind);
}

uint64_t HeatBands::addressAt(const HeatBand &band, double place) {
  const double offset = std::floor((place - band.begin) / band.perByte);
  if (!(offset > 0))
    return band.first;
  return offset >= band.bytes() ? band.last : band.first + static_cast<uint64_t>(offset);
}

std::vector<HeatRange> HeatBands::placesOf(uint64_t first, uint64_t last) const {
  std::vector<HeatRange> places;
  for (const HeatBand &band : m_bands)
    if (band.first <= last && band.last >= first)
      places.push_back({placeOf(band, std::max(first, band.first)),
                        placeOf(band, std::min(last, band.last)) + band.perByte});
  return places;
}

uint32_t bandLetters(const HeatBands &bands, const BufferMap &buffers) {
  size_t letters = kMinLetters;
  for (const HeatBand &band : bands.bands()) {
    const Buffer &of = buffers.buffers()[band.buffer];
    const uint64_t element = band.last - (band.last - of.base) % of.elementBytes;
    letters = std::max(letters, buffers.describe(AccessSpace::Global, element).size());
  }
  return static_cast<uint32_t>(letters);
}

std::vector<HeatTick> bandTicks(const HeatBands &bands, const BufferMap &buffers, HeatRange visible,
                                float pixels) {
  std::vector<HeatTick> ticks;
  const double perPixel = visible.length() / std::max(1.0, static_cast<double>(pixels));
  for (const HeatBand &band : bands.bands())
    if (band.begin < visible.end && band.end() > visible.begin)
      addTicks(band, buffers, visible, perPixel, ticks);
  return ticks;
}

} // namespace pstudio
