// SPDX-License-Identifier: Apache-2.0
// Content and refresh of a heat map; heat_map_input.cpp contains its input.
#include "viewer/widgets/heat/heat_map_view.h"

#include <QPainter>

#include <cmath>

#include "viewer/paint/qt_text.h"
#include "viewer/widgets/heat/heat_map_accessible.h"
#include "viewer/widgets/message_page.h"
#include "viewer/widgets/timeline/hover_card.h"

namespace pstudio {
namespace {

// Exact counting waits until the window stays unchanged.
constexpr int kExactDelayMs = 30;

/// Whether the cells of two windows are equally large, so that their numbers and colours agree.
bool haveEqualCells(const HeatWindow &a, const HeatWindow &b) {
  const auto isNear = [](double one, double other) {
    return std::fabs(one - other) <= 1e-9 * std::max(one, other);
  };
  return a.columns == b.columns && a.rows == b.rows &&
         isNear(a.area.x.length(), b.area.x.length()) &&
         isNear(a.area.y.length(), b.area.y.length());
}

bool isSame(const HeatWindow &a, const HeatWindow &b) {
  return a.area == b.area && a.columns == b.columns && a.rows == b.rows;
}

} // namespace

HeatMapView::HeatMapView(QWidget *parent) : QWidget(parent) {
  installHeatMapAccessible();
  setObjectName(QStringLiteral("heatMap"));
  setAccessibleName(tr("Heat map"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  m_card = new HoverCard(this);
  m_message = new MessagePage(QStringLiteral("heatMap"), this);
  m_exactTimer.setSingleShot(true);
  m_detailsTimer.setSingleShot(true);
  connect(&m_exactTimer, &QTimer::timeout, this, &HeatMapView::startExact);
  connect(&m_detailsTimer, &QTimer::timeout, this, &HeatMapView::startDetails);
}

HeatMapView::~HeatMapView() = default;

void HeatMapView::setSource(std::shared_ptr<const HeatMapSource> source) {
  endHover();
  m_exactJob.cancel();
  m_source = std::move(source);
  m_exact.clear();
  m_message->setVisible(!m_source);
  if (!m_source) {
    m_patches.clear();
    m_images.clear();
    m_exactTimer.stop();
    update();
    return;
  }
  const HeatViewport all(m_source->xAxis(), m_source->yAxis());
  if (!m_viewport.hasEqualSides(all))
    m_viewport = all;
  m_letters = m_source->yAxis().letters;
  m_aspect = m_source->aspect();
  updateMarks();
  refresh();
  Q_EMIT visibleAreaChanged(m_viewport.visible());
}

void HeatMapView::setMessage(const QString &title, const QString &hint) {
  m_message->setTexts(title, hint);
  m_message->setVisible(!m_source);
}

void HeatMapView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  m_card->setThemeKind(kind);
  rescale(); // marks of the legend can be times
}

void HeatMapView::setScaleKind(HeatScaleKind kind) {
  if (kind == m_scaleKind)
    return;
  m_scaleKind = kind;
  rescale();
  Q_EMIT scaleKindChanged(kind);
}

void HeatMapView::setSelection(const HeatSelection &selection) {
  m_selection = selection;
  updateMarks();
}

void HeatMapView::updateMarks() {
  m_marks.clear();
  if (m_source)
    m_marks = m_source->areasOf(m_selection);
  update();
}

void HeatMapView::revealSelection() {
  if (m_marks.empty())
    return;
  HeatArea all = m_marks.front();
  for (const HeatArea &mark : m_marks) {
    all.x = {std::min(all.x.begin, mark.x.begin), std::max(all.x.end, mark.x.end)};
    all.y = {std::min(all.y.begin, mark.y.begin), std::max(all.y.end, mark.y.end)};
  }
  setViewport(m_viewport.revealing(all));
}

void HeatMapView::setVisibleArea(const HeatArea &area) {
  setViewport(m_viewport.showing(area));
}

void HeatMapView::zoomToFit() {
  if (m_source)
    setViewport(HeatViewport(m_source->xAxis(), m_source->yAxis()));
}

bool HeatMapView::isZoomed() const {
  return m_source && !(m_viewport == HeatViewport(m_source->xAxis(), m_source->yAxis()));
}

QString HeatMapView::cellText() const {
  if (!m_hovered)
    return {};
  QStringList parts{toQString(m_hover.title)};
  for (const CardLine &line : m_hover.lines)
    parts << toQString(line.label + " " + line.value);
  return parts.join(QLatin1String(", "));
}

QString HeatMapView::mapText() const {
  if (!m_source)
    return {};
  QString text = tr("%1, %2 by %3, colour is %4")
                     .arg(toQString(m_source->title()), toQString(m_source->yAxis().title),
                          toQString(m_source->xAxis().title), toQString(m_source->measure().name));
  if (!m_scale.isEmpty())
    text += tr(" from %1 to %2")
                .arg(toQString(formatHeatValue(m_source->measure(), m_scale.least())),
                     toQString(formatHeatValue(m_source->measure(), m_scale.most())));
  for (const std::string &note : m_source->notes())
    text += QLatin1String(". ") + toQString(note);
  return text;
}

HeatMapLayout HeatMapView::layout() const {
  return HeatMapLayout::of(static_cast<float>(width()), static_cast<float>(height()), m_letters,
                           m_aspect);
}

void HeatMapView::setViewport(const HeatViewport &viewport) {
  if (!m_source || viewport == m_viewport)
    return;
  m_viewport = viewport;
  endHover();
  refresh();
  Q_EMIT visibleAreaChanged(m_viewport.visible());
}

void HeatMapView::refresh() {
  if (!m_source)
    return;
  const HeatWindow window = layout().windowOf(m_viewport.visible());
  m_exactJob.cancel();
  if (!m_exact.empty() && isSame(window, m_exactWindow)) {
    m_patches = m_exact;
    m_isExact = true;
    m_exactTimer.stop();
  } else {
    m_patches = m_source->quick(window);
    // Exact cells that are still visible stay exact.
    if (haveEqualCells(window, m_exactWindow))
      m_patches.insert(m_patches.end(), m_exact.begin(), m_exact.end());
    m_isExact = false;
    m_exactTimer.start(kExactDelayMs);
  }
  rescale();
}

void HeatMapView::startExact() {
  const HeatWindow window = layout().windowOf(m_viewport.visible());
  m_exactJob.start([window, source = m_source](
                       const std::stop_token &stop) { return source->exact(window, stop); },
                   [this, window, source = m_source](HeatPatches patches) {
                     if (source == m_source)
                       takeExact(window, std::move(patches));
                   });
}

void HeatMapView::takeExact(const HeatWindow &window, HeatPatches patches) {
  if (!isSame(window, layout().windowOf(m_viewport.visible())))
    return;
  m_exactWindow = window;
  m_exact = std::move(patches);
  m_patches = m_exact;
  m_isExact = true;
  rescale();
  if (m_card->isVisible() || m_hovered)
    hoverAt(m_pointer); // the number under the pointer may be another one now
  Q_EMIT exactShown();
}

void HeatMapView::rescale() {
  if (m_source) {
    m_scale = HeatScale::of(m_scaleKind, m_source->measure(), m_patches);
    m_images = heatImages(m_patches, m_scale);
  }
  update();
}

void HeatMapView::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  const Theme &theme = Theme::of(m_theme);
  painter.fillRect(rect(), theme.color(ColorToken::Canvas));
  if (!m_source)
    return;
  HeatMapScene scene;
  scene.source = m_source.get();
  scene.layout = layout();
  scene.visible = m_viewport.visible();
  scene.images = m_images;
  scene.scale = &m_scale;
  scene.marks = m_marks;
  scene.isEstimate = !m_isExact;
  scene.isFocused = hasFocus();
  if (m_drag && m_drag->isBand && m_drag->hasMoved)
    scene.rubberBand = bandOf(*m_drag);
  else if (m_hovered && !m_drag)
    scene.hovered = m_hovered->cell;
  drawHeatMap(scene, m_texts, m_list);
  paintDrawList(painter, m_list, theme, m_texts);
}

void HeatMapView::resizeEvent(QResizeEvent *) {
  m_message->setGeometry(rect());
  refresh();
}

} // namespace pstudio
