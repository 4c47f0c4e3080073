// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_address.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/memory/map_touchers.h"
#include "viewer/geometry/heat/heat_map_axis.h"
#include "viewer/geometry/heat/heat_map_bands.h"
#include "viewer/geometry/heat/heat_map_text.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

using memory::AddressMap;
using memory::HeatGrid;
using memory::LaunchAccesses;
using memory::MapAxis;
using memory::MapWindow;

constexpr uint32_t kQuickPixels = 4; // side of a cell of the quick picture
constexpr float kCtaSpacing = 48;

/// The requested part of a band: whole sectors, or as many equal parts as pixels.
struct BandCells {
  uint64_t first = 0, last = 0;
  uint32_t rows = 0;
  HeatRange places;
};

BandCells bandCells(const HeatBand &band, const HeatWindow &window, uint32_t pixels,
                    uint32_t sectorBytes) {
  BandCells cells;
  const uint64_t mask = sectorBytes - 1;
  const double end = std::min(window.area.y.end, band.end());
  cells.first = HeatBands::addressAt(band, std::max(window.area.y.begin, band.begin));
  cells.last = HeatBands::addressAt(band, end - 0.5); // places are whole: the one before the end
  cells.first = std::max(cells.first & ~mask, band.first);
  cells.last = std::min(cells.last | mask, band.last);
  cells.places = {HeatBands::placeOf(band, cells.first),
                  HeatBands::placeOf(band, cells.last) + band.perByte};
  const uint64_t sectors = cells.last / sectorBytes - cells.first / sectorBytes + 1;
  const double shown = cells.places.length() / window.area.y.length() * pixels;
  const double most = std::max(1.0, std::round(shown));
  // One row per sector only if no sector is cut at an end.
  const bool isWhole = ((cells.last + 1 - cells.first) & mask) == 0;
  cells.rows = static_cast<uint32_t>(
      isWhole && static_cast<double>(sectors) <= most ? static_cast<double>(sectors) : most);
  return cells;
}

class AddressHeatMap final : public HeatMapSource {
public:
  AddressHeatMap(std::shared_ptr<const LaunchAccesses> accesses,
                 std::shared_ptr<const AddressMap> map, std::optional<uint16_t> site)
      : m_accesses(std::move(accesses)), m_map(std::move(map)), m_site(site),
        m_bands(m_accesses->buffers) {}

  std::string title() const override {
    const char *const by = axis() == MapAxis::Time ? "time" : axis() == MapAxis::Cta ? "CTA" : "SM";
    return std::string("Address by ") + by;
  }

  HeatAxis xAxis() const override {
    const double length = placeOfTime(origin(), Picoseconds(m_map->axisEnd()));
    const char *const name = axis() == MapAxis::Time  ? "time"
                             : axis() == MapAxis::Cta ? "CTA, in recording order"
                                                      : "SM";
    return {name, std::max(1.0, length), std::min(std::max(1.0, length), 8.0)};
  }

  HeatAxis yAxis() const override {
    const auto sector = static_cast<double>(m_accesses->model.sectorBytes);
    return {"address", m_bands.length(), std::min(m_bands.length(), sector),
            bandLetters(m_bands, m_accesses->buffers)};
  }

