// SPDX-License-Identifier: Apache-2.0
// Composes the views of the overlap panel into a picture, through the same draw lists and charts.
#include "viewer/export/overlap_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <span>

#include "viewer/charts/overlap_charts.h"
#include "viewer/export/picture_head.h"
#include "viewer/export/picture_parts.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/finding_cards.h"
#include "viewer/geometry/overlap/iteration_draw_list.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/paint/draw_list_painter.h"

namespace pstudio {
namespace {

using analysis::LaunchOverlap;

constexpr float kTwoColumns = 880; // at least so wide for charts beside the iterations
constexpr float kLeftShare = 0.62f;
constexpr float kColumnGap = 32;
constexpr float kHeading = 24;
constexpr float kLeastTile = 140;
constexpr float kUsualSide =
    240; // of charts and findings below the iterations, where there is room
constexpr float kHiddenHeight = 100;
constexpr float kDepthHeight = 84;
constexpr float kBlockGap = 16;
constexpr float kLeastLines = 9; // of the iteration view
constexpr float kLegendGap = 8;
constexpr float kMoreFindings = 24; // "3 more are in the panel"

/// Composes one picture, from the top to the bottom.
class OverlapPicture {
public:
  OverlapPicture(const OverlapData &data, const OverlapChoice &choice,
                 const OverlapPictureOptions &options, TextShaping shaping = TextShaping::Full)
      : m_data(data), m_choice(choice), m_launch(data.launches()[choice.launch]),
        m_options(options), m_theme(Theme::of(options.theme)),
        m_table(iterationTable(m_launch, choice.channel, choice.cta, choice.alignment)),
        m_texts(shaping), m_width(static_cast<float>(options.size.width())),
        m_height(static_cast<float>(options.size.height())) {}

  /// How high the picture has to be at this width: for the key figures, some iterations with their
  /// legend, and the first finding.
  float leastHeight() {
    const float top = drawHead() + m_tilesHeight + kBlockGap;
    const float inner = m_width - 2 * kPictureMargin;
    if (m_width < kTwoColumns)
      return top + leastIterations(inner) + kBlockGap + leastSide(inner) + kPictureMargin;
    const float left = leftWidth();
    return top + kPictureMargin +
           std::max(leastIterations(left), leastSide(inner - left - kColumnGap));
  }

  void paint(QPainter &painter) {
    painter.fillRect(QRectF(QPointF(), QSizeF(m_options.size)), m_theme.color(ColorToken::Canvas));
    painter.setRenderHint(QPainter::Antialiasing);
    m_painter = &painter;
    const float top = paintHead();
    const float inner = m_width - 2 * kPictureMargin;
    if (m_width >= kTwoColumns) {
      const float left = leftWidth();
      paintIterations({kPictureMargin, top, left, m_height - kPictureMargin - top});
      paintSide({kPictureMargin + left + kColumnGap, top, inner - left - kColumnGap,
                 m_height - kPictureMargin - top});
    } else {
      const float all = m_height - kPictureMargin - top;
      const float most = all - kBlockGap - std::max(leastSide(inner), kUsualSide);
      const float height = std::min(std::floor(all * 0.55f), most);
      const float used =
          paintIterations({kPictureMargin, top, inner, std::max(height, leastIterations(inner))});
      paintSide({kPictureMargin, top + used + kBlockGap, inner, all - used - kBlockGap});
    }
  }

private:
  void paintText(const std::string &text, PixelRect box, FontRole font, ColorToken color) {
    m_list.addText(DrawLayer::Label, {.box = box, .font = font, .color = color},
                   elided(m_texts, font, text, box.width));
  }

  void flush(float x, float y) {
    paintDrawList(*m_painter, m_list, m_theme, m_texts,
                  {static_cast<double>(x), static_cast<double>(y)});
  }

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
    return std::floor((m_width - 2 * kPictureMargin - kColumnGap) * kLeftShare);
  }

  /// Into the list. \return where the key figures begin, whose height is m_tilesHeight.
  float drawHead() {
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
    m_list.clear({0, 0, m_width, m_height});
    return drawPictureHead(head, m_width, m_texts, m_list);
  }

  void drawTileList() {
    const float width = m_width - 2 * kPictureMargin;
    std::vector<PixelRect> boxes;
    m_list.clear({0, 0, width, m_height});
    m_tilesHeight = drawTiles(overlapTiles(m_launch, m_choice.channel), width, kLeastTile, m_texts,
                              m_list, boxes);
  }

  /// \return where the content begins.
  float paintHead() {
    const float y = drawHead();
    flush(0, 0);
    drawTileList();
    flush(kPictureMargin, y);
    return y + m_tilesHeight + kBlockGap;
  }

  /// Heading, ruler, kLeastLines lines (more where the pipeline has many parts) and the legend.
  float leastIterations(float width) {
    IterationScene scene;
    scene.summary = m_table.summary ? &*m_table.summary : nullptr;
    const size_t lines = iterationLines(m_table.rows, static_cast<size_t>(kLeastLines)).size();
    return kHeading + iterationHeaderHeight(scene) +
           static_cast<float>(lines) * scene.metrics.linePitch + kLegendGap + drawLegend(width);
  }

