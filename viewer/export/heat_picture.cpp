// SPDX-License-Identifier: Apache-2.0
// Composes the views of the heat panel into a picture, through the same draw lists and charts.
#include "viewer/export/heat_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <span>

#include "viewer/export/picture_canvas.h"
#include "viewer/export/picture_parts.h"
#include "viewer/geometry/heat/heat_map_draw_list.h"
#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/geometry/heat/memory_operation_lines.h"
#include "viewer/geometry/timeline/quality_badges.h"

namespace pstudio {
namespace {

constexpr float kLeftShare = 0.58f;
constexpr float kColumnGap = 32, kMapGap = 20, kBlockGap = 12;
constexpr float kMapShare = 0.5f; // of the height below the head
constexpr size_t kMapsAbove = 2;
constexpr float kMinMapWidth = 420;
constexpr float kMinMap = 220;          // height with title, axes, and a legend with all its words
constexpr float kMinThirdMap = 160;     // height with title, axes, and a legend with its scale
constexpr float kThirdMapShare = 0.62f; // of the height beside the table
constexpr float kChartHeight = 92;
constexpr uint32_t kFootprintColumns = 160, kMaxWaves = 60;

/// Composes one picture, from the top to the bottom.
class HeatPicture : PictureCanvas {
public:
  HeatPicture(const Trace &trace, const HeatData &data, const HeatPictureOptions &options,
              TextShaping shaping = TextShaping::Full)
      : PictureCanvas(options.size, options.theme, shaping), m_trace(trace), m_data(data),
        m_options(options),
        m_rows(memoryOperationRows(data, SourceTexts({std::shared_ptr<const Trace>(), &trace}))),
        m_findings{heatCards(data), options.findingsOff, [](SliceId) { return std::string(); }} {}

  /// The minimum height at this width: a map with its title and its legend, the first operation of
  /// the source and the first finding.
  float leastHeight() {
    const float inner = m_width - 2 * kPictureMargin;
    const float words = m_width < kTwoColumns ? inner : leftWidth();
    return drawHead() + kMinMap + kBlockGap + leastWords(words) + kPictureMargin;
  }