  HeatMeasure measure() const override {
    return {.name = "accesses to sectors", .unit = "accesses"};
  }

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = {shareNote(m_accesses->table)};
    const auto outside = static_cast<double>(m_map->outsideCount());
    const double all = outside + static_cast<double>(m_map->touchCount());
    if (outside > 0)
      notes.push_back(formatPercent(outside / all) +
                      " of the accesses are outside all buffers and are not drawn.");
    if (m_site)
      notes.push_back("Only " + siteText(m_accesses->table.sites()[*m_site]) + ".");
    return notes;
  }

  HeatPatches quick(const HeatWindow &window) const override {
    if (m_site)
      return {};
    return patchesOf(window, kQuickPixels, [&](const std::vector<MapWindow> &parts) {
      std::vector<HeatGrid> grids;
      for (const MapWindow &part : parts)
        grids.push_back(m_map->overview(part));
      return grids;
    });
  }

  HeatPatches exact(const HeatWindow &window, std::stop_token stop) const override {
    return patchesOf(window, 1, [&](const std::vector<MapWindow> &parts) {
      return m_map->exactAll(parts, backgroundThreads(), stop);
    });
  }

  std::vector<HeatTick> xTicks(HeatRange visible, float pixels) const override {
    if (axis() == MapAxis::Time)
      return timeTicks(origin(), visible, pixels);
    std::vector<HeatTick> ticks = numberTicks(visible, pixels, kCtaSpacing);
    for (HeatTick &tick : ticks)
      tick.label = unitText(tick.at);
    return ticks;
  }

  std::vector<HeatTick> yTicks(HeatRange visible, float pixels) const override {
    return bandTicks(m_bands, m_accesses->buffers, visible, pixels);
  }

  HeatHover hover(const HeatArea &cell, double value) const override {
    HeatHover hover;
    const HeatBand *band = m_bands.at(cell.y.begin);
    if (!band)
      return hover;
    const MapWindow window = windowOf(*band, cell);
    hover.title = byteRangeText(m_accesses->buffers, memory::AccessSpace::Global,
                                window.firstAddress, window.lastAddress);
    hover.lines = {{"accesses", formatHeat(value)}};
    if (axis() == MapAxis::Time) {
      const TimeRange time{Picoseconds(window.begin), Picoseconds(window.end)};
      hover.lines.push_back({"time", formatExact(time.begin) + " .. " + formatExact(time.end)});
      hover.selection.time = time;
    } else {
      const std::string first = unitText(cell.x.begin), last = unitText(cell.x.end - 0.5);
      hover.lines.push_back(
          {axis() == MapAxis::Cta ? "CTA" : "SM", first == last ? first : first + " .. " + last});
    }
    hover.lines.push_back(
        {"bytes",
         formatBytes(window.lastAddress - window.firstAddress + 1) + " at + " +
             formatBytes(window.firstAddress - m_accesses->buffers.buffers()[band->buffer].base)});
    hover.selection.bytes = {{window.firstAddress, window.lastAddress}};
    return hover;
  }

  HeatHover details(const HeatArea &cell, double value, std::stop_token stop) const override {
    HeatHover all = hover(cell, value);
    const HeatBand *band = m_bands.at(cell.y.begin);
    if (band)
      addTouchers(
          m_accesses->table,
          touchersOf(*m_map, m_accesses->table, m_accesses->model, windowOf(*band, cell), stop),
          all);
    return all;
  }

  std::optional<HeatArea> partAt(double, double y) const override {
    const HeatBand *band = m_bands.at(y);
    if (!band)
      return std::nullopt;
    return HeatArea{{0, xAxis().length}, {band->begin, band->end()}};
  }

  std::vector<HeatArea> areasOf(const HeatSelection &selection) const override {
    std::vector<HeatRange> columns;
    if (axis() == MapAxis::Time && selection.time)
      columns = {placesOf(*selection.time)};
    else if (axis() == MapAxis::Time && selection.cta)
      columns = timesOf(*selection.cta);
    else if (axis() == MapAxis::Cta && selection.cta)
      columns = placesOfCta(*selection.cta);
    std::vector<HeatRange> rows;
    if (selection.bytes)
      rows = m_bands.placesOf(selection.bytes->first, selection.bytes->last);
    if (columns.empty() && rows.empty())
      return {};
    if (columns.empty())
      columns = {{0, xAxis().length}};
    if (rows.empty())
      rows = {{0, m_bands.length()}};
    std::vector<HeatArea> areas;
    for (const HeatRange &x : columns)
      for (const HeatRange &y : rows)
        areas.push_back({x, y});
    return areas;
  }

