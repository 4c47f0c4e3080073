// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_counted.h"

#include <algorithm>
#include <cmath>

#include "core/base/coverage_text.h"
#include "viewer/geometry/heat/heat_map_axis.h"
#include "viewer/geometry/heat/heat_map_bands.h"
#include "viewer/geometry/heat/heat_map_text.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

using memory::CountedMap;
using memory::LaunchAccesses;
using memory::MapWindow;

constexpr float kCountedCtaSpacing = 48;
constexpr size_t kNamedPieces = 3; // of a cell

class CountedHeatMap final : public HeatMapSource {
public:
  CountedHeatMap(std::shared_ptr<const LaunchAccesses> accesses,
                 std::shared_ptr<const CountedMap> map, std::optional<uint16_t> site)
      : m_accesses(std::move(accesses)), m_map(std::move(map)), m_site(site),
        m_bands(m_accesses->buffers) {}

  std::string title() const override { return "Address by CTA, counted"; }

  HeatAxis xAxis() const override {
    const auto ctas = static_cast<double>(std::max<size_t>(m_map->ctas().size(), 1));
    return {"CTA", ctas, std::min(ctas, 8.0)};
  }
  HeatAxis yAxis() const override {
    const auto sector = static_cast<double>(m_accesses->model.sectorBytes);
    return {"address", m_bands.length(), std::min(m_bands.length(), sector)};
  }
  HeatMeasure measure() const override {
    return {.name = "accesses, averaged over each piece", .unit = "accesses"};
  }

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = {"The device counted accesses by memory piece. Each access "
                                      "counts in the piece of its lowest active lane."};
    const double sampled = m_accesses->table.share().sampledPart;
    if (sampled < 1)
      notes.push_back("Only " + coverageText(sampled, formatPercent) +
                      " of the accesses were selected for counting.");
    const auto unplaced = static_cast<double>(m_map->unplacedCount());
    const double all = unplaced + static_cast<double>(m_map->placedCount());
    if (unplaced > 0)
      notes.push_back(formatPercent(unplaced / all) +
                      " of the accesses are outside all known buffers and are not drawn.");
    if (m_site)
      notes.push_back("Only " + siteText(m_accesses->table.sites()[*m_site]) + ".");
    return notes;
  }

  HeatPatches quick(const HeatWindow &window) const override { return exact(window, {}); }

  HeatPatches exact(const HeatWindow &window, std::stop_token) const override {
    HeatPatches patches;
    const HeatCells columns = cellsOf(window.area.x, xAxis().length, window.columns);
    if (columns.count == 0)
      return patches;
    for (const HeatBand &band : m_bands.bands()) {
      if (band.begin >= window.area.y.end || band.end() <= window.area.y.begin)
        continue;
      const HeatRange places{std::max(window.area.y.begin, band.begin),
                             std::min(window.area.y.end, band.end())};
      MapWindow part = windowOf(band, {columns.range, places});
      const double pixels = places.length() / window.area.y.length() * window.rows;
      const double bytes = static_cast<double>(part.lastAddress - part.firstAddress) + 1;
      part.columns = columns.count;
      part.rows = static_cast<uint32_t>(std::clamp(std::round(pixels), 1.0, bytes));
      const HeatRange drawn{HeatBands::placeOf(band, part.firstAddress),
                            HeatBands::placeOf(band, part.lastAddress) + band.perByte};
      patches.push_back({{columns.range, drawn}, m_map->grid(part)});
    }
    return patches;
  }

  std::vector<HeatTick> xTicks(HeatRange visible, float pixels) const override {
    std::vector<HeatTick> ticks = numberTicks(visible, pixels, kCountedCtaSpacing);
    for (HeatTick &tick : ticks)
      tick.label = ctaText(tick.at);
    return ticks;
  }
  std::vector<HeatTick> yTicks(HeatRange visible, float pixels) const override {
    return bandTicks(m_bands, m_accesses->buffers, visible, pixels);
  }

  HeatHover hover(const HeatArea &cell, double) const override {
    HeatHover hover;
    const HeatBand *band = m_bands.at(cell.y.begin);
    if (!band)
      return hover;
    const MapWindow window = windowOf(*band, cell);
    hover.title = byteRangeText(m_accesses->buffers, memory::AccessSpace::Global,
                                window.firstAddress, window.lastAddress);
    const std::string first = ctaText(cell.x.begin), last = ctaText(cell.x.end - 0.5);
    hover.lines = {{"CTA", first == last ? first : first + " .. " + last}};
    const std::vector<CountedMap::Piece> pieces = m_map->piecesIn(window);
    for (size_t i = 0; i < std::min(pieces.size(), kNamedPieces); ++i)
      hover.lines.push_back(pieceLine(pieces[i], *band));
    if (pieces.size() > kNamedPieces)
      hover.lines.push_back({"more", countText(pieces.size() - kNamedPieces, "piece", "pieces")});
    hover.selection.bytes = {{window.firstAddress, window.lastAddress}};
    if (first == last && window.begin < static_cast<int64_t>(m_map->ctas().size()))
      hover.selection.cta = m_map->ctas()[static_cast<size_t>(window.begin)];
    if (pieces.size() == 1)
      hover.selection.site = pieces.front().site;
    return hover;
  }

  HeatHover details(const HeatArea &cell, double value, std::stop_token) const override {
    return hover(cell, value);
  }

  std::optional<HeatArea> partAt(double, double y) const override {
    const HeatBand *band = m_bands.at(y);
    if (!band)
      return std::nullopt;
    return HeatArea{{0, xAxis().length}, {band->begin, band->end()}};
  }

  std::vector<HeatArea> areasOf(const HeatSelection &selection) const override {
    HeatRange columns{0, xAxis().length};
    const auto cta =
        selection.cta ? std::ranges::find(m_map->ctas(), *selection.cta) : m_map->ctas().end();
    const bool hasCta = cta != m_map->ctas().end();
    if (hasCta) {
      const auto place = static_cast<double>(cta - m_map->ctas().begin());
      columns = {place, place + 1};
    }
    std::vector<HeatRange> rows;
    if (selection.bytes)
      rows = m_bands.placesOf(selection.bytes->first, selection.bytes->last);
    if (rows.empty() && !hasCta)
      return {};
    if (rows.empty())
      rows = {{0, m_bands.length()}};
    std::vector<HeatArea> areas;
    for (const HeatRange &row : rows)
      areas.push_back({columns, row});
    return areas;
  }

