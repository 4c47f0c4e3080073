// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/map_builder.h"

#include <algorithm>
#include <bit>

#include "core/analysis/memory/sector_parts.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

constexpr uint32_t kColumnBits = 10;
constexpr uint64_t kPictureCells = uint64_t{1} << 22; // of all buffers together
constexpr size_t kMaxCountWorkers = 8;                // each has its own counts

} // namespace

/// Counts of one thread.
struct MapBuilder::Worker {
  Worker(const AccessTable &table, uint32_t sectorBytes)
      : parts(table, sectorBytes), lastSegment(table.sites().size(), nullptr) {}
  SectorParts parts;
  std::vector<const BufferSegment *> lastSegment; // by site: usually that of the next access
  Counts counts;
  std::vector<AddressMap::Hull> hulls; // of the zone, by buffer; the last one is for no buffer
  uint64_t touches = 0, outside = 0;
};

MapBuilder::MapBuilder(const AccessTable &table, const BufferMap &buffers, const MemoryModel &model,
                       const AddressMap::Options &options)
    : m_table(table), m_buffers(buffers), m_model(model), m_options(options) {}

AddressMap MapBuilder::build() {
  m_map.m_table = &m_table;
  m_map.m_model = m_model;
  m_map.m_axis = m_options.axis;
  findAxis();
  layOutPictures();
  m_map.m_zones.resize((m_table.size() + kZoneAccesses - 1) / kZoneAccesses);

  std::vector<Worker> workers;
  const size_t count = std::min<size_t>(threadCountOf(m_options.threads), kMaxCountWorkers);
  for (size_t i = 0; i < count; ++i) {
    workers.emplace_back(m_table, m_model.sectorBytes);
    for (const AddressMap::Picture &picture : m_map.m_pictures)
      workers.back().counts.emplace_back(size_t{picture.rows} * m_columns, 0);
  }
  parallelFor(count, m_options.threads, [&](size_t worker) {
    const size_t zones = m_map.m_zones.size();
    for (size_t zone = zones * worker / count; zone < zones * (worker + 1) / count; ++zone)
      countZone(zone, workers[worker]);
  });
  integrate(workers);
  return std::move(m_map);
}

void MapBuilder::findAxis() {
  for (const WarpRun &run : m_table.warps()) {
    if (m_map.m_ctas.empty() || m_map.m_ctas.back() != run.cta)
      m_map.m_ctas.push_back(run.cta);
    m_map.m_placeOfRun.push_back(m_options.axis == MapAxis::Sm
                                     ? m_options.smOf(run.cta)
                                     : static_cast<uint32_t>(m_map.m_ctas.size() - 1));
  }
  if (m_options.axis == MapAxis::Time) {
    m_map.m_scale = TimeScale::of(m_table, kColumnBits);
  } else {
    const auto &places = m_map.m_placeOfRun;
    m_map.m_scale.length = places.empty() ? 0 : uint64_t{*std::ranges::max_element(places)} + 1;
    const auto width = static_cast<uint32_t>(std::bit_width(m_map.m_scale.length));
    m_map.m_scale.shift = width > kColumnBits ? width - kColumnBits : 0;
  }
  m_columns = static_cast<uint32_t>(m_map.m_scale.steps());
}

void MapBuilder::layOutPictures() {
  const size_t buffers = std::max<size_t>(m_buffers.buffers().size(), 1);
  const uint64_t wanted = kPictureCells / (buffers << kColumnBits);
  const uint64_t maxRows = std::bit_floor(std::clamp<uint64_t>(wanted, 16, 1024));
  for (uint32_t i = 0; i < m_buffers.buffers().size(); ++i) {
    AddressMap::Picture &picture = m_map.m_pictures.emplace_back();
    const Buffer &buffer = m_buffers.buffers()[i];
    if (buffer.space != AccessSpace::Global || m_buffers.bytesOf(i) == 0)
      continue;
    picture.base = buffer.base & ~uint64_t{m_model.sectorBytes - 1};
    const uint64_t lastByte = buffer.base - picture.base + (m_buffers.bytesOf(i) - 1);
    picture.rowShift = static_cast<uint32_t>(std::countr_zero(m_model.sectorBytes));
    while (lastByte >> picture.rowShift >= maxRows)
      ++picture.rowShift;
    picture.rows = static_cast<uint32_t>(lastByte >> picture.rowShift) + 1;
  }
}

