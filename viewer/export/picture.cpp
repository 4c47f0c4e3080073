// SPDX-License-Identifier: Apache-2.0
// Composes the panes of the timeline into a picture, through the same draw lists as the window.
#include "viewer/export/picture.h"

#include <QPainter>
#include <QSaveFile>
#include <algorithm>
#include <cmath>
#include <limits>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline_content.h"
#include "viewer/geometry/timeline_draw_list.h"
#include "viewer/geometry/truth_badges.h"
#include "viewer/paint/draw_list_painter.h"

namespace pstudio {
namespace {

constexpr float kMargin = 24;
constexpr float kTitleHeight = 28;
constexpr float kLineHeight = 18;
constexpr float kBadgeRow = 26;
constexpr float kRulerHeight = 36;
constexpr float kLegendHeight = 32;
constexpr float kNarrowestLabels = 96;
constexpr float kWidestLabels = 240;

std::string targetOf(const Trace &trace) {
  return trace.launches().empty() ? std::string()
                                  : std::string(trace.string(trace.launches().front().target));
}

std::string dimensions(const std::array<uint32_t, 3> &d) {
  auto text = std::to_string(d[0]) + " x " + std::to_string(d[1]);
  return d[2] > 1 ? text + " x " + std::to_string(d[2]) : text;
}

/// "2026-11-21 09:00 UTC" of an ISO 8601 time; other texts as they are.
std::string readableDate(const std::string &iso) {
  if (iso.empty())
    return "date unknown";
  const bool isFull = iso.size() >= 17 && iso[10] == 'T' && iso.back() == 'Z';
  return isFull ? iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC" : iso;
}

void append(std::string &line, const std::string &part) {
  if (part.empty())
    return;
  line += (line.empty() ? "" : "   \u00B7   ") + part;
}

/// Composes one picture; the members are its panes from the top to the bottom.
class Picture {
public:
  Picture(const std::shared_ptr<const Trace> &trace, const PictureOptions &options)
      : m_trace(*trace), m_options(options), m_theme(Theme::of(options.theme)),
        m_content(trace, options.grouping), m_width(static_cast<float>(options.size.width())),
        m_height(static_cast<float>(options.size.height())) {}

