// SPDX-License-Identifier: Apache-2.0
// Draws the iteration view: bars row by row, labels, ruler and legend.
#include "viewer/geometry/overlap/iteration_draw_list.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/ruler.h"

namespace pstudio {
namespace {

constexpr float kTallestBar = 12;
constexpr float kMinLabelPitch = 13; // of two labels
constexpr float kMarkSize = 8;       // of a stage
constexpr float kOpenWidth = 24;     // dashed end of an operation with unknown completion time
constexpr float kSpreadTick = 3;
constexpr uint8_t kLateTint = 120;
constexpr float kShortLegend = 480; // a narrower legend has short texts
constexpr double kTickSpacing = 84;

/// Height of the issue bar: the space above the thin in-flight bar. It is at least one pixel, which
/// overlaps a low bar.
float issueHeight(float bar, float thin) {
  return std::max(1.0f, std::floor(bar / 2) - std::floor(thin / 2));
}

/// Draws bars and labels of rows into one list, each at its own y.
class RowPainter {
public:
  RowPainter(const IterationScene &scene, const TextMeasure &measure, DrawList &out)
      : m_scene(scene), m_measure(measure), m_out(out), m_left(scene.metrics.labelWidth),
        m_right(m_left + static_cast<float>(scene.viewport.widthPx())) {}

  void drawBars(const IterationRow &row, float y, float pitch) {
    m_middle = std::floor(y + pitch / 2);
    m_bar = std::floor(std::clamp(pitch - 8, std::min(pitch, 2.0f), kTallestBar));
    m_thin = m_bar < 6 ? m_bar : std::floor(m_bar * 0.6f);
    drawWait(row);
    if (row.workEnd > row.waitExit && !row.isUnfinished)
      fill(xOf(row.waitExit), xOf(row.workEnd), m_bar, ColorToken::AsyncWork, Corner::Soft);
    drawIssue(row);
    drawSpread(row);
    drawOverrun(row);
  }

  /// Draws number, stage mark and waited time. `isSparse` leaves out the texts, which would overlap
  /// those of other lines.
  void drawLabels(const IterationRow &row, const std::string &name, float y, float pitch,
                  FontRole font, bool isSparse) {
    const IterationMetrics &metrics = m_scene.metrics;
    const float height = std::max(pitch, kMinLabelPitch);
    const float top = y + (pitch - height) / 2;
    if (row.stage >= 0) {
      const float size = std::min(kMarkSize, std::max(2.0f, pitch - 2));
      m_out.addRect(DrawLayer::Label, {.rect = {metrics.labelWidth - 30,
                                                std::floor(y + (pitch - size) / 2), size, size},
                                       .fill = ColorToken::TextMuted,
                                       .tint = stageTint(row.stage)});
    }
    if (isSparse)
      return;
    m_out.addText(
        DrawLayer::Label,
        {.box = {4, top, metrics.labelWidth - 42, height}, .font = font, .align = TextAlign::Right},
        name);
    if (row.stage >= 0)
      m_out.addText(DrawLayer::Label,
                    {.box = {metrics.labelWidth - 19, top, 19, height},
                     .font = FontRole::MonoSmall,
                     .color = ColorToken::TextMuted},
                    formatCount(row.stage));
    drawValue(row, top, height);
  }

private:
  float xOf(Picoseconds time) const {
    const double x = std::floor(m_scene.viewport.pixelOf(time));
    return m_left + static_cast<float>(std::clamp(x, -1e6, 1e6));
  }

  /// Clips the bar to the pane and 8 pixels to each side. A visible bar is at least one pixel wide.
  void fill(float from, float to, float height, ColorToken color, Corner corner,
            uint8_t tint = 255) {
    from = std::max(from, m_left - 8);
    to = std::min(to, m_right + 8);
    if (to < from || from >= m_right + 8)
      return;
    const float width = std::max(1.0f, to - from);
    m_out.addRect(DrawLayer::Data,
                  {.rect = {from, m_middle - std::floor(height / 2), width, height},
                   .fill = color,
                   .corner = width >= 6 && height >= 5 ? corner : Corner::Square,
                   .tint = tint});
  }

