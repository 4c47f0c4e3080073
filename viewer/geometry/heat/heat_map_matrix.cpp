// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/analysis/memory/byte_pieces.h"
#include "core/analysis/memory/map_touchers.h"
#include "core/base/check.h"
#include "core/base/coverage_text.h"
#include "viewer/geometry/heat/heat_map_axis.h"
#include "viewer/geometry/heat/heat_map_text.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

using memory::AccessSpace;
using memory::AddressMap;
using memory::LaunchAccesses;
using memory::SectorTouch;
using memory::SectorTouches;
using Place = MatrixLayout::Place;

/// Sums over the touched sectors of a cell.
struct SectorSums {
  uint64_t sectors = 0;
  uint64_t touches = 0, warps = 0, ctas = 0; ///< sums over the sectors
  uint64_t bytes = 0;                        ///< distinct bytes of each touch
  uint64_t falselyShared = 0;
  uint32_t firstTouch = 0xffffffffu, lastTouch = 0; ///< SectorTouches::timeOf()
  uint32_t lastRun = 0;

  uint64_t newest = UINT64_MAX; ///< address of the sector that was added last

  /// Rows that share a sector are added one after the other: the sector counts once.
  void add(uint64_t address, const memory::SectorTouch &sector) {
    if (address == newest)
      return;
    newest = address;
    ++sectors;
    touches += sector.touches;
    warps += sector.warps;
    ctas += sector.ctas;
    bytes += sector.bytes;
    falselyShared += sector.isFalselyShared();
    firstTouch = std::min(firstTouch, sector.firstTouch);
    if (sector.lastTouch >= lastTouch) {
      lastTouch = sector.lastTouch;
      lastRun = sector.lastRun;
    }
  }
  double mean(uint64_t sum) const {
    return static_cast<double>(sum) / static_cast<double>(sectors);
  }
  double efficiency(uint32_t sectorBytes) const {
    return static_cast<double>(bytes) / (static_cast<double>(touches) * sectorBytes);
  }
};

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr uint32_t kQuickMatrixPixels = 4;          // side of a cell of the quick picture
constexpr double kQuickElements = 100'000;          // up to this number, quick() counts all
constexpr uint64_t kBlockBytes = uint64_t{1} << 22; // between two checks of the stop token
constexpr uint64_t kSamples = 4; // per side of a cell, if neighbours are not contiguous
constexpr float kColumnSpacing = 56, kRowSpacing = 28;

HeatMeasure describe(MatrixMeasure measure) {
  using Kind = HeatMeasure::Kind;
  switch (measure) {
  case MatrixMeasure::Touches:
    return {.name = "accesses to each sector", .unit = "accesses"};
  case MatrixMeasure::Warps:
    return {.name = "distinct warps", .unit = "warps"};
  case MatrixMeasure::Ctas:
    return {.name = "distinct CTAs", .unit = "CTAs"};
  case MatrixMeasure::Efficiency:
    return {.kind = Kind::Share,
            .name = "used share of moved bytes",
            .isLowHot = true,
            .least = 0,
            .most = 1};
  case MatrixMeasure::FirstTouch:
    return {.kind = Kind::Time, .name = "time of the first access"};
  case MatrixMeasure::LastTouch:
    return {.kind = Kind::Time, .name = "time of the last access"};
  case MatrixMeasure::LastCta:
    return {.kind = Kind::Category, .name = "CTA of the last access", .category = "CTA"};
  case MatrixMeasure::FalseSharing:
    break;
  }
  return {.kind = Kind::Share, .name = "falsely shared sectors", .least = 0, .most = 1};
}

/// Rows and columns of cells over whole elements.
struct MatrixCells {
  HeatCells x, y;
  size_t count() const { return size_t{x.count} * y.count; }
  bool isEmpty() const { return count() == 0; }
  double perColumn() const { return x.range.length() / x.count; }
  double perRow() const { return y.range.length() / y.count; }
  HeatArea area() const { return {x.range, y.range}; }
};

