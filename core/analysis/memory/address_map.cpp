// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/address_map.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/memory/map_builder.h"
#include "core/analysis/memory/sector_parts.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

constexpr size_t kMaxGridWorkers = 8; // each has its own grid

/// Bytes of a window, as a number that may be 2^64.
double byteSpan(const MapWindow &window) {
  return static_cast<double>(window.lastAddress - window.firstAddress) + 1;
}

bool isEmpty(const MapWindow &window) {
  return window.columns == 0 || window.rows == 0 || window.end <= window.begin ||
         window.lastAddress < window.firstAddress;
}

/// The index of a cell, limited to the last cell because of rounding.
uint32_t cellAt(double distance, double perCell, uint32_t cells) {
  return std::min(static_cast<uint32_t>(distance / perCell), cells - 1);
}

/// A sum over a picture up to a position within a cell. Touches count as evenly spread over a cell.
class PictureSum {
public:
  PictureSum(const std::vector<double> &sums, uint32_t rows, uint32_t columns)
      : m_sums(sums), m_rows(rows), m_columns(columns) {}

  double upTo(double row, double column) const {
    const double r = std::clamp(row, 0.0, static_cast<double>(m_rows));
    const double c = std::clamp(column, 0.0, static_cast<double>(m_columns));
    const auto r0 = std::min(static_cast<uint32_t>(r), m_rows - 1);
    const auto c0 = std::min(static_cast<uint32_t>(c), m_columns - 1);
    const double down = r - r0, right = c - c0;
    const double above = at(r0, c0) * (1 - right) + at(r0, c0 + 1) * right;
    const double below = at(r0 + 1, c0) * (1 - right) + at(r0 + 1, c0 + 1) * right;
    return above * (1 - down) + below * down;
  }

private:
  double at(uint32_t row, uint32_t column) const {
    return m_sums[size_t{row} * (m_columns + 1) + column];
  }
  const std::vector<double> &m_sums;
  uint32_t m_rows, m_columns;
};

} // namespace

AddressMap AddressMap::build(const AccessTable &table, const BufferMap &buffers,
                             const MemoryModel &model, const Options &options) {
  return MapBuilder(table, buffers, model, options).build();
}

bool AddressMap::reaches(const Picture &picture, const MapWindow &window) {
  const uint64_t last = picture.base + ((uint64_t{picture.rows} << picture.rowShift) - 1);
  // A picture whose last row reaches beyond 2^64 ends at 2^64: then `last` wraps.
  return picture.base <= window.lastAddress && (last < picture.base || last >= window.firstAddress);
}

HeatGrid AddressMap::overview(const MapWindow &window) const {
  HeatGrid grid(window.columns, window.rows);
  const auto columns = static_cast<uint32_t>(m_scale.steps());
  if (isEmpty(window) || columns == 0)
    return grid;
  const double step = std::ldexp(1.0, static_cast<int>(m_scale.shift));
  const auto columnOf = [&](uint32_t edge) {
    const double place = static_cast<double>(window.begin) - static_cast<double>(m_scale.begin) +
                         distance(window.begin, window.end) * edge / window.columns;
    // The last column reaches beyond the last touch. A window up to the last touch contains all of
    // it.
    const double last = static_cast<double>(axisEnd()) - static_cast<double>(m_scale.begin);
    return place >= last ? static_cast<double>(columns) : place / step;
  };
  std::vector<double> edges(window.columns + 1);
  for (uint32_t edge = 0; edge <= window.columns; ++edge)
    edges[edge] = columnOf(edge);
  std::vector<double> above(window.columns + 1), below(window.columns + 1);
  for (const Picture &picture : m_pictures) {
    if (picture.rows == 0 || !reaches(picture, window))
      continue;
    const PictureSum sum(picture.sums, picture.rows, columns);
    const auto fill = [&](uint32_t edge, std::vector<double> &sums) {
      const double address =
          static_cast<double>(window.firstAddress) + byteSpan(window) * edge / window.rows;
      const double row = (address - static_cast<double>(picture.base)) /
                         std::ldexp(1.0, static_cast<int>(picture.rowShift));
      for (uint32_t column = 0; column <= window.columns; ++column)
        sums[column] = sum.upTo(row, edges[column]);
    };
    fill(0, above);
    for (uint32_t row = 0; row < window.rows; ++row) {
      fill(row + 1, below);
      for (uint32_t column = 0; column < window.columns; ++column)
        grid.at(column, row) +=
            below[column + 1] - below[column] - above[column + 1] + above[column];
      std::swap(above, below);
    }
  }
  return grid;
}

bool AddressMap::mayTouch(const Zone &zone, const MapWindow &window) const {
  if (zone.begin >= window.end || zone.last < window.begin)
    return false;
  return std::ranges::any_of(zone.hulls, [&](const Hull &hull) {
    return hull.first <= window.lastAddress && hull.last >= window.firstAddress;
  });
}

