// SPDX-License-Identifier: Apache-2.0
// Composes the panes of the timeline into a picture, through the same draw lists as the window.
#include "viewer/export/picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "viewer/export/picture_canvas.h"
#include "viewer/export/picture_parts.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/text_wrap.h"
#include "viewer/geometry/timeline/area_draw_list.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/geometry/timeline/shown_timeline.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/paint/draw_list_painter.h"

namespace pstudio {
namespace {

constexpr float kRulerHeight = 36;
constexpr float kRulerGap = 2;
constexpr float kOverviewHeight = 28;
constexpr float kLegendLine = 22;
constexpr int kMaxLegendLines = 2;
constexpr float kNoteWidth = 180; // "1,234 more lines are not shown"
constexpr float kMoreWidth = 90;  // "+ 12 scopes"
constexpr float kNarrowestLabels = 96;
constexpr float kWidestLabels = 240;
constexpr float kMinTracks = 40; // two folded groups
constexpr size_t kMaxReasons = 8;
constexpr float kPictureLegendGap = 10;
constexpr float kBelow = kPictureMargin - 4; // the last line of the legend has its own space

/// Composes one picture; the members are its panes from the top to the bottom.
class Picture : PictureCanvas {
public:
  Picture(const std::shared_ptr<const Trace> &trace, const PictureOptions &options,
          TextShaping shaping = TextShaping::Full)
      : PictureCanvas(options.size, options.theme, shaping), m_shared(trace), m_trace(*trace),
        m_options(options), m_content(trace, groupingOf(options), rangeOfTracks(options)) {
    if (!options.shown)
      return;
    m_content.setArrangement(*options.shown->tracks);
    m_content.setSearch(options.shown->search);
  }

  /// The height at which the picture has all visible lines of the window.
  float shownHeight() {
    layOut();
    double bottom = 0;
    for (const LayoutItem &item : m_content.layout().items())
      if (top(item) < m_options.shown->tracksHeight)
        bottom = std::max(bottom, top(item) + static_cast<double>(item.height));
    return m_tracksTop + std::ceil(static_cast<float>(bottom)) + kPictureLegendGap +
           m_legendHeight + kBelow;
  }

  /// The minimum height at this width.
  float leastHeight() {
    placeTracks();
    return m_tracksTop + kMinTracks + kPictureLegendGap + kLegendLine + kBelow;
  }

  void paint(QPainter &painter) {
    start(painter);
    layOut();
    drawHead(head());
    flush(0, 0);
    if (m_content.layout().items().empty())
      return paintReason();
    paintTimeline();
    paintLegend();
  }

private:
  static GroupingKind groupingOf(const PictureOptions &options) {
    return options.shown ? options.shown->tracks->grouping : options.grouping;
  }
  static std::optional<TimeRange> rangeOfTracks(const PictureOptions &options) {
    return options.shown ? std::nullopt : options.range;
  }

  void placeTracks() {
    m_tracksTop = drawHead(head()) + kRulerGap + kRulerHeight;
    if (m_options.range)
      m_tracksTop += kOverviewHeight;
  }

  void layOut() {
    placeTracks();
    const float room = m_height - m_tracksTop - kPictureLegendGap - kBelow;
    // The tracks have precedence over the second line of the legend.
    placeLegend(room - 2 * kLegendLine < kMinTracks ? 1 : kMaxLegendLines);
    m_tracksHeight = std::max(kMinTracks, room - m_legendHeight);
    if (!m_options.shown)
      m_content.openForHeight(static_cast<double>(m_tracksHeight));
    m_fixedHeight = m_content.layout().fixedHeight(static_cast<double>(m_tracksHeight));
    m_scroll = scroll();
    m_labelWidth = m_options.shown
                       ? std::min(static_cast<float>(m_options.shown->labelWidth), m_width / 3)
                       : labelWidth();
    const double tracksWidth = static_cast<double>(m_width - 2 * kPictureMargin - m_labelWidth);
    m_viewport = Viewport::fit(m_trace.timeRange(), tracksWidth);
    if (m_options.range)
      m_viewport = m_viewport.showing(*m_options.range);
    placeLines();
  }