  QImage render() {
    QImage image((QSizeF(m_options.size) * m_options.scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
      return image;
    image.fill(m_theme.color(ColorToken::Canvas));
    QPainter painter(&image);
    painter.scale(m_options.scale, m_options.scale);
    m_painter = &painter;
    layOut();
    paintHeader();
    paintTimeline();
    paintLegend();
    return image;
  }

private:
  void layOut() {
    m_tracksTop = kMargin + kTitleHeight + 2 * kLineHeight + kBadgeRow + 10 + kRulerHeight;
    m_tracksHeight = std::max(40.0f, m_height - m_tracksTop - kLegendHeight - kMargin);
    m_content.openForHeight(static_cast<double>(m_tracksHeight));
    m_labelWidth = labelWidth();
    const double tracksWidth = static_cast<double>(m_width - 2 * kMargin - m_labelWidth);
    m_viewport = Viewport::fit(m_trace.timeRange(), tracksWidth);
    if (m_options.range)
      m_viewport = m_viewport.showing(*m_options.range);
    // Only whole lines: a line cut in half would look like a drawing error.
    m_usedHeight = static_cast<float>(
        std::min<double>(m_content.layout().height(), static_cast<double>(m_tracksHeight)));
    for (const LayoutItem &item : m_content.layout().items()) {
      if (item.y + static_cast<double>(item.height) > static_cast<double>(m_tracksHeight)) {
        m_usedHeight = static_cast<float>(item.y);
        break;
      }
      ++m_shownLines;
    }
  }

  float labelWidth() const {
    float widest = kNarrowestLabels;
    double y = 0;
    for (const LayoutItem &item : m_content.layout().items()) {
      if (y > static_cast<double>(m_tracksHeight))
        break;
      y = item.y;
      const DisplayNode &node = m_content.tree().node(item.node);
      float width = labelIndent(node.depth) + 24 + m_texts.width(FontRole::BodyBold, node.label);
      if (item.isFolded && node.warpCount > 0)
        width += 100;
      widest = std::max(widest, width);
    }
    return std::min({widest, kWidestLabels, m_width / 3});
  }

  void paintText(const std::string &text, PixelRect box, FontRole font, ColorToken color,
                 TextAlign align = TextAlign::Left) {
    m_list.addText(DrawLayer::Label, {.box = box, .font = font, .align = align, .color = color},
                   elided(m_texts, font, text, box.width));
  }

  std::string subtitle() const {
    std::string line;
    const std::string name = m_trace.info().title;
    if (!m_options.title.empty() && m_options.title != name)
      append(line, name);
    append(line, targetOf(m_trace));
    if (!m_trace.launches().empty() && m_trace.launches().front().grid[0] > 0) {
      const Launch &launch = m_trace.launches().front();
      append(line, "grid " + dimensions(launch.grid) + ", block " + dimensions(launch.block));
    }
    append(line, readableDate(m_trace.info().date));
    return line;
  }

  std::string facts() const {
    const TimeRange shown = shownRange();
    std::string line = formatRange(shown, cyclesIn(m_content.clockAt(NodeId()), shown));
    append(line, formatCount(static_cast<int64_t>(m_trace.sliceCount())) + " slices");
    return line;
  }

  TimeRange shownRange() const { return m_options.range.value_or(m_trace.timeRange()); }

  void paintHeader() {
    m_list.clear({0, 0, m_width, m_tracksTop});
    const float width = m_width - 2 * kMargin;
    std::string title = m_options.title.empty() ? m_trace.info().title : m_options.title;
    if (title.empty())
      title = "Timeline";
    float y = kMargin - 4;
    paintText(title, {kMargin, y, width, kTitleHeight}, FontRole::Title, ColorToken::Text);
    y += kTitleHeight;
    paintText(subtitle(), {kMargin, y, width, kLineHeight}, FontRole::Body, ColorToken::TextMuted);
    y += kLineHeight;
    paintText(facts(), {kMargin, y, width, kLineHeight}, FontRole::Mono, ColorToken::TextMuted);
    y += kLineHeight + 2;
    std::vector<PixelRect> boxes;
    drawTruthBadges(truthBadges(m_trace), kMargin, m_width - kMargin, y, kBadgeRow, m_texts, m_list,
                    boxes);
    flush({});
  }

  void flush(QPointF origin) { paintDrawList(*m_painter, m_list, m_theme, m_texts, origin); }

  void paintTimeline() {
    TimelineScene scene = m_content.scene();
    scene.viewport = m_viewport;
    scene.height = m_usedHeight;
    scene.clock = m_content.clockAt(NodeId());
    m_content.density().startFrame(std::numeric_limits<size_t>::max());
    const double left = static_cast<double>(kMargin + m_labelWidth);
    drawTracks(scene, m_texts, m_list);
    flush({left, static_cast<double>(m_tracksTop)});
    drawTrackLabels(scene, m_labelWidth, m_texts, m_list);
    flush({static_cast<double>(kMargin), static_cast<double>(m_tracksTop)});
    drawRuler(scene, kRulerHeight, m_texts, m_list);
    flush({left, static_cast<double>(m_tracksTop - kRulerHeight)});
    paintFrame();
  }

  /// A border around labels, ruler and tracks, and the words beside the ruler.
  void paintFrame() {
    m_list.clear({0, 0, m_width, m_height});
    const float top = m_tracksTop - kRulerHeight;
    const PixelRect corner{kMargin, top, m_labelWidth, kRulerHeight};
    m_list.addRect(DrawLayer::Ground, {.rect = corner, .fill = ColorToken::Panel});
    const bool hasCycles = m_content.clockAt(NodeId()) != nullptr;
    const float right = kMargin + m_labelWidth - 8;
    paintText("time", {kMargin, top + (hasCycles ? 3.0f : 8.0f), right - kMargin, 16},
              FontRole::Small, ColorToken::TextMuted, TextAlign::Right);
    if (hasCycles)
      paintText("cycles", {kMargin, top + 20, right - kMargin, 14}, FontRole::Small,
                ColorToken::TextMuted, TextAlign::Right);
    m_list.addLine(DrawLayer::Overlay, {kMargin, m_tracksTop - 0.5f, kMargin + m_labelWidth,
                                        m_tracksTop - 0.5f, ColorToken::Border});
    m_list.addRect(DrawLayer::Overlay, {.rect = {kMargin - 1, top - 1, m_width - 2 * kMargin + 2,
                                                 kRulerHeight + m_usedHeight + 2},
                                        .outline = ColorToken::Border});
    flush({});
  }

  /// Scopes by total time, then what is not shown. Names that do not fit are counted.
  void paintLegend() {
    m_list.clear({0, 0, m_width, m_height});
    const float y = m_tracksTop + m_usedHeight + 10;
    const size_t hidden = m_content.layout().items().size() - m_shownLines;
    float right = m_width - kMargin;
    if (hidden > 0) {
      const std::string text =
          formatCount(static_cast<int64_t>(hidden)) + " more lines below are not shown";
      const float width = m_texts.width(FontRole::Small, text);
      paintText(text, {right - width - 1, y, width + 2, 20}, FontRole::Small, ColorToken::TextMuted,
                TextAlign::Right);
      right -= width + 24;
    }
    float x = kMargin;
    size_t shown = 0;
    const std::vector<ScopeTotal> totals = scopeTotals(m_trace);
    for (const ScopeTotal &scope : totals) {
      const std::string name(m_trace.string(scope.name));
      const float width = m_texts.width(FontRole::Body, name);
      if (x + width + 16 + 70 > right && shown + 1 < totals.size())
        break;
      m_list.addRect(DrawLayer::Data, {.rect = {x, y + 5, 10, 10},
                                       .fill = m_content.colors().fill(scope.name),
                                       .corner = Corner::Soft});
      paintText(name, {x + 16, y, width + 1, 20}, FontRole::Body, ColorToken::Text);
      x += 16 + std::ceil(width) + 20;
      ++shown;
    }
    if (shown < totals.size())
      paintText("+ " + formatCount(static_cast<int64_t>(totals.size() - shown)) + " scopes",
                {x, y, 90, 20}, FontRole::Body, ColorToken::TextMuted);
    flush({});
  }

  const Trace &m_trace;
  const PictureOptions &m_options;
  const Theme &m_theme;
  TimelineContent m_content;
  TextCache m_texts;
  DrawList m_list;
  QPainter *m_painter = nullptr;
  Viewport m_viewport;
  float m_width;
  float m_height;
  float m_tracksTop = 0;
  float m_tracksHeight = 0;
  float m_usedHeight = 0;
  float m_labelWidth = 0;
  size_t m_shownLines = 0;
};

Result<void> validate(const PictureOptions &options) {
  const QSize size = options.size;
  if (size.width() < 320 || size.height() < 240 || size.width() > 16'384 || size.height() > 16'384)
    return fail(ErrorCode::InvalidInput,
                "picture size " + std::to_string(size.width()) + " x " +
                    std::to_string(size.height()) + " is not drawable",
                "size", "use 320 x 240 to 16,384 x 16,384");
  if (!(options.scale > 0) || options.scale > 8)
    return fail(ErrorCode::InvalidInput, "picture scale is not in (0, 8]", "scale", "use 1 or 2");
  if (options.range && options.range->isEmpty())
    return fail(ErrorCode::InvalidInput, "time range is empty", "range",
                "give a begin that is before the end");
  return {};
}

} // namespace

Result<QImage> renderPicture(const std::shared_ptr<const Trace> &trace,
                             const PictureOptions &options) {
  PSTUDIO_TRY(validate(options));
  QImage image = Picture(trace, options).render();
  if (image.isNull())
    return fail(ErrorCode::InvalidInput, "not enough memory for a picture of this size", "size",
                "use a smaller size or scale");
  return image;
}

Result<void> savePicture(const std::shared_ptr<const Trace> &trace, const PictureOptions &options,
                         const std::string &path) {
  PSTUDIO_TRY_ASSIGN(const QImage image, renderPicture(trace, options));
  QSaveFile file(QString::fromStdString(path));
  if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit())
    return fail(ErrorCode::Io, "cannot write the picture: " + file.errorString().toStdString(),
                path, "choose a folder that you may write to");
  return {};
}

} // namespace pstudio
