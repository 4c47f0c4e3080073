// SPDX-License-Identifier: Apache-2.0
// Composes the views of the overlap panel into a picture, through the same draw lists and charts.
#include "viewer/export/overlap_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <span>

#include "viewer/charts/overlap_charts.h"
#include "viewer/export/picture_canvas.h"
#include "viewer/export/picture_parts.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/iteration_draw_list.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/geometry/timeline/quality_badges.h"

namespace pstudio {
namespace {

using analysis::LaunchOverlap;

constexpr float kOverlapLeftShare = 0.62f;
constexpr float kOverlapColumnGap = 32;
constexpr float kMinTile = 140;
constexpr float kUsualSide =
    240; // of charts and findings below the iterations, where there is room
constexpr float kHiddenHeight = 100;
constexpr float kDepthHeight = 84;
constexpr float kOverlapBlockGap = 16;
constexpr float kMinLines = 9; // of the iteration view
constexpr float kLegendGap = 8;

/// Composes one picture, from the top to the bottom.
class OverlapPicture : PictureCanvas {
public:
  OverlapPicture(const OverlapData &data, const OverlapChoice &choice,
                 const OverlapPictureOptions &options, TextShaping shaping = TextShaping::Full)
      : PictureCanvas(options.size, options.theme, shaping), m_data(data), m_choice(choice),
        m_launch(data.launches()[choice.launch]), m_options(options),
        m_table(iterationTable(m_launch, choice.channel, choice.cta, choice.alignment)),
        m_findings{overlapFindings(data, choice.launch), options.findingsOff,
                   [&data](SliceId slice) { return operationName(data, slice); }} {}

  /// The minimum height at this width: the key figures, some iterations with their legend, and the
  /// first finding.
  float leastHeight() {
    const float top = drawHead() + m_tilesHeight + kOverlapBlockGap;
    const float inner = m_width - 2 * kPictureMargin;
    if (m_width < kTwoColumns)
      return top + leastIterations(inner) + kOverlapBlockGap + leastSide(inner) + kPictureMargin;
    const float left = leftWidth();
    return top + kPictureMargin +
           std::max(leastIterations(left), leastSide(inner - left - kOverlapColumnGap));
  }