std::vector<size_t> AddressMap::zonesNear(std::span<const MapWindow> windows) const {
  std::vector<size_t> zones;
  for (size_t zone = 0; zone < m_zones.size(); ++zone)
    if (std::ranges::any_of(
            windows, [&](const MapWindow &window) { return mayTouch(m_zones[zone], window); }))
      zones.push_back(zone);
  return zones;
}

std::vector<AccessRange> AddressMap::rangesNear(const MapWindow &window) const {
  std::vector<AccessRange> ranges;
  for (const size_t zone : zonesNear({&window, 1})) {
    const uint64_t begin = zone * kZoneAccesses;
    const uint64_t end = std::min(begin + kZoneAccesses, m_table->size());
    if (!ranges.empty() && ranges.back().end == begin)
      ranges.back().end = end;
    else
      ranges.push_back({begin, end});
  }
  return ranges;
}

HeatGrid AddressMap::exact(const MapWindow &window, unsigned threads, std::stop_token stop) const {
  return std::move(exactAll(std::span(&window, 1), threads, std::move(stop)).front());
}

std::vector<HeatGrid> AddressMap::exactAll(std::span<const MapWindow> windows, unsigned threads,
                                           std::stop_token stop) const {
  std::vector<HeatGrid> grids;
  for (const MapWindow &window : windows)
    grids.emplace_back(window.columns, window.rows);
  if (std::ranges::any_of(windows, isEmpty))
    return grids;
  const std::vector<size_t> zones = zonesNear(windows);
  const size_t count = std::min(
      {size_t{threadCountOf(threads)}, kMaxGridWorkers, std::max<size_t>(zones.size(), 1)});
  std::vector<std::vector<HeatGrid>> others(count - 1, grids);
  parallelFor(count, threads, [&](size_t worker) {
    SectorParts parts(*m_table, m_model.sectorBytes);
    const size_t end = zones.size() * (worker + 1) / count;
    for (size_t i = zones.size() * worker / count; i < end && !stop.stop_requested(); ++i)
      addZone(zones[i], windows, parts, worker == 0 ? grids : others[worker - 1]);
  });
  for (const std::vector<HeatGrid> &other : others)
    for (size_t i = 0; i < grids.size(); ++i)
      for (size_t cell = 0; cell < grids[i].cells.size(); ++cell)
        grids[i].cells[cell] += other[i].cells[cell];
  return grids;
}

void AddressMap::addZone(size_t zone, std::span<const MapWindow> windows, SectorParts &parts,
                         std::vector<HeatGrid> &grids) const {
  const uint64_t begin = zone * kZoneAccesses;
  const uint64_t end = std::min(begin + kZoneAccesses, m_table->size());
  const auto runs = m_table->warps();
  auto run = std::ranges::upper_bound(runs, begin, {}, &WarpRun::begin) - 1;
  const MapWindow &any = windows.front(); // all windows are equal along the axis
  const double perColumn = distance(any.begin, any.end) / any.columns;
  for (uint64_t i = begin; i < end; ++i) {
    while (run->end <= i)
      ++run;
    const Access access = (*m_table)[i];
    const int64_t place = placeOf(access, static_cast<size_t>(run - runs.begin()));
    if (place < any.begin || place >= any.end || (any.site && *any.site != access.site) ||
        m_table->sites()[access.site].space != AccessSpace::Global)
      continue;
    const uint32_t column = cellAt(distance(any.begin, place), perColumn, any.columns);
    parts.forEach(access, [&](uint64_t sector, uint64_t) {
      const uint64_t first = sector * m_model.sectorBytes;
      const uint64_t last = first + (m_model.sectorBytes - 1);
      // Windows that begin after the sector cannot contain a byte of it.
      const auto behind = std::ranges::upper_bound(windows, last, {}, &MapWindow::firstAddress);
      for (auto window = behind; window != windows.begin();) {
        --window;
        if (window->lastAddress < first)
          break;
        addSector(*window, first, last, column,
                  grids[static_cast<size_t>(window - windows.begin())]);
      }
    });
  }
}

void AddressMap::addSector(const MapWindow &window, uint64_t first, uint64_t last, uint32_t column,
                           HeatGrid &grid) {
  const double perRow = byteSpan(window) / window.rows;
  const auto rowOf = [&](uint64_t address) {
    return cellAt(static_cast<double>(address - window.firstAddress), perRow, window.rows);
  };
  const uint32_t lastRow = rowOf(std::min(last, window.lastAddress));
  for (uint32_t row = rowOf(std::max(first, window.firstAddress)); row <= lastRow; ++row)
    grid.at(column, row) += 1;
}

uint64_t AddressMap::memoryBytes() const {
  uint64_t bytes = (m_ctas.capacity() + m_placeOfRun.capacity()) * sizeof(uint32_t) +
                   m_zones.capacity() * sizeof(Zone);
  for (const Picture &picture : m_pictures)
    bytes += picture.sums.capacity() * sizeof(double);
  for (const Zone &zone : m_zones)
    bytes += zone.hulls.capacity() * sizeof(Hull);
  return bytes;
}

} // namespace pstudio::memory