  /// Into the list, which is cleared. \return its height.
  float drawLegend(float width) {
    m_list.clear({0, 0, width, m_height});
    return drawIterationLegend(m_table.rows, "work after the wait", width, m_texts, m_list);
  }

  /// The first finding, or a chart where there is none.
  float leastSide(float width) {
    for (const analysis::Finding &finding : m_launch.findings)
      if (!m_options.findingsOff.contains(finding.code))
        return kHeading + drawCards(std::span(&finding, 1), width, 1e6f) + kMoreFindings;
    return kHeading + kHiddenHeight;
  }

  void paintHeading(const std::string &text, const PixelRect &area) {
    m_list.clear({0, 0, area.width, kHeading});
    paintText(text, {0, 0, area.width, kHeading - 4}, FontRole::BodyBold, ColorToken::Text);
    flush(area.x, area.y);
  }

  /// \return the height that was used.
  float paintIterations(const PixelRect &area) {
    const bool isAtLoop = m_choice.alignment == IterationAlignment::Loop;
    paintHeading("Iterations aligned at " + std::string(isAtLoop ? "loop start" : "issue") + " (" +
                     whose() + ")",
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
    const float head = kHeading + iterationHeaderHeight(scene);
    const float room =
        std::floor((area.height - head - legend - kLegendGap) / scene.metrics.linePitch);
    const std::vector<IterationLine> lines =
        iterationLines(m_table.rows, static_cast<size_t>(std::max(kLeastLines, room)));
    scene.lines = lines;
    scene.height = scene.metrics.linePitch * static_cast<float>(lines.size());
    const float bottom = area.y + head + scene.height;
    flush(area.x, bottom + kLegendGap);
    drawIterationHeader(scene, m_texts, m_list);
    flush(area.x, area.y + kHeading);
    drawIterationLines(scene, m_texts, m_list);
    flush(area.x, area.y + head);
    return head + scene.height + kLegendGap + legend;
  }

  /// Charts, then findings. Where not everything fits the last charts give way to the findings,
  /// which may take half of the height.
  void paintSide(const PixelRect &area) {
    const float all = findingsHeight(area.width);
    const float findings = std::min(all, std::max(area.height / 2, leastSide(area.width)));
    const float limit = area.bottom() - findings;
    float y = area.y;
    const auto paint = [&](const std::string &heading, ChartPtr chart, float height) {
      if (y + kHeading + height > limit)
        return;
      paintHeading(heading, {area.x, y, area.width, kHeading});
      y += kHeading;
      paintChart(*chart, *m_painter,
                 QRectF(static_cast<double>(area.x), static_cast<double>(y),
                        static_cast<double>(area.width), static_cast<double>(height)));
      y += height + kBlockGap;
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
    if (findings > 0)
      paintFindings({area.x, y, area.width, area.bottom() - y});
  }

  /// Draws into the list, which is cleared. \return their height.
  float drawCards(std::span<const analysis::Finding> findings, float width, float mostHeight) {
    FindingLook look;
    look.hasSwitches = false;
    look.mostHeight = mostHeight;
    std::vector<FindingPart> parts;
    m_list.clear({0, 0, width, m_height});
    return drawFindings(
        findings, m_options.findingsOff, look, width,
        [this](SliceId slice) { return operationName(m_data, slice); }, m_texts, m_list, parts);
  }

  /// With their heading; 0 if there are none.
  float findingsHeight(float width) {
    const float cards = drawCards(m_launch.findings, width, 1e6f);
    return cards > 0 ? kHeading + cards : 0;
  }

  void paintFindings(const PixelRect &area) {
    const float room = area.height - kHeading;
    // The gap below the last card may lie outside; how many more there are may not.
    if (drawCards(m_launch.findings, area.width, room) > room + kLegendGap)
      drawCards(m_launch.findings, area.width, room - kMoreFindings);
    flush(area.x, area.y + kHeading);
    paintHeading("Findings", area);
  }

  const OverlapData &m_data;
  const OverlapChoice &m_choice;
  const LaunchOverlap &m_launch;
  const OverlapPictureOptions &m_options;
  const Theme &m_theme;
  IterationTable m_table;
  TextCache m_texts;
  DrawList m_list;
  QPainter *m_painter = nullptr;
  float m_width;
  float m_height;
  float m_tilesHeight = 0;
};

/// What the picture is of, once everything about it is known to be drawable.
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

} // namespace

Result<QImage> renderOverlapPicture(const OverlapData &data, const OverlapPictureOptions &options) {
  PSTUDIO_TRY_ASSIGN(const OverlapChoice choice, checkedChoice(data, options));
  return paintedImage(options.size, options.scale, [&](QPainter &painter) {
    OverlapPicture(data, choice, options).paint(painter);
  });
}

Result<void> saveOverlapPicture(const OverlapData &data, const OverlapPictureOptions &options,
                                const std::string &path, FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(const OverlapChoice choice, checkedChoice(data, options));
  return savePainted(
      path, options.size, options.scale,
      [&](QPainter &painter) {
        OverlapPicture(data, choice, options, shapingFor(painter)).paint(painter);
      },
      reader);
}

} // namespace pstudio