  /// The operation is in flight from its issue on: hidden until the wait, then exposed. The lengths
  /// of both bars are times, so no other mark may cover their whole height.
  void drawWait(const IterationRow &row) {
    const float issue = xOf(row.issueBegin);
    const float enter = std::max(issue, xOf(row.waitEnter));
    if (row.isUnfinished) {
      const float issued = xOf(row.issueEnd);
      fill(issue, issued, m_thin, ColorToken::AsyncHidden, Corner::Round);
      drawOpenEnd(issued, issued + 2 * kOpenWidth);
      return;
    }
    if (row.isReadyBefore) {
      const float open = std::max(issue, enter - kOpenWidth);
      if (open > issue)
        fill(issue, open, m_thin, ColorToken::AsyncHidden, Corner::Round);
      drawOpenEnd(open, enter);
      return;
    }
    if (row.waitEnter < row.issueBegin)
      fill(xOf(row.waitEnter), issue, m_bar, ColorToken::AsyncExposed, Corner::Soft, kLateTint);
    if (enter > issue)
      fill(issue, enter, m_thin, ColorToken::AsyncHidden, Corner::Round);
    if (row.exposed.median > Picoseconds())
      fill(enter, xOf(row.waitExit), m_bar, ColorToken::AsyncExposed, Corner::Soft);
  }

  /// A thin bar at the upper edge of the others: the warp issues while the operation is in flight,
  /// or while another warp waits for it.
  void drawIssue(const IterationRow &row) {
    const float from = std::max(xOf(row.issueBegin), m_left - 8);
    const float to = std::min(std::max(xOf(row.issueEnd), xOf(row.issueBegin) + 2), m_right + 8);
    if (to <= from)
      return;
    m_out.addRect(DrawLayer::Data, {.rect = {from, m_middle - std::floor(m_bar / 2), to - from,
                                             issueHeight(m_bar, m_thin)},
                                    .fill = ColorToken::AsyncIssue});
  }

  /// Dashed outline without a fill: the completion time is unknown.
  void drawOpenEnd(float from, float to) {
    if (m_bar < 6) { // too low for an outline
      fill(from, to, m_thin, ColorToken::AsyncHidden, Corner::Square, kLateTint);
      return;
    }
    if (to - from < 3 || from > m_right || to < m_left)
      return;
    const float height = std::max(m_thin, 3.0f);
    m_out.addRect(DrawLayer::Data, {.rect = {from, m_middle - std::floor(height / 2),
                                             std::max(4.0f, to - from), height},
                                    .outline = ColorToken::AsyncOpen,
                                    .corner = Corner::Round,
                                    .dashed = true});
  }

  /// Marks the 5th to the 95th percentile of the ends of the waits.
  void drawSpread(const IterationRow &row) {
    if (row.isUnfinished || row.visits < 2 || row.exit.high <= row.exit.low || m_bar < 6)
      return;
    const float low = xOf(row.exit.low) + 0.5f;
    const float high = xOf(row.exit.high) + 0.5f;
    if (high - low < 2 || low > m_right || high < m_left)
      return;
    // Below the bar, so that neither hides the other.
    const float y = m_middle + std::ceil(m_bar / 2) + 2.5f;
    const auto line = [this](float x0, float y0, float x1, float y1) {
      m_out.addLine(DrawLayer::Data, {x0, y0, x1, y1, ColorToken::AsyncSpread});
    };
    line(std::max(low, m_left - 8), y, std::min(high, m_right + 8), y);
    for (const float x : {low, high})
      line(x, y - 1.5f, x, y - 1.5f + kSpreadTick);
  }

  /// Draws a sign at the right edge if the row continues outside of the picture.
  void drawOverrun(const IterationRow &row) {
    if (xOf(row.workEnd) <= m_right || row.isUnfinished || m_bar < 6)
      return;
    DrawCurve sign;
    sign.filled = true;
    sign.color = ColorToken::Text;
    sign.points = {m_right - 7, m_middle - 4, m_right - 1, m_middle,
                   m_right - 7, m_middle + 4, 0,           0};
    m_out.addCurve(DrawLayer::Data, sign);
  }