class MatrixHeatMap final : public HeatMapSource {
public:
  MatrixHeatMap(std::shared_ptr<const LaunchAccesses> accesses,
                std::shared_ptr<const SectorTouches> touches, std::shared_ptr<const AddressMap> map,
                MatrixLayout layout, MatrixMeasure measure)
      : m_accesses(std::move(accesses)), m_touches(std::move(touches)), m_map(std::move(map)),
        m_layout(std::move(layout)), m_measure(measure), m_tile(findTile()) {}

  std::string title() const override {
    const memory::Buffer &of = buffer();
    std::string text = of.name;
    for (size_t i = 0; i < of.shape.size(); ++i)
      text += (i == 0 ? "[" : ", ") + std::to_string(of.shape[i]);
    text += (of.shape.empty() ? "" : "]") + (of.dtype.empty() ? "" : " " + of.dtype);
    return of.space == AccessSpace::Shared ? text + " in shared memory" : text;
  }
  HeatAxis xAxis() const override {
    const auto columns = static_cast<double>(m_layout.columns());
    const double bytes = elementBytes();
    const double sector = std::ceil(m_touches->sectorBytes() / bytes);
    return {m_layout.columnTitle(), columns, std::min(columns, sector)};
  }
  HeatAxis yAxis() const override {
    const auto rows = static_cast<double>(m_layout.rows());
    const std::string last = m_layout.rowLabel(m_accesses->buffers, m_layout.rows() - 1);
    return {m_layout.rowTitle(), rows, std::min(rows, 4.0), static_cast<uint32_t>(last.size())};
  }
  HeatMeasure measure() const override { return describe(m_measure); }
  double aspect() const override {
    return static_cast<double>(m_layout.columns()) / static_cast<double>(m_layout.rows());
  }

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = {shareNote(m_accesses->table)};
    if (m_touches->keptPart() < 1)
      notes.push_back(coverageText(m_touches->keptPart(), formatPercent) +
                      " of the pages were counted. The other pages are hatched.");
    if (m_touches->space() == AccessSpace::Shared)
      notes.push_back("Combines all CTAs; each CTA has its own copy.");
    if (!m_layout.isContiguous())
      notes.push_back("A cell with more than 4 x 4 elements shows a sample of 16.");
    return notes;
  }

  HeatPatches quick(const HeatWindow &window) const override {
    MatrixCells cells = cellsOf(window, 1);
    const double elements = cells.x.range.length() * cells.y.range.length();
    if (elements <= kQuickElements)
      return patchesOf(cells, {}, false);
    return patchesOf(cellsOf(window, kQuickMatrixPixels), {}, true);
  }
  HeatPatches exact(const HeatWindow &window, std::stop_token stop) const override {
    return patchesOf(cellsOf(window, 1), stop, false);
  }

  std::vector<HeatTick> xTicks(HeatRange visible, float pixels) const override {
    return numberTicks(visible, pixels, kColumnSpacing);
  }
  std::vector<HeatTick> yTicks(HeatRange visible, float pixels) const override {
    std::vector<HeatTick> ticks = numberTicks(visible, pixels, kRowSpacing);
    for (HeatTick &tick : ticks)
      tick.label = m_layout.rowLabel(m_accesses->buffers, static_cast<uint64_t>(tick.at));
    return ticks;
  }

  HeatHover hover(const HeatArea &cell, double value) const override {
    HeatHover hover;
    const Place first = firstOf(cell), last = lastOf(cell);
    const uint64_t from = m_layout.addressOf(first), to = m_layout.addressOf(last);
    hover.title = byteRangeText(m_accesses->buffers, buffer().space, from, to);
    const HeatArea whole{{static_cast<double>(first.column), static_cast<double>(last.column) + 1},
                         {static_cast<double>(first.row), static_cast<double>(last.row) + 1}};
    const MatrixCells one{{whole.x, 1}, {whole.y, 1}};
    const SectorSums sums = sumsOf(one, {}, false).front();
    hover.lines = {{"elements", formatCount(std::llround(whole.x.length() * whole.y.length()))}};
    if (sums.sectors == 0)
      hover.lines.push_back({"accesses", std::isnan(value) ? kUnknownText : "0"});
    else
      addLines(sums, hover.lines);
    if (buffer().space == AccessSpace::Global) {
      // Only the first row of the cell: bytes between two rows are not in the cell.
      const uint64_t rowEnd = m_layout.addressOf({first.row, last.column});
      hover.selection.bytes = {{from, std::max(from, rowEnd) + (elementBytes() - 1)}};
    }
    return hover;
  }

  HeatHover details(const HeatArea &cell, double value, std::stop_token stop) const override {
    HeatHover all = hover(cell, value);
    const bool isShared = m_touches->space() == AccessSpace::Shared;
    if (!m_map && !isShared)
      return all;
    const Place first = firstOf(cell), last = lastOf(cell);
    const uint64_t sectorBytes = m_touches->sectorBytes();
    const bool isAligned = (buffer().base & (sectorBytes - 1)) % elementBytes() == 0;
    const uint64_t step = isAligned ? std::min<uint64_t>(elementBytes(), sectorBytes) : 1;
    const auto isInCell = [&](uint64_t sector) {
      // Any element of the sector may lie in the cell, not only the first one.
      for (uint64_t address = sector; address < sector + sectorBytes; address += step)
        if (const auto place = m_layout.placeOf(address))
          if (place->row >= first.row && place->row <= last.row && place->column >= first.column &&
              place->column <= last.column)
            return true;
      return false;
    };
    const uint64_t from = m_layout.addressOf(first);
    const uint64_t to = m_layout.addressOf(last) + (elementBytes() - 1);
    const memory::AccessTable &table = m_accesses->table;
    if (isShared) {
      const memory::TouchedBytes bytes{AccessSpace::Shared, from, to, m_touches->sectorBytes(),
                                       isInCell};
      addTouchers(table, touchersOf(table, bytes, stop), all);
      return all;
    }
    const memory::MapWindow window{.firstAddress = from,
                                   .lastAddress = to,
                                   .begin = m_map->axisBegin(),
                                   .end = m_map->axisEnd()};
    addTouchers(table, touchersOf(*m_map, table, m_accesses->model, window, stop, isInCell), all);
    return all;
  }

  std::optional<HeatArea> partAt(double x, double y) const override {
    if (!m_tile)
      return std::nullopt;
    const auto around = [](HeatRange tile, double at) {
      const double begin =
          tile.begin + std::floor((at - tile.begin) / tile.length()) * tile.length();
      return HeatRange{begin, begin + tile.length()};
    };
    return HeatArea{around(m_tile->x, x), around(m_tile->y, y)};
  }

  std::vector<HeatArea> areasOf(const HeatSelection &selection) const override {
    std::vector<HeatArea> areas;
    if (selection.bytes && m_touches->space() == AccessSpace::Global) {
      std::vector<HeatArea> spans;
      m_layout.addSpans(selection.bytes->first, selection.bytes->last, spans);
      areas = mergedSpans(std::move(spans));
    } else if (selection.cta) {
      areas = areasOfCta(*selection.cta);
    }
    return areas;
  }

  std::optional<HeatArea> tile() const override { return m_tile; }