  /// Places only whole lines: a line that is cut in half would look wrong.
  void placeLines() {
    const auto room = static_cast<double>(m_tracksHeight);
    double bottom = m_fixedHeight;
    for (const LayoutItem &item : m_content.layout().items()) {
      const bool isFixed = item.y < m_fixedHeight;
      if (!isFixed && top(item) < m_fixedHeight) // scrolled out
        continue;
      if (top(item) + static_cast<double>(item.height) > room)
        break;
      bottom = std::max(bottom, top(item) + static_cast<double>(item.height));
      ++m_shownLines;
    }
    m_usedHeight = static_cast<float>(bottom);
  }

  /// Top of a line in the tracks pane.
  double top(const LayoutItem &item) const {
    return item.y < m_fixedHeight ? item.y : item.y - m_scroll;
  }

  /// The scroll position of the window, rounded to the upper edge of its first line.
  double scroll() const {
    if (!m_options.shown || m_options.shown->scrollY <= 0)
      return 0;
    const auto items = m_content.layout().items();
    const double edge = m_options.shown->scrollY + m_fixedHeight;
    const size_t first = m_content.layout().firstEndingBelow(edge);
    return first < items.size() ? std::max(0.0, items[first].y - m_fixedHeight) : 0;
  }

  float labelWidth() {
    const TimelineScene scene = m_content.scene();
    float widest = kNarrowestLabels;
    double y = 0;
    for (const LayoutItem &item : m_content.layout().items()) {
      if (y > static_cast<double>(m_tracksHeight))
        break;
      y = item.y;
      widest = std::max(widest, labelWidthOf(scene, item, m_texts));
    }
    return std::min({widest, kWidestLabels, m_width / 3});
  }

  std::string facts() const {
    const TimeRange shown = m_options.range.value_or(m_trace.timeRange());
    std::string line = formatRange(shown, cyclesIn(m_content.clockAt(NodeId()), shown));
    if (!m_options.range)
      appendPart(line, countText(m_trace.sliceCount(), "slice", "slices"));
    const TrackCounts counts = m_content.counts();
    if (counts.shown < counts.all)
      appendPart(line, countText(counts.shown) + " of " + countText(counts.all) + " tracks");
    return line;
  }

  PictureHead head() const {
    if (!m_options.hasHead)
      return {};
    std::string title = m_options.title.empty() ? m_trace.info().title : m_options.title;
    std::vector<QualityBadge> badges = qualityBadges(m_trace);
    if (m_options.badge)
      badges.push_back(*m_options.badge);
    return {title.empty() ? "Timeline" : title,
            {{pictureSubtitle(m_trace, m_options.title)}, {facts(), FontRole::Mono}},
            std::move(badges)};
  }

  void paintTimeline() {
    TimelineScene scene = m_content.scene();
    scene.viewport = m_viewport;
    scene.overlap = m_options.overlap.get();
    scene.height = m_usedHeight;
    scene.clock = m_content.clockAt(NodeId());
    scene.scrollY = m_scroll;
    scene.fixedHeight = m_fixedHeight;
    scene.notes = m_options.notes;
    if (m_options.shown)
      addMarks(scene);
    m_content.density().startFrame(std::numeric_limits<size_t>::max());
    const float left = kPictureMargin + m_labelWidth;
    drawTracks(scene, m_texts, m_list);
    flush(left, m_tracksTop);
    drawTrackLabels(scene, m_labelWidth, m_texts, m_list);
    flush(kPictureMargin, m_tracksTop);
    if (scene.fixedHeight > 0) {
      drawFixedTracks(scene, m_texts, m_list);
      flush(left, m_tracksTop);
      drawFixedLabels(scene, m_labelWidth, m_texts, m_list);
      flush(kPictureMargin, m_tracksTop);
    }
    drawRuler(scene, kRulerHeight, m_texts, m_list);
    flush(left, m_tracksTop - kRulerHeight);
    if (m_options.range)
      paintOverview(scene);
    paintFrame();
  }

