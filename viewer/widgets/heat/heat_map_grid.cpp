// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/heat/heat_map_grid.h"

#include <QGridLayout>
#include <QScopedValueRollback>

#include <algorithm>

#include "viewer/paint/qt_text.h"
#include "viewer/widgets/heat/heat_map_view.h"

namespace pstudio {
namespace {

constexpr int kGap = 8;
constexpr int kMinMapWidth = 300; // beside another one
constexpr QSize kSmallestMap(160, 150);
constexpr int kNarrowMapWidth = 168; // the same where there is no room below
constexpr int kMinMapHeight = 150;   // below another one

constexpr size_t at(HeatView view) {
  return static_cast<size_t>(view);
}

/// Whether the rows of a map are the addresses of all buffers.
constexpr bool isOfAddresses(HeatView view) {
  return view == HeatView::Time || view == HeatView::Ctas || view == HeatView::Sms;
}

} // namespace

HeatMapGrid::HeatMapGrid(HeatModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_grid(new QGridLayout(this)) {
  setObjectName(QStringLiteral("heatMaps"));
  setAccessibleName(tr("Heat maps"));
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(kGap);
  for (uint8_t view = 0; view < kHeatViews; ++view)
    addView(static_cast<HeatView>(view));
  m_isShown[at(HeatView::Time)] = true;
  m_isShown[at(HeatView::Matrix)] = true;
  connect(&m_model, &HeatModel::launchChanged, this, [this] {
    m_dataOf.fill(nullptr);
    showSources();
  });
  connect(&m_model, &HeatModel::partCounted, this, &HeatMapGrid::showSources);
  connect(&m_model, &HeatModel::choiceChanged, this, &HeatMapGrid::showSources);
  arrange();
}

HeatMapGrid::~HeatMapGrid() = default;

void HeatMapGrid::addView(HeatView view) {
  auto *map = new HeatMapView(this);
  map->setObjectName(QLatin1String("heatMap-") + QLatin1String(heatViewName(view)));
  map->setAccessibleName(tr("Heat map: %1").arg(QLatin1String(heatViewName(view))));
  map->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  map->setMinimumSize(kSmallestMap);
  map->hide();
  m_views[at(view)] = map;
  connect(map, &HeatMapView::selected, this, [this](const HeatSelection &selection) {
    m_model.select(selection);
    Q_EMIT selected(selection);
  });
  connect(map, &HeatMapView::cleared, this, [this] { m_model.select({}); });
  connect(map, &HeatMapView::visibleAreaChanged, this,
          [this, view](const HeatArea &visible) { takeTime(view, visible); });
}

void HeatMapGrid::setThemeKind(ThemeKind kind) {
  for (HeatMapView *map : m_views)
    map->setThemeKind(kind);
}

void HeatMapGrid::setShown(HeatView view, bool isShown) {
  const bool isLast = !isShown && std::ranges::count(m_isShown, true) == 1;
  if (isShown == this->isShown(view) || isLast)
    return;
  m_isShown[at(view)] = isShown;
  arrange();
  showSource(view);
  Q_EMIT shownChanged();
}

void HeatMapGrid::showOnly(HeatView only) {
  setShown(only, true);
  for (uint8_t view = 0; view < kHeatViews; ++view)
    setShown(static_cast<HeatView>(view), static_cast<HeatView>(view) == only);
}

/// Beside each other as long as each keeps its width and there is no room below.
void HeatMapGrid::arrange() {
  const auto shown = static_cast<int>(std::ranges::count(m_isShown, true));
  const bool isLow = m_seenHeight < 2 * kMinMapHeight + kGap;
  const int least = isLow ? kNarrowMapWidth : kMinMapWidth;
  const int fitting = std::max(1, (width() + kGap) / (least + kGap));
  m_columns = std::min({shown, fitting, isLow ? shown : 2});
  int place = 0;
  for (size_t view = 0; view < kHeatViews; ++view) {
    m_grid->removeWidget(m_views[view]);
    m_views[view]->setVisible(m_isShown[view]);
    if (!m_isShown[view])
      continue;
    const int column = place % m_columns;
    const bool isLast = place + 1 == shown; // has what is left of its row
    m_grid->addWidget(m_views[view], place / m_columns, column, 1, isLast ? m_columns - column : 1);
    ++place;
  }
  for (int i = 0; i < kHeatViews; ++i) {
    m_grid->setColumnStretch(i, i < m_columns ? 1 : 0);
    m_grid->setRowStretch(i, i * m_columns < shown ? 1 : 0);
  }
}

void HeatMapGrid::setSeenHeight(int height) {
  m_seenHeight = height;
  arrange();
}

void HeatMapGrid::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  arrange();
}

void HeatMapGrid::showSources() {
  for (uint8_t view = 0; view < kHeatViews; ++view)
    showSource(static_cast<HeatView>(view));
  showChoice();
}

/// Sources are made for maps that are seen, and again only if they would be others.
void HeatMapGrid::showSource(HeatView view) {
  HeatMapView &map = *m_views[at(view)];
  const std::shared_ptr<const HeatData> &data = m_model.data();
  if (!data || !isShown(view)) {
    map.setSource(nullptr);
    m_dataOf[at(view)] = nullptr;
    return;
  }
  if (map.source() && m_dataOf[at(view)] &&
      isSameSource(view, *data, m_model.choice(), *m_dataOf[at(view)], m_choiceOf[at(view)]))
    return;
  const QScopedValueRollback following(m_isFollowing, true);
  const HeatViewSource made = heatViewSource(view, *data, m_model.choice());
  map.setMessage(toQString(made.message), toQString(made.hint));
  map.setSource(made.source);
  m_dataOf[at(view)] = data;
  m_choiceOf[at(view)] = m_model.choice();
  map.setSelection(m_model.choice().selection);
  showTime();
}

void HeatMapGrid::showChoice() {
  if (!m_model.hasAccesses())
    return;
  for (HeatMapView *map : m_views)
    map->setSelection(m_model.choice().selection);
  showTime();
}

void HeatMapGrid::showTime() {
  const QScopedValueRollback following(m_isFollowing, true);
  for (uint8_t view = 0; view < kHeatViews; ++view) {
    HeatMapView &map = *m_views[view];
    const auto axis = timeAxisOf(static_cast<HeatView>(view), *m_model.data());
    if (!axis || !map.source())
      continue;
    HeatArea area = map.visibleArea();
    area.x = heatRangeOf(*axis, m_model.choice().time);
    if (area.x != map.visibleArea().x && !area.x.isEmpty())
      map.setVisibleArea(area);
  }
}

void HeatMapGrid::takeTime(HeatView view, const HeatArea &visible) {
  if (m_isFollowing || !m_model.hasAccesses())
    return;
  if (const auto axis = timeAxisOf(view, *m_model.data()))
    m_model.chooseTime(timeOfHeatRange(*axis, visible.x));
}

void HeatMapGrid::showBuffer(std::optional<uint32_t> buffer) {
  for (uint8_t view = 0; view < kHeatViews; ++view) {
    HeatMapView &map = *m_views[view];
    if (!isOfAddresses(static_cast<HeatView>(view)) || !map.source())
      continue;
    HeatArea area = map.visibleArea();
    area.y = {0, map.source()->yAxis().length};
    HeatSelection bytes;
    bytes.bytes = buffer ? bytesOfBuffer(*m_model.data(), *buffer) : std::nullopt;
    if (bytes.bytes) {
      const std::vector<HeatArea> bands = map.source()->areasOf(bytes);
      if (!bands.empty())
        area.y = {bands.front().y.begin, bands.back().y.end};
    }
    map.setVisibleArea(area);
  }
}

} // namespace pstudio