private:
  const memory::Buffer &buffer() const { return m_accesses->buffers.buffers()[m_layout.buffer()]; }
  uint32_t elementBytes() const { return m_layout.elementBytes(); }

  MatrixCells cellsOf(const HeatWindow &window, uint32_t cellPixels) const {
    return {pstudio::cellsOf(window.area.x, static_cast<double>(m_layout.columns()),
                             std::max(window.columns / cellPixels, 1u)),
            pstudio::cellsOf(window.area.y, static_cast<double>(m_layout.rows()),
                             std::max(window.rows / cellPixels, 1u))};
  }

  Place firstOf(const HeatArea &cell) const {
    return {static_cast<uint64_t>(std::max(0.0, cell.y.begin)),
            static_cast<uint64_t>(std::max(0.0, cell.x.begin))};
  }
  Place lastOf(const HeatArea &cell) const {
    const auto last = [](double end, uint64_t count, uint64_t first) {
      const auto place = static_cast<uint64_t>(std::max(0.0, std::ceil(end) - 1));
      return std::clamp(place, first, std::max(first, count - 1));
    };
    const Place first = firstOf(cell);
    const uint64_t row = last(cell.y.end, m_layout.rows(), first.row);
    return {row, last(cell.x.end, std::max<uint64_t>(m_layout.columnsOf(row), 1), first.column)};
  }

  void addLines(const SectorSums &sums, std::vector<CardLine> &lines) const {
    const memory::WarpRun &run = m_accesses->table.warps()[sums.lastRun];
    lines.push_back({"accessed sectors", countText(sums.sectors)});
    lines.push_back({"accesses to a sector", formatMean(sums.mean(sums.touches))});
    lines.push_back({"warps, CTAs of a sector",
                     formatMean(sums.mean(sums.warps)) + ", " + formatMean(sums.mean(sums.ctas))});
    lines.push_back({"used share", formatPercent(sums.efficiency(m_touches->sectorBytes()))});
    if (sums.falselyShared != 0)
      lines.push_back({"falsely shared", formatPercent(sums.mean(sums.falselyShared))});
    lines.push_back({"first access", formatExact(m_touches->timeOf(sums.firstTouch))});
    lines.push_back({"last access", formatExact(m_touches->timeOf(sums.lastTouch))});
    lines.push_back(
        {"last accessed by", "CTA " + formatCount(run.cta) + ", warp " + formatCount(run.warp)});
  }

  double valueOf(const SectorSums &sums) const {
    switch (m_measure) {
    case MatrixMeasure::Touches:
      return sums.mean(sums.touches);
    case MatrixMeasure::Warps:
      return sums.mean(sums.warps);
    case MatrixMeasure::Ctas:
      return sums.mean(sums.ctas);
    case MatrixMeasure::Efficiency:
      return sums.efficiency(m_touches->sectorBytes());
    case MatrixMeasure::FirstTouch:
      return static_cast<double>(m_touches->timeOf(sums.firstTouch).value);
    case MatrixMeasure::LastTouch:
      return static_cast<double>(m_touches->timeOf(sums.lastTouch).value);
    case MatrixMeasure::LastCta:
      return m_accesses->table.warps()[sums.lastRun].cta;
    case MatrixMeasure::FalseSharing:
      break;
    }
    return sums.mean(sums.falselyShared);
  }

  /// Value of a cell without touches: no data, or zero touches.
  double valueOfUntouched(const MatrixCells &cells, uint32_t column, uint32_t row) const {
    const HeatMeasure::Kind kind = measure().kind;
    const Place first{static_cast<uint64_t>(cells.y.range.begin + row * cells.perRow()),
                      static_cast<uint64_t>(cells.x.range.begin + column * cells.perColumn())};
    const bool isThere = first.column < m_layout.columnsOf(first.row);
    if (kind != HeatMeasure::Kind::Count || !isThere)
      return kNone;
    return m_touches->keeps(m_layout.addressOf(first)) ? 0 : kNone;
  }

  HeatPatches patchesOf(const MatrixCells &cells, const std::stop_token &stop,
                        bool isSampled) const {
    if (cells.isEmpty())
      return {};
    const std::vector<SectorSums> sums = sumsOf(cells, stop, isSampled);
    HeatPatch patch{cells.area(), memory::HeatGrid(cells.x.count, cells.y.count)};
    for (uint32_t row = 0; row < cells.y.count; ++row)
      for (uint32_t column = 0; column < cells.x.count; ++column) {
        const SectorSums &cell = sums[size_t{row} * cells.x.count + column];
        patch.grid.at(column, row) =
            cell.sectors != 0 ? valueOf(cell) : valueOfUntouched(cells, column, row);
      }
    HeatPatches patches;
    patches.push_back(std::move(patch));
    return patches;
  }

  std::vector<SectorSums> sumsOf(const MatrixCells &cells, const std::stop_token &stop,
                                 bool isSampled) const {
    std::vector<SectorSums> sums(cells.count());
    if (isSampled || !m_layout.isContiguous())
      addSamples(cells, isSampled ? 1 : kSamples, stop, sums);
    else
      addRows(cells, stop, sums);
    return sums;
  }

  /// Adds some elements of each cell, evenly distributed.
  void addSamples(const MatrixCells &cells, uint64_t most, const std::stop_token &stop,
                  std::vector<SectorSums> &sums) const {
    const auto places = [most](HeatRange range, uint32_t cell, double size) {
      const double begin = range.begin + cell * size;
      const auto first = static_cast<uint64_t>(begin);
      const auto count =
          std::max<uint64_t>(static_cast<uint64_t>(std::ceil(begin + size)) - first, 1);
      std::vector<uint64_t> all;
      for (uint64_t i = 0; i < std::min(count, most); ++i)
        all.push_back(first + (2 * i + 1) * count / (2 * std::min(count, most)));
      return all;
    };
    for (uint32_t row = 0; row < cells.y.count && !stop.stop_requested(); ++row)
      for (uint32_t column = 0; column < cells.x.count; ++column)
        for (const uint64_t y : places(cells.y.range, row, cells.perRow()))
          for (const uint64_t x : places(cells.x.range, column, cells.perColumn()))
            if (y < m_layout.rows() && x < m_layout.columnsOf(y))
              addElement({y, x}, sums[size_t{row} * cells.x.count + column]);
  }

  void addElement(Place place, SectorSums &sums) const {
    const uint64_t address = m_layout.addressOf(place);
    m_touches->forSectors(address, address + (elementBytes() - 1),
                          [&](uint64_t sector, const SectorTouch &touch) {
                            if (isTouched(sector, touch, address, address + (elementBytes() - 1)))
                              sums.add(sector, touch);
                          });
  }

  /// Whether one of the bytes [first, last] of a sector was touched.
  bool isTouched(uint64_t sector, const SectorTouch &touch, uint64_t first, uint64_t last) const {
    const uint64_t end = sector + (m_touches->sectorBytes() - 1);
    if (first <= sector && last >= end)
      return true;
    const uint64_t from = std::max(first, sector) - sector, to = std::min(last, end) - sector;
    return (touch.touchedBytes >> from & (~uint64_t{0} >> (63 - (to - from)))) != 0;
  }

  /// Adds every sector of every row; many rows at once if they are short or mostly visible.
  void addRows(const MatrixCells &cells, const std::stop_token &stop,
               std::vector<SectorSums> &sums) const {
    const auto begin = static_cast<uint64_t>(cells.y.range.begin);
    const auto end = static_cast<uint64_t>(cells.y.range.end);
    const uint64_t rowBytes = m_layout.columns() * elementBytes();
    const double shownBytes = cells.x.range.length() * elementBytes();
    const bool isDense =
        rowBytes <= SectorTouches::kPageBytes || 4 * shownBytes >= static_cast<double>(rowBytes);
    const uint64_t atOnce = isDense ? std::max<uint64_t>(kBlockBytes / rowBytes, 1) : 1;
    for (uint64_t y = begin; y < end && !stop.stop_requested(); y += atOnce)
      addBlock(cells, y, std::min(y + atOnce, end), sums);
  }

  /// The visible bytes of a row, a closed range; nothing if there are none.
  std::optional<HeatSelection::Bytes> visibleBytes(const MatrixCells &cells, uint64_t row) const {
    const auto begin = static_cast<uint64_t>(cells.x.range.begin);
    const uint64_t end =
        std::min(static_cast<uint64_t>(cells.x.range.end), m_layout.columnsOf(row));
    if (end <= begin)
      return std::nullopt;
    return HeatSelection::Bytes{m_layout.addressOf({row, begin}),
                                m_layout.addressOf({row, end - 1}) + (elementBytes() - 1)};
  }

  /// Adds the sectors of rows [begin, end).
  void addBlock(const MatrixCells &cells, uint64_t begin, uint64_t end,
                std::vector<SectorSums> &sums) const {
    const auto head = visibleBytes(cells, begin);
    if (!head) // the rows after it have no visible bytes either
      return;
    const auto tail = visibleBytes(cells, end - 1);
    const uint64_t base = buffer().base;
    const uint64_t bufferBytes = m_accesses->buffers.bytesOf(m_layout.buffer());
    const uint64_t last = tail ? tail->last : base + (bufferBytes - 1);
    const uint64_t rowBytes = m_layout.columns() * elementBytes();
    m_touches->forSectors(head->first, last, [&](uint64_t sector, const SectorTouch &touch) {
      const uint64_t from = std::max(sector, head->first);
      const uint64_t to = std::min(sector + (m_touches->sectorBytes() - 1), last);
      for (uint64_t row = (from - base) / rowBytes; row <= (to - base) / rowBytes; ++row) {
        const auto bytes = visibleBytes(cells, row);
        if (!bytes || bytes->first > to || bytes->last < from)
          continue;
        const double place = (static_cast<double>(row) - cells.y.range.begin) / cells.perRow();
        const auto cell = std::min(static_cast<uint32_t>(place), cells.y.count - 1);
        addSector(cells, sector, touch, bytes->first, bytes->last,
                  &sums[size_t{cell} * cells.x.count]);
      }
    });
  }

  /// Adds the sector to each cell of a row of cells that shows some of its touched bytes. `first`
  /// and `last` are the visible bytes of the row.
  void addSector(const MatrixCells &cells, uint64_t sector, const SectorTouch &touch,
                 uint64_t first, uint64_t last, SectorSums *ofRow) const {
    const double bytesPerCell = cells.perColumn() * elementBytes();
    const uint64_t from = std::max(sector, first);
    const uint64_t to = std::min(sector + (m_touches->sectorBytes() - 1), last);
    const auto cellOf = [&](uint64_t address) {
      return std::min(static_cast<uint32_t>(static_cast<double>(address - first) / bytesPerCell),
                      cells.x.count - 1);
    };
    const uint32_t firstCell = cellOf(from), lastCell = cellOf(to);
    for (uint32_t cell = firstCell; cell <= lastCell; ++cell) {
      const uint64_t begin = first + static_cast<uint64_t>(std::ceil(cell * bytesPerCell));
      const uint64_t end = first + static_cast<uint64_t>(std::ceil((cell + 1) * bytesPerCell)) - 1;
      if (isTouched(sector, touch, std::max(begin, from), std::min(std::max(end, begin), to)))
        ofRow[cell].add(sector, touch);
    }
  }

  std::vector<HeatArea> areasOfCta(uint32_t cta) const {
    const memory::AccessTable &table = m_accesses->table;
    const uint64_t first = buffer().base;
    const uint64_t last = first + (m_accesses->buffers.bytesOf(m_layout.buffer()) - 1);
    std::vector<HeatArea> spans;
    for (const memory::WarpRun &run : table.warps()) {
      for (uint64_t i = run.begin; run.cta == cta && i < run.end; ++i) {
        const memory::Access access = table[i];
        const memory::AccessSite &site = table.sites()[access.site];
        if (site.space != m_touches->space())
          continue;
        const auto lanes = table.lanesOf(access);
        const auto pieces = memory::BytePieces::of(lanes.addresses(), site.bytesPerLane);
        for (const memory::BytePiece &piece : pieces.pieces())
          if (piece.first <= last && piece.last >= first)
            m_layout.addSpans(piece.first, piece.last, spans);
      }
    }
    return mergedSpans(std::move(spans));
  }

  /// The tile of a CTA: the rectangle that the first CTA touched, if the rectangle of another CTA
  /// has the same size and is offset by whole tiles. Else nothing.
  std::optional<HeatArea> findTile() const {
    std::vector<HeatArea> tiles;
    std::optional<uint32_t> looked;
    size_t count = 0;
    for (const memory::WarpRun &run : m_accesses->table.warps()) {
      if (run.cta == looked)
        continue;
      looked = run.cta;
      if (++count > kMaxTiles || tiles.size() == 2)
        break;
      const std::vector<HeatArea> areas = areasOfCta(run.cta);
      if (areas.size() > 1)
        return std::nullopt;
      if (areas.size() == 1 && (tiles.empty() || !(tiles.back() == areas.front())))
        tiles.push_back(areas.front());
    }
    if (tiles.size() < 2 || tiles[0].x.length() != tiles[1].x.length() ||
        tiles[0].y.length() != tiles[1].y.length())
      return std::nullopt;
    const auto isAligned = [](HeatRange a, HeatRange b) {
      return std::fmod(b.begin - a.begin, a.length()) == 0;
    };
    const bool fits = isAligned(tiles[0].x, tiles[1].x) && isAligned(tiles[0].y, tiles[1].y);
    return fits ? std::optional(tiles[0]) : std::nullopt;
  }
  static constexpr size_t kMaxTiles = 8; // CTAs that are checked

  std::shared_ptr<const LaunchAccesses> m_accesses;
  std::shared_ptr<const SectorTouches> m_touches;
  std::shared_ptr<const AddressMap> m_map;
  MatrixLayout m_layout;
  MatrixMeasure m_measure;
  std::optional<HeatArea> m_tile;
};

} // namespace