  /// Paints the reason why there is no line, as the window does.
  void paintReason() {
    clear(m_width);
    const float width = m_width - 2 * kPictureMargin;
    addText("Nothing in this file can be shown", {kPictureMargin, m_tracksTop, width, 24},
            FontRole::Title, ColorToken::Text);
    const auto notes = m_trace.notes();
    float y = m_tracksTop + 30;
    for (const Note &note : notes.first(std::min(notes.size(), kMaxReasons))) {
      const std::string text =
          note.message + (note.count > 1 ? " (" + countText(note.count) + " times)" : "");
      for (const std::string &line : wrapped(m_texts, FontRole::Body, text, width)) {
        addText(line, {kPictureMargin, y, width, kPictureLine}, FontRole::Body,
                ColorToken::TextMuted);
        y += kPictureLine;
      }
    }
    flush(0, 0);
  }

  /// Adds the selection, the search results and the notes of the window.
  void addMarks(TimelineScene &scene) {
    const ShownTimeline &shown = *m_options.shown;
    scene.notes = shown.notes;
    scene.path = shown.path;
    scene.selected = shown.selected;
    scene.selectedInstant = shown.selectedInstant;
    scene.flows = shown.flows;
    scene.iteration = shown.iteration;
    if (shown.areaRange)
      scene.area =
          AreaMark{*shown.areaRange, shown.areaTracks, commonClock(m_trace, shown.areaTracks)};
    if (scene.search = m_content.search(); scene.search != nullptr)
      m_content.search()->build(std::numeric_limits<size_t>::max());
  }

  /// Paints the range within the whole trace, with all tracks: also those without data in the
  /// range.
  void paintOverview(TimelineScene scene) {
    TimelineContent whole(m_shared, groupingOf(m_options), std::nullopt);
    whole.density().startFrame(std::numeric_limits<size_t>::max());
    scene.tree = &whole.tree();
    scene.density = &whole.density();
    scene.search = nullptr; // belongs to the tree of the picture
    const double width = static_cast<double>(m_width - 2 * kPictureMargin);
    drawMinimap(scene, Viewport::fit(m_trace.timeRange(), width), kOverviewHeight, m_list);
    flush(kPictureMargin, m_tracksTop - kRulerHeight - kOverviewHeight);
  }

  /// A border around labels, ruler and tracks, and the words beside the ruler.
  void paintFrame() {
    clear(m_width);
    const float top = m_tracksTop - kRulerHeight;
    const float overview = m_options.range ? kOverviewHeight : 0;
    const PixelRect corner{kPictureMargin, top, m_labelWidth, kRulerHeight};
    m_list.addRect(DrawLayer::Ground, {.rect = corner, .fill = ColorToken::Panel});
    const bool hasCycles = m_content.clockAt(NodeId()) != nullptr;
    const float right = kPictureMargin + m_labelWidth - 8;
    addText("time", {kPictureMargin, top + (hasCycles ? 3.0f : 8.0f), right - kPictureMargin, 16},
            FontRole::Small, ColorToken::TextMuted, TextAlign::Right);
    if (hasCycles)
      addText("cycles", {kPictureMargin, top + 20, right - kPictureMargin, 14}, FontRole::Small,
              ColorToken::TextMuted, TextAlign::Right);
    m_list.addLine(DrawLayer::Overlay,
                   {kPictureMargin, m_tracksTop - 0.5f, kPictureMargin + m_labelWidth,
                    m_tracksTop - 0.5f, ColorToken::Border});
    m_list.addRect(DrawLayer::Overlay, {.rect = {kPictureMargin - 1, top - overview - 1,
                                                 m_width - 2 * kPictureMargin + 2,
                                                 overview + kRulerHeight + m_usedHeight + 2},
                                        .outline = ColorToken::Border});
    flush(0, 0);
  }

  struct LegendEntry {
    ColorToken fill = ColorToken::None;
    std::string text;
    PixelRect box; ///< relative to the top of the legend
  };