  void paint(QPainter &painter) {
    start(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const float top = paintHead();
    const float inner = m_width - 2 * kPictureMargin;
    const float all = m_height - kPictureMargin - top;
    const std::vector<Map> maps = this->maps();
    const bool isOneColumn = m_width < kTwoColumns;
    const float least = leastWords(isOneColumn ? inner : leftWidth());
    const float above =
        std::max(kMinMap, std::min(std::floor(all * (maps.size() == 1 ? 0.6f : kMapShare)),
                                   all - kBlockGap - least));
    const size_t fitting = paintMaps(maps, {kPictureMargin, top, inner, above});
    const PixelRect below{kPictureMargin, top + above + kBlockGap, inner, all - above - kBlockGap};
    if (isOneColumn)
      return paintWords(below);
    const float left = leftWidth();
    paintWords({below.x, below.y, left, below.height});
    PixelRect right{below.x + left + kColumnGap, below.y, inner - left - kColumnGap, below.height};
    const float height = std::floor(right.height * kThirdMapShare);
    if (maps.size() > fitting && height >= kMinThirdMap) {
      paintMap(maps[fitting], {right.x, right.y, right.width, height});
      right = {right.x, right.y + height + kBlockGap, right.width,
               right.height - height - kBlockGap};
    }
    paintCharts(right);
  }

private:
  std::string headline() const {
    const std::string name = m_options.title.empty() ? m_trace.info().title : m_options.title;
    const std::string launch = launchName(m_trace, m_options.choice.launch);
    std::string text = name.empty() ? launch : name;
    if (name != launch && !name.empty() && m_trace.launches().size() > 1)
      text += ", " + launch;
    return text + ": memory heat map";
  }

  float leftWidth() const {
    return std::floor((m_width - 2 * kPictureMargin - kColumnGap) * kLeftShare);
  }

  /// Draws the head into the list, which is cleared. \return the top of the content.
  float drawHead() {
    if (!m_options.hasHead)
      return PictureCanvas::drawHead({});
    PictureHead head{
        headline(),
        {{pictureSubtitle(m_trace, m_options.title)}, {heatHeadline(m_data, m_options.choice)}},
        heatBadges(m_trace, m_options.choice, m_data)};
    std::ranges::copy(qualityBadges(m_trace), std::back_inserter(head.badges));
    return PictureCanvas::drawHead(head);
  }

  /// \return the top of the content.
  float paintHead() {
    const float y = drawHead();
    flush(0, 0);
    return y;
  }

  /// Height of a row of the table and the first finding, each with the line that counts the others.
  float leastWords(float width) {
    clear(width);
    const float table = kPictureHeading + leastTable(width);
    const float findings = leastFindings(m_findings, width);
    return findings > 0 ? table + kBlockGap + findings : table;
  }

  /// Height of the headings, a row, and the line that counts the others.
  float leastTable(float width) {
    return drawMemoryOperationLines(std::span(m_rows).first(std::min<size_t>(m_rows.size(), 2)),
                                    width, 1e6f, m_texts, m_list);
  }

  /// A map and its visible part.
  struct Map {
    std::shared_ptr<const HeatMapSource> source;
    HeatArea visible;
  };

  HeatArea visibleOf(HeatView view, const HeatMapSource &source) const {
    if (const auto part = m_options.visible.find(view); part != m_options.visible.end())
      return part->second;
    HeatArea all{{0, source.xAxis().length}, {0, source.yAxis().length}};
    if (const auto time = timeAxisOf(view, m_data))
      if (const HeatRange part = heatRangeOf(*time, m_options.choice.time); !part.isEmpty())
        all.x = part;
    return all;
  }

  /// The requested maps, or by default those with data.
  std::vector<Map> maps() const {
    const bool isAsked = !m_options.views.empty();
    const std::vector<HeatView> views =
        isAsked              ? m_options.views
        : m_data.isCounted() ? std::vector{HeatView::Ctas}
                             : std::vector{HeatView::Time, HeatView::Matrix, HeatView::Banks};
    std::vector<Map> found;
    for (const HeatView view : views)
      if (auto source = heatViewSource(view, m_data, m_options.choice).source)
        found.push_back({source, visibleOf(view, *source)});
    return found;
  }

  /// Paints the first maps beside each other. \return their number.
  size_t paintMaps(const std::vector<Map> &maps, const PixelRect &area) {
    const auto fitting = static_cast<size_t>(
        std::max(1.0f, std::floor((area.width + kMapGap) / (kMinMapWidth + kMapGap))));
    const size_t shown = std::min({maps.size(), fitting, kMapsAbove});
    const auto count = static_cast<float>(std::max<size_t>(shown, 1));
    const float width = std::floor((area.width - kMapGap * (count - 1)) / count);
    for (size_t i = 0; i < shown; ++i)
      paintMap(maps[i],
               {area.x + static_cast<float>(i) * (width + kMapGap), area.y, width, area.height});
    return shown;
  }

  void paintMap(const Map &map, const PixelRect &area) {
    const HeatMapSource &source = *map.source;
    HeatMapScene scene;
    scene.source = &source;
    scene.layout =
        HeatMapLayout::of(area.width, area.height, source.yAxis().letters, source.aspect());
    scene.visible = map.visible;
    const HeatPatches patches = source.exact(scene.layout.windowOf(scene.visible), {});
    const HeatScale scale = HeatScale::of(m_options.scaleKind, source.measure(), patches);
    const std::vector<HeatImage> images = heatImages(patches, scale);
    const std::vector<HeatArea> marks = source.areasOf(m_options.choice.selection);
    scene.images = images;
    scene.scale = &scale;
    scene.marks = marks;
    scene.isScaleChosenHere = false;
    drawHeatMap(scene, m_texts, m_list);
    flush(area.x, area.y);
  }

  /// Paints the table and the findings. With findings the table uses at most half of the height.
  void paintWords(const PixelRect &area) {
    const float least = leastTable(area.width);
    paintHeading(m_data.isCounted() ? "Memory operations" : "Memory operations, by wasted traffic",
                 area);
    m_list.clear({0, 0, area.width, area.height});
    const float most =
        std::max(least, (m_findings.cards.empty() ? area.height : std::floor(area.height * 0.5f)) -
                            kPictureHeading);
    const float used = drawMemoryOperationLines(m_rows, area.width, most, m_texts, m_list);
    flush(area.x, area.y + kPictureHeading);
    const float y = area.y + kPictureHeading + used + kBlockGap;
    paintFindings(m_findings, {area.x, y, area.width, area.bottom() - y});
  }

  void paintCharts(const PixelRect &area) {
    float y = area.y;
    const auto paint = [&](const char *heading, bool isThere, ChartPtr chart,
                           std::span<const ChartKey> keys = {}) {
      const float height = kPictureHeading + kChartHeight;
      if (!isThere || y + height > area.bottom() + 1)
        return;
      paintChartBlock(heading, std::move(chart), {area.x, y, area.width, height}, keys);
      y += height + kBlockGap;
    };
    const auto footprint = footprintPoints(m_data, kFootprintColumns);
    const auto waves = waveBars(m_data, kMaxWaves);
    const auto reuse = reuseBars(m_data);
    const auto degrees = degreeBars(m_data, {});
    paint("Distinct memory touched over time", !footprint.empty(),
          makeFootprintChart(footprint, m_theme), kFootprintKeys);
    paint("Shared-memory accesses by conflict degree", !degrees.empty(),
          makeBarChart(degrees, m_theme));
    paint("How soon a cache line is used again", !reuse.empty(), makeBarChart(reuse, m_theme));
    paint("Footprint of a wave", !waves.empty(), makeWaveChart(waves, m_theme), kFootprintKeys);
  }

  const Trace &m_trace;
  const HeatData &m_data;
  const HeatPictureOptions &m_options;
  std::vector<MemoryOperationRow> m_rows;
  PictureFindings m_findings;
};

/// The options with the visible time range, or the reason why there is no such picture.
Result<HeatPictureOptions> checkedOptions(const Trace &trace, const HeatData &data,
                                          const HeatPictureOptions &asked) {
  PSTUDIO_TRY(validatePicture(asked.size, asked.scale));
  if (data.accesses().isEmpty())
    return fail(ErrorCode::InvalidInput, "the launch has no memory accesses", "launch",
                "choose another launch, or record them with proton-collect run SPEC --mode memory");
  HeatPictureOptions options = asked;
  if (const auto times = timeAxisOf(HeatView::Time, data);
      times && !times->isEmpty() && options.choice.time) {
    PSTUDIO_TRY_ASSIGN(options.choice.time,
                       rangeWithin(*options.choice.time, *times, "the accesses of the launch"));
  }
  PSTUDIO_TRY(validateHeight(options.size, HeatPicture(trace, data, options).leastHeight(),
                             "heat map view"));
  return options;
}

PaintPicture painting(const Trace &trace, const HeatData &data, const HeatPictureOptions &options) {
  return [&](QPainter &painter) {
    HeatPicture(trace, data, options, shapingFor(painter)).paint(painter);
  };
}

} // namespace

HeatChoice openingHeatChoice(const HeatData &data, uint32_t launch) {
  HeatChoice choice;
  choice.launch = launch;
  choice.buffer = openingBuffer(data);
  return choice;
}

Result<QImage> renderHeatPicture(const Trace &trace, const HeatData &data,
                                 const HeatPictureOptions &asked) {
  PSTUDIO_TRY_ASSIGN(const HeatPictureOptions options, checkedOptions(trace, data, asked));
  return paintedImage(options.size, options.scale, painting(trace, data, options));
}

Result<void> saveHeatPicture(const Trace &trace, const HeatData &data,
                             const HeatPictureOptions &asked, const std::string &path,
                             FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(const HeatPictureOptions options, checkedOptions(trace, data, asked));
  return savePainted(path, options.size, options.scale, painting(trace, data, options), reader);
}

} // namespace pstudio