  void paint(QPainter &painter) {
    start(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const float top = paintHead();
    const float inner = m_width - 2 * kPictureMargin;
    if (m_width >= kTwoColumns) {
      const float left = leftWidth();
      paintIterations({kPictureMargin, top, left, m_height - kPictureMargin - top});
      paintSide({kPictureMargin + left + kOverlapColumnGap, top, inner - left - kOverlapColumnGap,
                 m_height - kPictureMargin - top});
    } else {
      const float all = m_height - kPictureMargin - top;
      const float most = all - kOverlapBlockGap - std::max(leastSide(inner), kUsualSide);
      const float height = std::min(std::floor(all * 0.55f), most);
      const float used =
          paintIterations({kPictureMargin, top, inner, std::max(height, leastIterations(inner))});
      paintSide(
          {kPictureMargin, top + used + kOverlapBlockGap, inner, all - used - kOverlapBlockGap});
    }
  }

private:
  std::string headline() const {
    std::string name = m_options.title.empty() ? m_data.trace().info().title : m_options.title;
    return name.empty() ? "Async-wait overlap" : name + ": async-wait overlap";
  }

  std::string whose() const {
    if (m_choice.cta)
      return ctaName(m_data.trace(), m_launch, *m_choice.cta) + ", median of its warps";
    return m_launch.ctas.size() == 1
               ? "median of the warps"
               : "median of " + countText(m_launch.ctas.size()) + " CTAs and their warps";
  }

  float leftWidth() const {
    return std::floor((m_width - 2 * kPictureMargin - kOverlapColumnGap) * kOverlapLeftShare);
  }

  /// Draws the head into the list. \return the top of the key figures, whose height is
  /// m_tilesHeight.
  float drawHead() {
    if (!m_options.hasHead) {
      drawTileList();
      return PictureCanvas::drawHead({});
    }
    PictureHead head{
        headline(),
        {{pictureSubtitle(m_data.trace(), m_options.title)},
         {m_launch.channels[m_choice.channel].name + "  \u00B7  " +
          channelSubtitle(m_launch, m_choice.channel)}},
        overlapBadges(m_data, m_choice.launch, m_choice.channel, m_options.isTimelineCorrected)};
    const std::vector<QualityBadge> own = head.badges;
    std::ranges::copy_if(
        qualityBadges(m_data.trace()), std::back_inserter(head.badges),
        [&](const QualityBadge &badge) { return std::ranges::find(own, badge) == own.end(); });
    drawTileList();
    return PictureCanvas::drawHead(head);
  }

  void drawTileList() {
    const float width = m_width - 2 * kPictureMargin;
    std::vector<PixelRect> boxes;
    clear(width);
    m_tilesHeight = drawTiles(overlapTiles(m_launch, m_choice.channel), width, kMinTile, m_texts,
                              m_list, boxes);
  }

  /// \return the top of the content.
  float paintHead() {
    const float y = drawHead();
    flush(0, 0);
    drawTileList();
    flush(kPictureMargin, y);
    return y + m_tilesHeight + kOverlapBlockGap;
  }

  /// Height of heading, ruler, kMinLines lines (more if the pipeline has many parts) and the
  /// legend.
  float leastIterations(float width) {
    IterationScene scene;
    scene.summary = m_table.summary ? &*m_table.summary : nullptr;
    const size_t lines = iterationLines(m_table.rows, static_cast<size_t>(kMinLines)).size();
    return kPictureHeading + iterationHeaderHeight(scene) +
           static_cast<float>(lines) * scene.metrics.linePitch + kLegendGap + drawLegend(width);
  }

  /// Draws the legend into the list, which is cleared. \return its height.
  float drawLegend(float width) {
    clear(width);
    return drawIterationLegend(m_table.rows, "work after the wait", width, m_texts, m_list);
  }

  /// Height of the first finding, or of a chart without findings.
  float leastSide(float width) {
    const float findings = leastFindings(m_findings, width);
    return findings > 0 ? findings : kPictureHeading + kHiddenHeight;
  }

  /// \return the height that was used.
  float paintIterations(const PixelRect &area) {
    const bool isAtLoop = m_choice.alignment == IterationAlignment::Loop;
    paintHeading("Iterations, rows start at the " + std::string(isAtLoop ? "loop" : "issue") +
                     " (" + whose() + ")",
                 area);
    IterationScene scene;
    scene.rows = m_table.rows;
    scene.summary = m_table.summary ? &*m_table.summary : nullptr;
    ClockLine clock;
    clock.picosecondsPerCycle = m_launch.picosecondsPerTick;
    scene.clock = m_launch.isInCycles ? &clock : nullptr;
    const float bars = area.width - scene.metrics.labelWidth - scene.metrics.valueWidth;
    scene.viewport = Viewport::fit(iterationExtent(m_table.rows), static_cast<double>(bars))
                         .showing(iterationOpening(m_table.rows));
    scene.isAlignedAtLoop = isAtLoop;
    const float legend = drawLegend(area.width);
    const float head = kPictureHeading + iterationHeaderHeight(scene);
    const float room =
        std::floor((area.height - head - legend - kLegendGap) / scene.metrics.linePitch);
    const std::vector<IterationLine> lines =
        iterationLines(m_table.rows, static_cast<size_t>(std::max(kMinLines, room)));
    scene.lines = lines;
    scene.height = scene.metrics.linePitch * static_cast<float>(lines.size());
    const float bottom = area.y + head + scene.height;
    flush(area.x, bottom + kLegendGap);
    drawIterationHeader(scene, m_texts, m_list);
    flush(area.x, area.y + kPictureHeading);
    drawIterationLines(scene, m_texts, m_list);
    flush(area.x, area.y + head);
    return head + scene.height + kLegendGap + legend;
  }

  /// Paints charts, then findings. If not everything fits, findings replace the last charts, up to
  /// half of the height.
  void paintSide(const PixelRect &area) {
    const float cards = drawCards(m_findings, area.width);
    const float all = cards > 0 ? kPictureHeading + cards : 0;
    const float findings = std::min(all, std::max(area.height / 2, leastSide(area.width)));
    const float limit = area.bottom() - findings;
    float y = area.y;
    const auto paint = [&](const std::string &heading, ChartPtr chart, float height) {
      const float block = kPictureHeading + height;
      if (y + block > limit)
        return;
      paintChartBlock(heading, std::move(chart), {area.x, y, area.width, block});
      y += block + kOverlapBlockGap;
    };
    const std::vector<StageBar> stages = stageBars(m_launch, m_choice.channel);
    paint(kStageChartTitle, makeStageChart(stages, m_theme),
          static_cast<float>(stageChartHeight(stages.size())));
    paint("Hidden share by iteration, median, 5\u201395 %",
          makeHiddenChart(hiddenPoints(m_launch, m_choice.channel, m_choice.cta), m_theme),
          kHiddenHeight);
    const uint32_t cta = m_choice.cta.value_or(typicalCta(m_launch));
    paint("In flight over time, " + ctaName(m_data.trace(), m_launch, cta),
          makeDepthChart(depthPoints(m_data, m_choice.launch, m_choice.channel, cta), m_theme),
          kDepthHeight);
    paintFindings(m_findings, {area.x, y, area.width, area.bottom() - y});
  }

  const OverlapData &m_data;
  const OverlapChoice &m_choice;
  const LaunchOverlap &m_launch;
  const OverlapPictureOptions &m_options;
  IterationTable m_table;
  PictureFindings m_findings;
  float m_tilesHeight = 0;
};

/// The choice of the picture, or the reason why the options cannot be drawn.
Result<OverlapChoice> checkedChoice(const OverlapData &data, const OverlapPictureOptions &options) {
  PSTUDIO_TRY(validatePicture(options.size, options.scale));
  const auto choice = options.choice ? options.choice : openingChoice(data);
  if (!choice)
    return fail(ErrorCode::InvalidInput, "the trace has no asynchronous operations", "view",
                "record them with proton-collect run SPEC --mode async");
  PSTUDIO_TRY(validateHeight(options.size, OverlapPicture(data, *choice, options).leastHeight(),
                             "overlap view"));
  return *choice;
}

PaintPicture painting(const OverlapData &data, const OverlapChoice &choice,
                      const OverlapPictureOptions &options) {
  return [&](QPainter &painter) {
    OverlapPicture(data, choice, options, shapingFor(painter)).paint(painter);
  };
}

} // namespace

Result<QImage> renderOverlapPicture(const OverlapData &data, const OverlapPictureOptions &options) {
  PSTUDIO_TRY_ASSIGN(const OverlapChoice choice, checkedChoice(data, options));
  return paintedImage(options.size, options.scale, painting(data, choice, options));
}

Result<void> saveOverlapPicture(const OverlapData &data, const OverlapPictureOptions &options,
                                const std::string &path, FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(const OverlapChoice choice, checkedChoice(data, options));
  return savePainted(path, options.size, options.scale, painting(data, choice, options), reader);
}

} // namespace pstudio