  /// The scopes by total time, or the meanings of the colours.
  std::vector<LegendEntry> legendEntries() const {
    std::vector<LegendEntry> entries;
    for (const ColorMeaning &meaning : m_content.legend())
      entries.push_back({meaning.fill, meaning.label, {}});
    if (!entries.empty())
      return entries;
    for (const ScopeTotal &scope : scopeTotals(m_trace, m_options.range))
      entries.push_back(
          {m_content.colors().fill(scope.name), std::string(m_trace.string(scope.name)), {}});
    return entries;
  }

  /// Places the entries on at most this number of lines. The first line has space for a note.
  void placeLegend(int mostLines) {
    const std::vector<LegendEntry> entries = legendEntries();
    float x = kPictureMargin;
    int line = 0;
    for (size_t i = 0; i < entries.size(); ++i) {
      const float width = 16 + std::ceil(m_texts.width(FontRole::Body, entries[i].text));
      const bool isLast = i + 1 == entries.size();
      const float more = isLast || line + 1 < mostLines ? 0 : kMoreWidth;
      const float reserve = (line == 0 ? kNoteWidth : 0) + more;
      if (x + width > m_width - kPictureMargin - reserve && x > kPictureMargin) {
        if (++line == mostLines)
          break;
        x = kPictureMargin;
      }
      const float room = m_width - kPictureMargin - (line == 0 ? kNoteWidth : 0) - more - x;
      m_legend.push_back(entries[i]);
      m_legend.back().box = {x, static_cast<float>(line) * kLegendLine, std::min(width, room), 20};
      x += width + 20;
    }
    m_scopesLeftOut = entries.size() - m_legend.size();
    m_legendHeight = kLegendLine * static_cast<float>(std::min(line + 1, mostLines));
  }

  void paintLegend() {
    clear(m_width);
    const float top = m_tracksTop + m_usedHeight + kPictureLegendGap;
    for (const LegendEntry &entry : m_legend) {
      const PixelRect &box = entry.box;
      m_list.addRect(
          DrawLayer::Data,
          {.rect = {box.x, top + box.y + 5, 10, 10}, .fill = entry.fill, .corner = Corner::Soft});
      addText(entry.text, {box.x + 16, top + box.y, box.width - 16, box.height}, FontRole::Body,
              ColorToken::Text);
    }
    if (m_scopesLeftOut > 0)
      addText("+ " + countText(m_scopesLeftOut) + " scopes",
              {m_legend.back().box.right() + 20, top + m_legend.back().box.y, kMoreWidth, 20},
              FontRole::Body, ColorToken::TextMuted);
    const size_t hidden = m_content.layout().items().size() - m_shownLines;
    if (hidden > 0)
      addText(countText(hidden) + (hidden == 1 ? " more line is" : " more lines are") +
                  " not shown",
              {m_width - kPictureMargin - kNoteWidth, top, kNoteWidth, 20}, FontRole::Small,
              ColorToken::TextMuted, TextAlign::Right);
    flush(0, 0);
  }