  void drawValue(const IterationRow &row, float top, float height) {
    if (m_scene.metrics.valueWidth <= 0)
      return;
    const bool isExposed = !row.isReadyBefore && !row.isUnfinished;
    const std::string text = row.isUncertain                 ? "uncertain"
                             : row.isWaitUnknown             ? "no record"
                             : row.isUnfinished              ? "never waited"
                             : row.isReadyBefore             ? "was ready"
                             : row.exposed.median.value == 0 ? formatZero()
                                                             : formatShort(row.exposed.median);
    m_out.addText(DrawLayer::Label,
                  {.box = {m_right, top, m_scene.metrics.valueWidth - 8, height},
                   .font = isExposed ? FontRole::MonoSmall : FontRole::Small,
                   .align = TextAlign::Right,
                   .color = isExposed ? ColorToken::Text : ColorToken::TextMuted},
                  elided(m_measure, FontRole::Small, text, m_scene.metrics.valueWidth - 8));
  }

  const IterationScene &m_scene;
  const TextMeasure &m_measure;
  DrawList &m_out;
  float m_left;
  float m_right;
  float m_middle = 0; ///< of the row being drawn
  float m_bar = 0;    ///< height of its bars
  float m_thin = 0;   ///< height of the in-flight bar
};

void coverSides(const IterationScene &scene, float top, float height, DrawList &out) {
  const float left = scene.metrics.labelWidth;
  const float right = left + static_cast<float>(scene.viewport.widthPx());
  out.addRect(DrawLayer::Label, {.rect = {0, top, left, height}, .fill = ColorToken::Canvas});
  out.addRect(DrawLayer::Label,
              {.rect = {right, top, scene.metrics.valueWidth, height}, .fill = ColorToken::Canvas});
}

void drawGrid(const IterationScene &scene, float top, float bottom, DrawList &out) {
  const float left = scene.metrics.labelWidth;
  for (const RulerTick &tick : rulerTicks(scene.viewport, nullptr, kTickSpacing))
    if (const float x = std::floor(static_cast<float>(tick.x)); x >= 0)
      out.addLine(DrawLayer::Grid,
                  {left + x, top, left + x, bottom,
                   tick.time.value == 0 ? ColorToken::Border : ColorToken::GridLine});
}

void drawTickLabels(const IterationScene &scene, const TextMeasure &measure, DrawList &out) {
  const float left = scene.metrics.labelWidth;
  const float right = left + static_cast<float>(scene.viewport.widthPx());
  float free = left - 40; // labels never lie over each other
  for (const RulerTick &tick : rulerTicks(scene.viewport, scene.clock, kTickSpacing)) {
    if (tick.x < -0.5)
      continue;
    const float x = left + std::floor(static_cast<float>(tick.x));
    const float width = std::max(measure.width(FontRole::MonoSmall, tick.label),
                                 measure.width(FontRole::MonoSmall, tick.cycles)) +
                        2;
    const float from = std::min(x - width / 2, right - width);
    if (from < free)
      continue;
    const float first = tick.cycles.empty() ? 12.0f : 3.0f;
    out.addText(
        DrawLayer::Label,
        {.box = {from, first, width, 16}, .font = FontRole::MonoSmall, .align = TextAlign::Center},
        tick.label);
    if (!tick.cycles.empty())
      out.addText(DrawLayer::Label,
                  {.box = {from, 18, width, 14},
                   .font = FontRole::MonoSmall,
                   .align = TextAlign::Center,
                   .color = ColorToken::TextMuted},
                  tick.cycles);
    free = from + width + 8;
  }
}

std::string nameOf(const IterationRow &row) {
  const std::string name = "k=" + formatCount(row.instance);
  return row.lastInstance > row.instance ? name + "\u2026" + formatCount(row.lastInstance) : name;
}

/// "k=16 .. 57 are omitted".
std::string gapText(const IterationScene &scene, const IterationLine &line) {
  const IterationRow &first = scene.rows[line.row];
  const IterationRow &last = scene.rows[line.row + line.count - 1];
  return nameOf(first) + " \u2026 " + formatCount(last.lastInstance) + ": " +
         formatCount(line.count) + " iterations are not shown";
}

void drawHeadingLine(const IterationScene &scene, const IterationLine &line, float y,
                     const TextMeasure &measure, DrawList &out) {
  const float pitch = scene.metrics.linePitch;
  const float width = scene.width();
  if (line.row > 0 || line.kind == IterationLine::Kind::Gap)
    out.addLine(DrawLayer::Label, {0, std::floor(y), width, std::floor(y), ColorToken::Border,
                                   line.kind == IterationLine::Kind::Gap});
  if (pitch < kMinLabelPitch)
    return;
  const bool isGap = line.kind == IterationLine::Kind::Gap;
  const std::string count =
      formatCount(line.count) + (line.count == 1 ? " iteration" : " iterations");
  const std::string text =
      isGap ? gapText(scene, line)
            : std::string(iterationPartName(scene.rows[line.row].part)) + "  \u00B7  " + count;
  const PixelRect box{isGap ? scene.metrics.labelWidth + 8 : 8, y,
                      std::min(width - 16, measure.width(FontRole::Small, text) + 8), pitch};
  // The rectangle hides the grid lines below the text.
  out.addRect(DrawLayer::Data,
              {.rect = {box.x - 4, y + 2, box.width + 4, pitch - 3}, .fill = ColorToken::Canvas});
  out.addText(DrawLayer::Label,
              {.box = box, .font = FontRole::Small, .color = ColorToken::TextMuted}, text);
}

void drawMarkedLine(const IterationScene &scene, uint32_t row, float y, DrawList &out) {
  const bool isSelected = row == scene.selected;
  if (!isSelected && row != scene.hovered)
    return;
  const PixelRect line{0, y, scene.width(), scene.metrics.linePitch};
  out.addRect(DrawLayer::Ground, {.rect = line, .fill = ColorToken::Stripe});
  // The label column has its own background.
  out.addRect(DrawLayer::Label,
              {.rect = {0, y, scene.metrics.labelWidth, line.height}, .fill = ColorToken::Stripe});
  out.addRect(DrawLayer::Label, {.rect = {scene.width() - scene.metrics.valueWidth, y,
                                          scene.metrics.valueWidth, line.height},
                                 .fill = ColorToken::Stripe});
  if (isSelected)
    out.addRect(DrawLayer::Overlay, {.rect = {0, y, 2, line.height}, .fill = ColorToken::Accent});
}

} // namespace

uint8_t stageTint(int32_t stage) {
  constexpr std::array<uint8_t, 4> kTints = {255, 176, 112, 56};
  return kTints[static_cast<size_t>(std::max(stage, 0)) % kTints.size()];
}

float iterationHeaderHeight(const IterationScene &scene) {
  return scene.metrics.rulerHeight + (scene.summary != nullptr ? 24.0f : 0.0f);
}

void drawIterationHeader(const IterationScene &scene, const TextMeasure &measure, DrawList &out) {
  const float height = iterationHeaderHeight(scene);
  const float ruler = scene.metrics.rulerHeight;
  out.clear({0, 0, scene.width(), height});
  out.addRect(DrawLayer::Ground, {.rect = out.clip(), .fill = ColorToken::Canvas});
  coverSides(scene, 0, height, out);
  drawGrid(scene, ruler - 4, height, out);
  drawTickLabels(scene, measure, out);
  if (scene.metrics.valueWidth > 0)
    out.addText(DrawLayer::Label,
                {.box = {scene.width() - scene.metrics.valueWidth, scene.clock ? 18.0f : 12.0f,
                         scene.metrics.valueWidth - 8, 14},
                 .font = FontRole::Small,
                 .align = TextAlign::Right,
                 .color = ColorToken::TextMuted},
                "waited for");
  if (scene.summary != nullptr) {
    RowPainter painter(scene, measure, out);
    painter.drawBars(*scene.summary, ruler, 22);
    painter.drawLabels(*scene.summary, "median", ruler, 22, FontRole::Small, false);
  }
  out.addLine(DrawLayer::Overlay, {0, height - 1, scene.width(), height - 1, ColorToken::Border});
}

void drawIterationLines(const IterationScene &scene, const TextMeasure &measure, DrawList &out) {
  out.clear({0, 0, scene.width(), scene.height});
  out.addRect(DrawLayer::Ground, {.rect = out.clip(), .fill = ColorToken::Canvas});
  coverSides(scene, 0, scene.height, out);
  drawGrid(scene, 0, scene.height, out);
  const float pitch = scene.metrics.linePitch;
  const auto every = static_cast<size_t>(std::ceil(kMinLabelPitch / pitch));
  RowPainter painter(scene, measure, out);
  const auto first =
      static_cast<size_t>(std::max(0.0, std::floor(scene.scrollY / static_cast<double>(pitch))));
  for (size_t i = first; i < scene.lines.size(); ++i) {
    const auto y =
        static_cast<float>(static_cast<double>(pitch) * static_cast<double>(i) - scene.scrollY);
    if (y >= scene.height)
      break;
    const IterationLine &line = scene.lines[i];
    if (line.kind != IterationLine::Kind::Row) {
      drawHeadingLine(scene, line, y, measure, out);
      continue;
    }
    const IterationRow &row = scene.rows[line.row];
    drawMarkedLine(scene, line.row, y, out);
    painter.drawBars(row, y, pitch);
    painter.drawLabels(row, nameOf(row), y, pitch, FontRole::MonoSmall, i % every != 0);
  }
}

float drawIterationLegend(std::span<const IterationRow> rows, const std::string &work, float width,
                          const TextMeasure &measure, DrawList &out) {
  constexpr float kLine = 20;
  const bool isShort = width < kShortLegend;
  const auto any = [rows](auto predicate) { return std::ranges::any_of(rows, predicate); };
  std::vector<std::pair<DrawRect, std::string>> entries;
  const auto add = [&](DrawRect sign, std::string longText, const char *shortText) {
    entries.emplace_back(sign, isShort ? std::string(shortText) : std::move(longText));
  };
  const auto box = [](ColorToken color) {
    return DrawRect{.rect = {0, 5, 10, 10}, .fill = color, .corner = Corner::Soft};
  };
  add({.rect = {0, 7, 10, 3}, .fill = ColorToken::AsyncIssue}, "issue", "issue");
  add({.rect = {0, 7, 18, 7}, .fill = ColorToken::AsyncHidden, .corner = Corner::Round},
      "in flight, hidden", "hidden");
  add(box(ColorToken::AsyncExposed), "in flight, waited for", "waited for");
  if (any([](const IterationRow &row) {
        return row.waitEnter < row.issueBegin && !row.isReadyBefore && !row.isUnfinished;
      })) {
    DrawRect late = box(ColorToken::AsyncExposed);
    late.tint = kLateTint;
    add(late, "waited, not issued yet", "not issued");
  }
  add(box(ColorToken::AsyncWork), work, "work");
  if (any([](const IterationRow &row) { return row.isReadyBefore || row.isUnfinished; }))
    add({.rect = {0, 6, 24, 8},
         .outline = ColorToken::AsyncOpen,
         .corner = Corner::Round,
         .dashed = true},
        "complete before the wait, end unknown", "end unknown");
  float x = 0, y = 0;
  for (auto &[sign, text] : entries) {
    const float length = std::ceil(measure.width(FontRole::Small, text));
    const float needed = sign.rect.width + 6 + length;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += kLine;
    }
    sign.rect.x += x;
    sign.rect.y += y;
    out.addRect(DrawLayer::Data, sign);
    out.addText(DrawLayer::Label,
                {.box = {x + sign.rect.width + 6, y, length + 1, kLine},
                 .font = FontRole::Small,
                 .color = ColorToken::TextMuted},
                text);
    x += needed + 20;
  }
  return y + kLine;
}

uint32_t hitIterationRow(const IterationScene &scene, double x, double y) {
  if (x < 0 || x >= static_cast<double>(scene.width()) || y < 0 ||
      y >= static_cast<double>(scene.height))
    return IterationScene::kNone;
  const auto line =
      static_cast<size_t>((y + scene.scrollY) / static_cast<double>(scene.metrics.linePitch));
  if (line >= scene.lines.size() || scene.lines[line].kind != IterationLine::Kind::Row)
    return IterationScene::kNone;
  return scene.lines[line].row;
}

} // namespace pstudio