private:
  std::string ctaText(double place) const {
    const auto index = static_cast<size_t>(std::max(0.0, place));
    return index < m_map->ctas().size() ? formatCount(m_map->ctas()[index]) : std::string();
  }

  /// "load A (gemm.mlir:7:3)": "96 accesses in + 16 KiB .. + 20 KiB".
  CardLine pieceLine(const CountedMap::Piece &piece, const HeatBand &band) const {
    const uint64_t base = m_accesses->buffers.buffers()[band.buffer].base;
    return {siteText(m_accesses->table.sites()[piece.site]),
            countText(piece.accesses, "access", "accesses") + " in + " +
                formatBytes(piece.bytes.first - base) + " .. + " +
                formatBytes(piece.bytes.end - base)};
  }

  MapWindow windowOf(const HeatBand &band, const HeatArea &area) const {
    return {.firstAddress = HeatBands::addressAt(band, area.y.begin),
            .lastAddress = HeatBands::addressAt(band, area.y.end - 0.5),
            .begin = static_cast<int64_t>(std::floor(area.x.begin)),
            .end = static_cast<int64_t>(std::ceil(area.x.end)),
            .columns = 1,
            .rows = 1,
            .site = m_site};
  }

  std::shared_ptr<const LaunchAccesses> m_accesses;
  std::shared_ptr<const CountedMap> m_map;
  std::optional<uint16_t> m_site;
  HeatBands m_bands;
};

} // namespace

std::shared_ptr<const HeatMapSource>
makeCountedHeatMap(std::shared_ptr<const LaunchAccesses> accesses,
                   std::shared_ptr<const CountedMap> map, std::optional<uint16_t> site) {
  return std::make_shared<CountedHeatMap>(std::move(accesses), std::move(map), site);
}

} // namespace pstudio