  std::shared_ptr<const Trace> m_shared;
  const Trace &m_trace;
  const PictureOptions &m_options;
  TimelineContent m_content;
  Viewport m_viewport;
  float m_tracksTop = 0;
  float m_tracksHeight = 0;
  float m_usedHeight = 0;
  float m_labelWidth = 0;
  double m_fixedHeight = 0; // of the pinned lines
  double m_scroll = 0;
  size_t m_shownLines = 0;
  std::vector<LegendEntry> m_legend;
  size_t m_scopesLeftOut = 0;
  float m_legendHeight = 0;
};

/// The range that the ruler can show: with the space around the trace, and at least as long as the
/// smallest time per pixel requires.
TimeRange drawableRange(TimeRange range, TimeRange whole, int width) {
  const Viewport all = Viewport::fit(whole, width);
  const TimeRange bounds = all.visible();
  const TimeRange part{std::max(range.begin, bounds.begin), std::min(range.end, bounds.end)};
  const double least = std::ceil(Viewport::kSmallestPsPerPixel * width);
  return static_cast<double>(part.length().value) < least ? all.showing(part).visible() : part;
}

/// The options with the range on the ruler, or the reason why there is no such picture.
Result<PictureOptions> checkedOptions(const std::shared_ptr<const Trace> &trace,
                                      const PictureOptions &asked) {
  PSTUDIO_TRY(validatePicture(asked.size, asked.scale));
  PictureOptions options = asked;
  if (options.shown) {
    // A range that covers everything has no overview.
    const bool isAll = Viewport::fit(trace->timeRange(), options.shown->tracksWidth)
                           .showing(options.shown->range)
                           .showsEverything();
    options.range = isAll ? std::nullopt : std::optional(options.shown->range);
  }
  if (options.range) {
    const TimeRange whole = trace->timeRange();
    PSTUDIO_TRY(rangeWithin(*options.range, whole, "the trace"));
    options.range = drawableRange(*options.range, whole, options.size.width());
  }
  PSTUDIO_TRY(validateHeight(options.size, Picture(trace, options).leastHeight(), "timeline"));
  return options;
}

PaintPicture painting(const std::shared_ptr<const Trace> &trace, const PictureOptions &options) {
  return [&](QPainter &painter) { Picture(trace, options, shapingFor(painter)).paint(painter); };
}

} // namespace

TimeRange firstCtaRange(const Trace &trace) {
  std::vector<TimeRange> busy(trace.tracks().size(),
                              TimeRange{Picoseconds(INT64_MAX), Picoseconds(0)});
  auto widen = [](TimeRange &range, const TimeRange &by) {
    range = {std::min(range.begin, by.begin), std::max(range.end, by.end)};
  };
  for (const Row &row : trace.rows())
    if (row.sliceCount > 0)
      widen(busy[row.track.value],
            {trace.sliceTime(row.firstSlice).begin,
             trace.sliceTime(SliceId(row.firstSlice.value + row.sliceCount - 1)).end});
  TimeRange first{Picoseconds(INT64_MAX), Picoseconds(0)};
  for (uint32_t i = static_cast<uint32_t>(busy.size()); i-- > 0;) {
    const Track &track = trace.track(TrackId(i));
    if (track.kind == TrackKind::Cta && busy[i].begin <= first.begin)
      first = busy[i];
    else if (track.parent.isValid() && track.kind != TrackKind::Cta)
      widen(busy[track.parent.value], busy[i]);
  }
  if (first.isEmpty())
    return trace.timeRange();
  const Picoseconds space(first.length().value / 200);
  TimeRange shown{first.begin - space, first.end + space};
  // The range ends before the next CTA begins.
  for (uint32_t i = 0; i < busy.size(); ++i)
    if (trace.track(TrackId(i)).kind == TrackKind::Cta && busy[i].begin >= first.end)
      shown.end = std::min(shown.end, busy[i].begin);
  return shown;
}

QSize shownPictureSize(const std::shared_ptr<const Trace> &trace, const PictureOptions &options) {
  constexpr QSize kLeast{320, 240}, kMost{16'384, 16'384};
  PictureOptions sized = options;
  const double width = options.shown->labelWidth + options.shown->tracksWidth;
  sized.size = {static_cast<int>(std::ceil(width)) + 2 * static_cast<int>(kPictureMargin),
                kMost.height()};
  sized.size = sized.size.expandedTo(kLeast).boundedTo(kMost);
  const Result<PictureOptions> checked = checkedOptions(trace, sized);
  if (!checked)
    return {1600, 960};
  const int height = static_cast<int>(std::ceil(Picture(trace, *checked).shownHeight()));
  return QSize(sized.size.width(), height).expandedTo(kLeast).boundedTo(kMost);
}

Result<QImage> renderPicture(const std::shared_ptr<const Trace> &trace,
                             const PictureOptions &asked) {
  PSTUDIO_TRY_ASSIGN(const PictureOptions options, checkedOptions(trace, asked));
  return paintedImage(options.size, options.scale, painting(trace, options));
}

Result<void> savePicture(const std::shared_ptr<const Trace> &trace, const PictureOptions &asked,
                         const std::string &path, FifoReader reader) {
  PSTUDIO_TRY_ASSIGN(const PictureOptions options, checkedOptions(trace, asked));
  return savePainted(path, options.size, options.scale, painting(trace, options), reader);
}

} // namespace pstudio