const char *matrixMeasureName(MatrixMeasure measure) {
  static constexpr std::array<const char *, kMatrixMeasures> kNames = {
      "touches",     "distinct warps", "distinct CTAs", "efficiency",
      "first touch", "last touch",     "last CTA",      "false sharing"};
  return kNames[static_cast<size_t>(measure)];
}

const char *matrixMeasureText(MatrixMeasure measure) {
  static constexpr std::array<const char *, kMatrixMeasures> kTexts = {
      "accesses",     "distinct warps", "distinct CTAs", "used share",
      "first access", "last access",    "last CTA",      "false sharing"};
  return kTexts[static_cast<size_t>(measure)];
}

SectorTouches countSharedTouches(const LaunchAccesses &accesses, unsigned threads) {
  // In shared memory, a word of a bank takes the role of a sector.
  memory::MemoryModel model = accesses.model;
  model.sectorBytes = std::min(model.banks.bankBytes, model.sectorBytes);
  return SectorTouches::count(accesses.table, model,
                              {.threads = threads, .space = AccessSpace::Shared});
}

std::shared_ptr<const HeatMapSource> makeMatrixHeatMap(
    std::shared_ptr<const LaunchAccesses> accesses, std::shared_ptr<const SectorTouches> touches,
    std::shared_ptr<const AddressMap> map, MatrixLayout layout, MatrixMeasure measure) {
  PSTUDIO_CHECK(accesses->buffers.buffers()[layout.buffer()].space == touches->space());
  return std::make_shared<MatrixHeatMap>(std::move(accesses), std::move(touches), std::move(map),
                                         std::move(layout), measure);
}

} // namespace pstudio