private:
  MapAxis axis() const { return m_map->axis(); }
  /// The time at place 0 of the x axis; valid only for an axis of times.
  Picoseconds origin() const { return Picoseconds(m_map->axisBegin()); }

  static std::string formatHeat(double value) {
    return formatCount(std::llround(std::isfinite(value) ? value : 0));
  }

  /// "CTA 17" or the number of the SM at a place of the axis.
  std::string unitText(double place) const {
    const auto index = static_cast<size_t>(std::max(0.0, place));
    if (axis() == MapAxis::Cta && index < m_map->ctas().size())
      return formatCount(m_map->ctas()[index]);
    return countText(index);
  }

  HeatRange placesOf(TimeRange time) const {
    const double length = xAxis().length;
    const auto place = [&](Picoseconds at) {
      return at < origin() ? 0 : std::min(placeOfTime(origin(), at), length);
    };
    return {place(time.begin), place(time.end)};
  }

  std::vector<HeatRange> placesOfCta(uint32_t cta) const {
    const auto found = std::ranges::find(m_map->ctas(), cta);
    if (found == m_map->ctas().end())
      return {};
    const auto place = static_cast<double>(found - m_map->ctas().begin());
    return {{place, place + 1}};
  }

  /// The places from the first to the last access of a CTA.
  std::vector<HeatRange> timesOf(uint32_t cta) const {
    const memory::AccessTable &table = m_accesses->table;
    std::optional<TimeRange> time;
    for (const memory::WarpRun &run : table.warps()) {
      if (run.cta != cta)
        continue;
      for (uint64_t i = run.begin; i < run.end; ++i) {
        const Picoseconds at = table[i].time;
        if (!time)
          time = TimeRange{at, behind(at)};
        time->begin = std::min(time->begin, at);
        time->end = std::max(time->end, behind(at));
      }
    }
    return time ? std::vector{placesOf(*time)} : std::vector<HeatRange>();
  }

  MapWindow windowOf(const HeatBand &band, const HeatArea &cell) const {
    return {.firstAddress = HeatBands::addressAt(band, cell.y.begin),
            .lastAddress = HeatBands::addressAt(band, cell.y.end - 0.5),
            .begin = timeOfPlace(origin(), std::floor(cell.x.begin)).value,
            .end = timeOfPlace(origin(), std::ceil(cell.x.end)).value,
            .columns = 1,
            .rows = 1,
            .site = m_site};
  }

  /// A patch for each band that is visible. The numbers of cells of several pixels are scaled to
  /// the cells of exact().
  template <class MakeGrids>
  HeatPatches patchesOf(const HeatWindow &window, uint32_t cellPixels,
                        const MakeGrids &make) const {
    const double length = xAxis().length;
    const HeatCells columns =
        cellsOf(window.area.x, length, std::max(window.columns / cellPixels, 1u));
    const double allColumns = cellsOf(window.area.x, length, window.columns).count;
    HeatPatches patches;
    if (columns.count == 0 || m_map->axisEnd() <= m_map->axisBegin())
      return patches;
    std::vector<MapWindow> parts;
    std::vector<double> shares;
    const uint32_t sectorBytes = m_accesses->model.sectorBytes;
    for (const HeatBand &band : m_bands.bands()) {
      if (band.begin >= window.area.y.end || band.end() <= window.area.y.begin)
        continue;
      const BandCells cells =
          bandCells(band, window, std::max(window.rows / cellPixels, 1u), sectorBytes);
      const double allRows = bandCells(band, window, window.rows, sectorBytes).rows;
      shares.push_back(columns.count / allColumns * (cells.rows / allRows));
      patches.push_back({{columns.range, cells.places}, {}});
      parts.push_back({.firstAddress = cells.first,
                       .lastAddress = cells.last,
                       .begin = timeOfPlace(origin(), columns.range.begin).value,
                       .end = timeOfPlace(origin(), columns.range.end).value,
                       .columns = columns.count,
                       .rows = cells.rows,
                       .site = m_site});
    }
    if (parts.empty())
      return patches;
    std::vector<HeatGrid> grids = make(parts);
    for (size_t i = 0; i < patches.size(); ++i) {
      patches[i].grid = std::move(grids[i]);
      if (shares[i] != 1)
        for (double &cell : patches[i].grid.cells)
          cell *= shares[i];
    }
    return patches;
  }

  std::shared_ptr<const LaunchAccesses> m_accesses;
  std::shared_ptr<const AddressMap> m_map;
  std::optional<uint16_t> m_site;
  HeatBands m_bands;
};

} // namespace

std::shared_ptr<const HeatMapSource>
makeAddressHeatMap(std::shared_ptr<const LaunchAccesses> accesses,
                   std::shared_ptr<const AddressMap> map, std::optional<uint16_t> site) {
  return std::make_shared<AddressHeatMap>(std::move(accesses), std::move(map), site);
}

std::optional<SmOfCta> smOfCtas(const Trace &trace, LaunchId launch,
                                const memory::AccessTable &table) {
  constexpr int64_t kMaxSms = 1 << 20;
  SmOfCta smOf;
  for (const Track &track : trace.tracks()) {
    if (track.kind != TrackKind::Cta || track.launch != launch || track.number < 0)
      continue;
    TrackId above = track.parent;
    while (above.isValid() && trace.track(above).kind != TrackKind::Sm)
      above = trace.track(above).parent;
    if (!above.isValid())
      continue;
    const int64_t sm = trace.track(above).number;
    if (sm >= 0 && sm < kMaxSms)
      smOf[static_cast<uint32_t>(track.number)] = static_cast<uint32_t>(sm);
  }
  const auto isKnown = [&](const memory::WarpRun &run) { return smOf.contains(run.cta); };
  if (!std::ranges::all_of(table.warps(), isKnown))
    return std::nullopt;
  return smOf;
}

memory::AddressMap buildSmMap(const LaunchAccesses &accesses, const SmOfCta &smOfCta,
                              unsigned threads) {
  return AddressMap::build(accesses.table, accesses.buffers, accesses.model,
                           {.axis = MapAxis::Sm,
                            .smOf = [&](uint32_t cta) { return smOfCta.at(cta); },
                            .threads = threads});
}

} // namespace pstudio
