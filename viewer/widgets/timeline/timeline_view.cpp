// SPDX-License-Identifier: Apache-2.0
// The timeline widget: its state, its panes and its painting. timeline_input.cpp contains its
// input.
#include "viewer/widgets/timeline/timeline_view.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/area_draw_list.h"
#include "viewer/geometry/timeline/flow_partners.h"
#include "viewer/geometry/timeline/opening_range.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/timeline_accessible.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_notes.h"
#include "viewer/widgets/timeline/track_controls.h"

namespace pstudio {
namespace {

constexpr double kMinimapHeight = 40;
constexpr double kRulerHeight = 36;
constexpr double kScrollBarWidth = 12;
constexpr int64_t kMinZoomShare = 4; // a quarter of the width is large enough
// Of the 16 ms of a frame: density strips of a huge trace fill in over many frames.
constexpr std::chrono::milliseconds kDensityTimePerFrame{4};
constexpr size_t kSearchHitsPerFrame = 10'000; // for the marks of a search

/// Paints the message that the view shows instead of tracks.
void paintTimelineMessage(QPainter &painter, QSizeF size, const Theme &theme, TextCache &texts,
                          const QString &heading, const QString &nextStep) {
  const auto width = static_cast<float>(size.width());
  const auto middle = static_cast<float>(size.height()) / 2;
  DrawList list;
  list.clear({0, 0, width, static_cast<float>(size.height())});
  list.addText(DrawLayer::Label,
               {.box = {0, middle - 28, width, 24},
                .font = FontRole::Title,
                .align = TextAlign::Center,
                .color = ColorToken::Text},
               heading.toStdString());
  list.addText(DrawLayer::Label,
               {.box = {0, middle + 4, width, 20},
                .font = FontRole::Body,
                .align = TextAlign::Center,
                .color = ColorToken::TextMuted},
               nextStep.toStdString());
  paintDrawList(painter, list, theme, texts);
}

/// The first note of the file reader, or a hint for a kernel that recorded nothing.
QString emptyTraceReason(const Trace &trace) {
  return trace.notes().empty()
             ? TimelineView::tr("It has no tracks. Run the kernel with instrumentation.")
             : toQString(trace.notes().front().message);
}

} // namespace

TimelineView::TimelineView(QWidget *parent)
    : QWidget(parent), m_scrollBar(new QScrollBar(Qt::Vertical, this)), m_card(new HoverCard(this)),
      m_tracks(new TrackControls(this)), m_navigator(new TimelineNavigator(*this)),
      m_notes(new TimelineNotes(*this)) {
  installTimelineAccessible();
  setObjectName(QStringLiteral("timeline"));
  setAccessibleName(tr("Timeline"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  m_scrollBar->setObjectName(QStringLiteral("timelineScroll"));
  m_scrollBar->setAccessibleName(tr("Scroll tracks"));
  m_scrollBar->hide();
  connect(m_scrollBar, &QScrollBar::valueChanged, this, [this](int value) {
    m_scrollY = value;
    m_navigator->noteView();
    update();
  });
  connect(&m_range, &VisibleRangeModel::rangeChanged, this, [this](TimeRange range) {
    update();
    m_navigator->noteView();
    reportRangeChange(*this);
    Q_EMIT visibleRangeChanged(range);
  });
  connect(m_tracks, &TrackControls::linesChanged, this, [this] {
    m_card->hide();
    // Tracks of a narrowed choice are opened as far as they fit; else the folds stay.
    if (m_isFresh || m_content->choice().isNarrowed())
      m_content->openForHeight(tracksHeight(), visibleRange());
    contentChanged();
  });
  connect(m_tracks, &TrackControls::colorsChanged, this, [this] { contentChanged(); });
  connect(m_tracks, &TrackControls::foldsChanged, this, [this] { contentChanged(); });
  connect(m_tracks, &TrackControls::groupingRequested, this, &TimelineView::setGrouping);
  const auto showSelection = [this] {
    m_pointed.reset();
    updateFlows();
    updateReadout();
    reportSelectionChange(*this);
    update();
  };
  connect(&m_selection, &SelectionModel::selectedSliceChanged, this, showSelection);
  connect(&m_selection, &SelectionModel::selectedInstantChanged, this, showSelection);
  connect(&m_selection, &SelectionModel::hoveredSliceChanged, this, [this] { update(); });
  connect(&m_selection, &SelectionModel::hoveredInstantChanged, this, [this] { update(); });
  connect(&m_area, &AreaModel::areaChanged, this, [this] {
    updateReadout();
    update();
  });
}

TimelineView::~TimelineView() = default;

void TimelineView::setTrace(std::shared_ptr<const Trace> trace,
                            std::shared_ptr<const BusyCurve> busy) {
  m_selection.clear();
  m_area.clear();
  m_card->hide();
  m_areaDrag.reset();
  m_pointed.reset();
  m_drag = Drag::None;
  m_trace = std::move(trace);
  m_openingRange.reset();
  m_overlap.reset();
  m_iteration.reset();
  m_unseenView.reset();
  m_tracks->setContent(nullptr);
  m_content.reset();
  m_search.reset();
  if (m_trace) {
    m_content =
        std::make_unique<TimelineContent>(m_trace, m_grouping, std::nullopt, std::move(busy));
    m_tracks->setContent(m_content.get());
    showOpening();
    m_content->openForHeight(tracksHeight(), visibleRange());
    m_isFresh = true;
  }
  setScroll(0);
  contentChanged();
  m_navigator->restart();
}

void TimelineView::showOpening() {
  m_opening = Viewport::fit(m_trace->timeRange(), tracksWidth());
  if (!m_openingRange)
    m_openingRange = openingRange(*m_trace);
  if (*m_openingRange != m_trace->timeRange())
    m_opening = m_opening->showing(*m_openingRange);
  m_range.setViewport(*m_opening);
}

void TimelineView::setTimes(std::shared_ptr<const Trace> trace,
                            std::shared_ptr<const BusyCurve> busy) {
  const TimeRange before = visibleRange();
  const bool showedEverything = m_range.viewport().showsEverything();
  const SliceId selected = m_selection.selectedSlice();
  Picoseconds shift;
  if (selected.isValid()) {
    const TimeRange old = m_trace->sliceTime(selected);
    if (old.begin < before.end && before.begin < old.end)
      shift = trace->sliceTime(selected).begin - old.begin;
  }
  m_card->hide();
  m_areaDrag.reset();
  m_pointed.reset(); // of the times before
  m_drag = Drag::None;
  m_trace = std::move(trace);
  m_openingRange.reset();
  m_content->setTimes(m_trace, std::move(busy));
  m_search.reset();
  const Viewport whole = Viewport::fit(m_trace->timeRange(), tracksWidth());
  m_range.setViewport(showedEverything ? whole
                                       : whole.showing({before.begin + shift, before.end + shift}));
  contentChanged();
  updateFlows();
}

void TimelineView::setOverlap(std::shared_ptr<const OverlapData> overlap) {
  m_overlap = std::move(overlap);
  updateFlows();
  update();
}

/// Sets the arrows of the selected event: issue, wait and what follows for an asynchronous
/// operation, else the arrows of the trace.
void TimelineView::updateFlows() {
  const SliceId slice = m_selection.selectedSlice();
  const InstantId instant = m_selection.selectedInstant();
  m_flows = m_overlap && slice.isValid() ? m_overlap->arrowsOf(slice) : std::vector<Flow>();
  m_iteration = m_overlap && m_trace ? iterationOf(*m_overlap, *m_trace, slice) : std::nullopt;
  if (!m_flows.empty() || !m_trace)
    return;
  const auto flowsOf = [this](const EventRef &event) {
    return nearestFlows(*m_trace, flowsAt(*m_trace, event), event);
  };
  if (slice.isValid())
    m_flows = flowsOf({EventRef::Kind::Slice, slice.value});
  else if (instant.isValid())
    m_flows = flowsOf({EventRef::Kind::Instant, instant.value});
}

void TimelineView::setGrouping(GroupingKind kind) {
  if (kind == m_grouping)
    return;
  m_grouping = kind;
  if (!m_content)
    return;
  if (!m_content->setGrouping(kind) || m_content->choice().isNarrowed())
    m_content->openForHeight(tracksHeight(), visibleRange());
  setScroll(0);
  contentChanged();
  m_tracks->groupingChanged();
}

void TimelineView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  m_card->setThemeKind(kind);
  update();
}

void TimelineView::setSearch(std::shared_ptr<const SearchResult> result) {
  m_search = std::move(result);
  setMarks(nullptr);
}

void TimelineView::setMarks(std::shared_ptr<const SearchResult> marks) {
  if (m_content)
    m_content->setSearch(marks ? std::move(marks) : m_search);
  update();
}

void TimelineView::setPath(std::vector<PathMark> path) {
  if (m_content)
    m_content->setPath(std::move(path));
  update();
}

void TimelineView::zoomToFit() {
  if (m_trace)
    setViewport(Viewport::fit(m_trace->timeRange(), tracksWidth()));
}

void TimelineView::setVisibleRange(TimeRange range) {
  if (m_trace)
    setViewport(m_range.viewport().showing(range));
}

void TimelineView::openAndScrollTo(TrackId track, uint32_t row) {
  m_isFresh = false;
  m_tracks->show(track);
  m_content->openPathTo(track, row);
  contentChanged();
  const TrackLayout &layout = m_content->layout();
  const size_t index = layout.itemOf(m_content->tree(), m_content->tree().nodeOf(track));
  if (index >= layout.items().size())
    return;
  const LayoutItem &item = layout.items()[index];
  const double fixed = layout.fixedHeight(tracksHeight());
  const double top = item.y + static_cast<double>(layout.rowTop(item, row));
  const double bottom = top + static_cast<double>(layout.rowHeight(item));
  const bool isFixed = item.y < fixed;
  if (!isFixed && (top < m_scrollY + fixed || bottom > m_scrollY + tracksHeight()))
    setScroll(top - fixed - (tracksHeight() - fixed) / 3);
}

void TimelineView::reveal(SliceId slice) {
  if (!m_content || !slice.isValid() || slice.value >= m_trace->sliceCount())
    return;
  const Row &row = m_trace->row(m_trace->rowOf(slice));
  openAndScrollTo(row.track, row.index);
  setViewport(m_range.viewport().revealing(m_trace->sliceTime(slice)));
}

void TimelineView::reveal(InstantId instant) {
  if (!m_content || !instant.isValid() || instant.value >= m_trace->instants().size())
    return;
  const Instant &shown = m_trace->instants()[instant.value];
  openAndScrollTo(shown.track, 0);
  setViewport(m_range.viewport().revealing({shown.time, shown.time + Picoseconds(1)}));
}

void TimelineView::reveal(TrackId track) {
  if (m_content && track.isValid() && track.value < m_trace->tracks().size())
    openAndScrollTo(track, 0);
}

void TimelineView::scrollTo(const LayoutItem &item) {
  const double bottom = item.y + static_cast<double>(item.height);
  const double fixed = m_content->layout().fixedHeight(tracksHeight());
  if (item.y < fixed)
    return;
  if (item.y < m_scrollY + fixed)
    setScroll(item.y - fixed);
  else if (bottom > m_scrollY + tracksHeight())
    setScroll(bottom - tracksHeight());
}

void TimelineView::zoomTo(SliceId slice) {
  if (!m_content || !slice.isValid() || slice.value >= m_trace->sliceCount())
    return;
  TimeRange wanted = m_trace->sliceTime(slice);
  for (const Flow &flow : m_overlap ? m_overlap->arrowsOf(slice) : std::vector<Flow>())
    for (const EventRef &event : {flow.from, flow.to})
      if (event.kind == EventRef::Kind::Slice) {
        const TimeRange time = m_trace->sliceTime(SliceId(event.index));
        wanted = {std::min(wanted.begin, time.begin), std::max(wanted.end, time.end)};
      }
  const Row &row = m_trace->row(m_trace->rowOf(slice));
  openAndScrollTo(row.track, row.index);
  const TimeRange seen = visibleRange();
  const bool isInside = wanted.begin >= seen.begin && wanted.end <= seen.end;
  if (isInside && wanted.length().value >= seen.length().value / kMinZoomShare)
    return;
  const auto margin = Picoseconds(std::max<int64_t>(wanted.length().value / 2, 1));
  setViewport(m_range.viewport().showing({wanted.begin - margin, wanted.end + margin}));
}

void TimelineView::point(TimeRange time, TrackId track) {
  if (!m_content)
    return;
  if (track.isValid())
    openAndScrollTo(track, 0);
  setViewport(m_range.viewport().revealing(time));
  m_pointed = time;
  update();
}

void TimelineView::foldAll() {
  if (!m_content)
    return;
  m_content->setFoldedBelow(NodeId(), true);
  contentChanged();
}

void TimelineView::unfoldAll() {
  if (!m_content)
    return;
  m_content->setFoldedBelow(NodeId(), false);
  contentChanged();
}

QString TimelineView::rangeReadout() const {
  if (!m_content)
    return {};
  const TimeRange range = visibleRange();
  return toQString(formatRange(range, cyclesIn(m_content->clockAt(clockNode()), range)));
}

void TimelineView::updateReadout() {
  const QString text = selectionReadout();
  if (text == m_readout)
    return;
  m_readout = text;
  Q_EMIT readoutChanged(text);
}

void TimelineView::contentChanged() {
  m_navigator->noteView();
  updateScrollBar();
  updateReadout();
  update();
}

/// The line whose clock the ruler shows: under the pointer, of the selection, or the first on
/// screen.
NodeId TimelineView::clockNode() const {
  const TrackLayout &layout = m_content->layout();
  if (m_pointer && paneAt(*m_pointer) != Pane::Minimap && paneAt(*m_pointer) != Pane::Corner) {
    const double y = std::max(m_pointer->y() - paneRect(Pane::Tracks).top(), 0.0);
    const size_t index = layout.itemAt(y, m_scrollY, layout.fixedHeight(tracksHeight()));
    if (index < layout.items().size())
      return layout.items()[index].node;
  }
  if (const SliceId slice = m_selection.selectedSlice(); slice.isValid())
    return m_content->tree().nodeOf(m_trace->row(m_trace->rowOf(slice)).track);
  if (const InstantId instant = m_selection.selectedInstant(); instant.isValid())
    return m_content->tree().nodeOf(m_trace->instants()[instant.value].track);
  const size_t first = layout.itemAt(0, m_scrollY, layout.fixedHeight(tracksHeight()));
  return first < layout.items().size() ? layout.items()[first].node : NodeId();
}

// Panes.

double TimelineView::tracksWidth() const {
  return std::max(1.0, width() - m_labelWidth - kScrollBarWidth);
}

double TimelineView::tracksHeight() const {
  return std::max(1.0, height() - kMinimapHeight - kRulerHeight);
}

QRectF TimelineView::paneRect(Pane pane) const {
  const double top = kMinimapHeight + kRulerHeight;
  switch (pane) {
  case Pane::Minimap:
    return QRectF(0, 0, width(), kMinimapHeight);
  case Pane::Corner:
    return QRectF(0, kMinimapHeight, m_labelWidth, kRulerHeight);
  case Pane::Ruler:
    return QRectF(m_labelWidth, kMinimapHeight, tracksWidth() + kScrollBarWidth, kRulerHeight);
  case Pane::Labels:
    return QRectF(0, top, m_labelWidth, tracksHeight());
  case Pane::Tracks:
    break;
  }
  return QRectF(m_labelWidth, top, tracksWidth(), tracksHeight());
}

TimelineView::Pane TimelineView::paneAt(QPointF position) const {
  for (const Pane pane : {Pane::Minimap, Pane::Corner, Pane::Ruler, Pane::Labels})
    if (paneRect(pane).contains(position))
      return pane;
  return Pane::Tracks;
}

bool TimelineView::isOnLabelEdge(QPointF position) const {
  return position.y() >= kMinimapHeight && std::fabs(position.x() - m_labelWidth) <= 3;
}

void TimelineView::updateScrollBar() {
  const double content = m_content ? m_content->layout().height() : 0;
  const QRectF tracks = paneRect(Pane::Tracks);
  m_scrollBar->setGeometry(
      QRectF(tracks.right(), tracks.top(), kScrollBarWidth, tracks.height()).toRect());
  m_scrollBar->setPageStep(static_cast<int>(tracks.height()));
  m_scrollBar->setSingleStep(24);
  m_scrollBar->setRange(0, static_cast<int>(std::max(0.0, std::ceil(content - tracks.height()))));
  m_scrollBar->setVisible(m_scrollBar->maximum() > 0);
}

void TimelineView::setScroll(double y) {
  m_scrollBar->setValue(static_cast<int>(std::round(y)));
}

void TimelineView::resizeEvent(QResizeEvent *) {
  if (const auto unseen = m_unseenView; unseen && m_content) {
    m_range.setViewport(Viewport::fit(m_trace->timeRange(), tracksWidth()));
    updateScrollBar();
    showSavedView(*unseen);
    return m_navigator->restart();
  }
  if (m_trace && m_range.viewport() == m_opening)
    showOpening();
  else if (m_trace)
    m_range.setViewport(m_range.viewport().resized(tracksWidth()));
  // A view often gets its trace before the layout has given it its size.
  if (m_content && m_isFresh)
    m_content->openForHeight(tracksHeight(), visibleRange());
  updateScrollBar();
  m_navigator->adoptView();
}

void TimelineView::setViewport(const Viewport &viewport) {
  m_range.setViewport(viewport);
}

Viewport TimelineView::overview() const {
  return Viewport::fit(m_trace->timeRange(), width());
}

TimelineScene TimelineView::makeScene() {
  TimelineScene scene = m_content->scene();
  scene.viewport = m_range.viewport();
  scene.scrollY = m_scrollY;
  scene.height = static_cast<float>(tracksHeight());
  scene.fixedHeight = m_content->layout().fixedHeight(tracksHeight());
  scene.selected = m_selection.selectedSlice();
  scene.hovered = m_selection.hoveredSlice();
  scene.selectedInstant = m_selection.selectedInstant();
  scene.hoveredInstant = m_selection.hoveredInstant();
  scene.pointed = m_pointed;
  scene.notes = m_notes->marks();
  scene.overlap = m_overlap.get();
  scene.flows = m_flows;
  if (m_iteration)
    scene.iteration = m_iteration->time;
  if (m_lineDrag && m_lineDrag->drop)
    scene.dropY = m_lineDrag->drop->y;
  if (m_areaDrag && m_drag == Drag::RulerRange)
    scene.marked = m_areaDrag->range();
  else if (m_areaDrag)
    scene.area = AreaMark{m_areaDrag->range(), m_areaDrag->tracks(), nullptr};
  else if (m_area.area())
    scene.area = AreaMark{m_area.area()->range, m_area.area()->tracks, nullptr};
  if (scene.area)
    scene.area->clock = commonClock(*m_trace, scene.area->tracks);
  scene.clock = m_content->clockAt(clockNode());
  if (m_pointer && m_drag != Drag::Pan) {
    const Pane pane = paneAt(*m_pointer);
    if (pane == Pane::Tracks || pane == Pane::Ruler)
      scene.cursorX = m_pointer->x() - m_labelWidth;
  }
  return scene;
}

// Painting.

void TimelineView::paintEvent(QPaintEvent *) {
  QElapsedTimer timer;
  timer.start();
  m_isFresh = false;
  m_unseenView.reset();
  QPainter painter(this);
  const Theme &theme = Theme::of(m_theme);
  painter.fillRect(rect(), theme.color(ColorToken::Canvas));
  if (!m_trace) {
    paintTimelineMessage(painter, size(), theme, m_texts, tr("No trace open"),
                         tr("Open a .pftrace or Chrome JSON file, or run an example kernel."));
    return;
  }
  if (m_content->layout().items().empty() && !m_content->choice().isEmpty()) {
    paintTimelineMessage(
        painter, size(), theme, m_texts, tr("No track to show"),
        tr("No track matches the filter, or all are hidden. Clear the filter, or press "
           "Shift+H to show hidden tracks."));
    return;
  }
  if (m_content->layout().items().empty()) {
    paintTimelineMessage(painter, size(), theme, m_texts, tr("Nothing in this file can be shown"),
                         emptyTraceReason(*m_trace));
    return;
  }
  paintContent(painter);
  const double milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
  m_frames.add(milliseconds);
}

void TimelineView::paintContent(QPainter &painter) {
  const Theme &theme = Theme::of(m_theme);
  m_content->density().startFrame(kDensityTimePerFrame);
  SearchMarks *search = m_content->search();
  if (search != nullptr)
    search->build(kSearchHitsPerFrame);
  const TimelineScene scene = makeScene();
  auto paint = [&](Pane pane) {
    paintDrawList(painter, m_list, theme, m_texts, paneRect(pane).topLeft());
  };
  drawTracks(scene, m_texts, m_list);
  paint(Pane::Tracks);
  drawTrackLabels(scene, static_cast<float>(m_labelWidth), m_texts, m_list);
  paint(Pane::Labels);
  if (scene.fixedHeight > 0) {
    drawFixedTracks(scene, m_texts, m_list);
    paint(Pane::Tracks);
    drawFixedLabels(scene, static_cast<float>(m_labelWidth), m_texts, m_list);
    paint(Pane::Labels);
  }
  const QRectF ruler = paneRect(Pane::Ruler);
  painter.fillRect(ruler, theme.color(ColorToken::Panel));
  drawRuler(scene, static_cast<float>(kRulerHeight), m_texts, m_list);
  paint(Pane::Ruler);
  paintCorner(painter, scene);
  drawMinimap(scene, overview(), static_cast<float>(kMinimapHeight), m_list);
  paint(Pane::Minimap);
  m_frames.paint(painter, m_texts, theme, paneRect(Pane::Tracks));
  if (m_content->density().isPending() || (search != nullptr && search->isPending()))
    QTimer::singleShot(0, this, qOverload<>(&QWidget::update));
}

/// Paints the labels of the two lines of the ruler, with the clock of the cycles.
void TimelineView::paintCorner(QPainter &painter, const TimelineScene &scene) {
  const QRectF corner = paneRect(Pane::Corner);
  const auto width = static_cast<float>(corner.width());
  m_list.clear({0, 0, width, static_cast<float>(corner.height())});
  m_list.addRect(DrawLayer::Ground, {.rect = m_list.clip(), .fill = ColorToken::Panel});
  m_list.addLine(DrawLayer::Overlay, {0, 35.5f, width, 35.5f, ColorToken::Border});
  m_list.addLine(DrawLayer::Overlay, {width - 0.5f, 0, width - 0.5f, 36, ColorToken::Border});
  const DrawText time{.box = {8, scene.clock ? 3.0f : 8.0f, width - 16, 16},
                      .font = FontRole::Small,
                      .align = TextAlign::Right,
                      .color = ColorToken::TextMuted};
  m_list.addText(DrawLayer::Label, time, tr("time").toStdString());
  if (scene.clock != nullptr) {
    const std::string text = tr("cycles").toStdString() + ", " + m_content->clockName(clockNode());
    m_list.addText(DrawLayer::Label,
                   {.box = {8, 20, width - 16, 14},
                    .font = FontRole::Small,
                    .align = TextAlign::Right,
                    .color = ColorToken::TextMuted},
                   elided(m_texts, FontRole::Small, text, width - 16));
  }
  paintDrawList(painter, m_list, Theme::of(m_theme), m_texts, corner.topLeft());
}

} // namespace pstudio