void MapBuilder::countZone(size_t zone, Worker &worker) {
  const uint64_t begin = zone * kZoneAccesses;
  const uint64_t end = std::min(begin + kZoneAccesses, m_table.size());
  const auto runs = m_table.warps();
  auto run = std::ranges::upper_bound(runs, begin, {}, &WarpRun::begin) - 1;
  worker.hulls.assign(m_buffers.buffers().size() + 1, {0, UINT64_MAX, 0});
  AddressMap::Zone &into = m_map.m_zones[zone];
  for (uint64_t i = begin; i < end; ++i) {
    while (run->end <= i)
      ++run;
    const Access access = m_table[i];
    const int64_t place = m_map.placeOf(access, static_cast<size_t>(run - runs.begin()));
    into.begin = i == begin ? place : std::min(into.begin, place);
    into.last = i == begin ? place : std::max(into.last, place);
    if (m_table.sites()[access.site].space == AccessSpace::Global)
      countAccess(access, m_map.m_scale.stepOf(place), worker);
  }
  for (uint32_t buffer = 0; buffer < worker.hulls.size(); ++buffer) {
    AddressMap::Hull hull = worker.hulls[buffer];
    hull.buffer = buffer + 1 < worker.hulls.size() ? buffer : BufferMap::kNone;
    if (hull.first <= hull.last)
      into.hulls.push_back(hull);
  }
}

void MapBuilder::countAccess(const Access &access, uint32_t column, Worker &worker) {
  const BufferSegment *&segment = worker.lastSegment[access.site];
  worker.parts.forEach(access, [&](uint64_t sector, uint64_t mask) {
    const uint64_t start = sector * m_model.sectorBytes;
    const uint64_t address = start + static_cast<uint32_t>(std::countr_zero(mask));
    if (!segment || address < segment->first || address > segment->last)
      segment = m_buffers.segmentAt(AccessSpace::Global, address);
    AddressMap::Hull &hull = segment ? worker.hulls[segment->buffer] : worker.hulls.back();
    hull.first = std::min(hull.first, start);
    hull.last = std::max(hull.last, start + (m_model.sectorBytes - 1));
    if (!segment) {
      ++worker.outside;
      return;
    }
    const AddressMap::Picture &picture = m_map.m_pictures[segment->buffer];
    const uint64_t row = (address - picture.base) >> picture.rowShift;
    ++worker.counts[segment->buffer][row * m_columns + column];
    ++worker.touches;
  });
}

void MapBuilder::integrate(const std::vector<Worker> &workers) {
  for (const Worker &worker : workers) {
    m_map.m_touches += worker.touches;
    m_map.m_outside += worker.outside;
  }
  for (size_t buffer = 0; buffer < m_map.m_pictures.size(); ++buffer) {
    AddressMap::Picture &picture = m_map.m_pictures[buffer];
    const size_t stride = m_columns + 1;
    picture.sums.assign((picture.rows + 1) * stride, 0.0);
    for (size_t row = 0; row < picture.rows; ++row) {
      uint64_t ofRow = 0;
      for (size_t column = 0; column < m_columns; ++column) {
        for (const Worker &worker : workers)
          ofRow += worker.counts[buffer][row * m_columns + column];
        picture.sums[(row + 1) * stride + column + 1] =
            picture.sums[row * stride + column + 1] + static_cast<double>(ofRow);
      }
    }
  }
}

} // namespace pstudio::memory
