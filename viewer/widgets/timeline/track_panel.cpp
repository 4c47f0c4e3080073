// SPDX-License-Identifier: Apache-2.0
// The left panel: which open trace is shown, how its tracks are arranged, what the colours mean.
#include "viewer/widgets/timeline/track_panel.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>
#include <vector>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/short_names.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/timeline/track_filter_box.h"
#include "viewer/widgets/timeline/track_panel_delegate.h"

namespace pstudio {
namespace {

constexpr int kMargin = 12;
constexpr int kValueRole = Qt::UserRole + 1;
constexpr int kScopeColorRole = Qt::UserRole + 2;

QLabel *makeTrackLabel(const QString &text, const char *role) {
  auto *label = new QLabel(text);
  label->setProperty("role", QLatin1String(role));
  label->setWordWrap(true);
  return label;
}

QVBoxLayout *makeSection(QWidget *section, const QString &heading) {
  auto *layout = new QVBoxLayout(section);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(makeTrackLabel(heading, "heading"));
  return layout;
}

void styleList(QListView *list) {
  list->setFrameShape(QFrame::NoFrame);
  list->setMouseTracking(true);
  list->setUniformItemSizes(true);
  list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
}

QString scopeToolTip(const ScopeShare &scope) {
  const auto count = static_cast<int64_t>(scope.count);
  if (!scope.range.empty())
    return TrackPanel::tr("%1\n%2 recorded values\n%3")
        .arg(toQString(scope.name), toQString(formatCount(count)), toQString(scope.range));
  if (scope.isInstant)
    return TrackPanel::tr("%1\n%2 instants, drawn as marks above a warp's slices")
        .arg(toQString(scope.name), toQString(formatCount(count)));
  if (scope.isRest)
    return TrackPanel::tr("%1\n%2 in total\nshare of all warps' time that no scope has")
        .arg(toQString(scope.name), toQString(formatShort(scope.total)));
  const QString open = scope.openCount > 0
                           ? TrackPanel::tr("\n%1 without a recorded begin or end: only counted")
                                 .arg(toQString(countText(scope.openCount)))
                           : QString();
  if (!scope.hasDurations)
    return TrackPanel::tr("%1\n%2 instances%3")
        .arg(toQString(scope.name), toQString(formatCount(count)), open);
  return TrackPanel::tr("%1\n%2 instances, %3 in total\nshortest %4, longest %5\n%6")
             .arg(toQString(scope.name), toQString(formatCount(count)),
                  toQString(formatShort(scope.total)), toQString(formatShort(scope.shortest)),
                  toQString(formatShort(scope.longest)),
                  scope.share ? TrackPanel::tr("share of all warps' time, including nested scopes")
                  : scope.isAsync
                      ? TrackPanel::tr("in flight: no share of the warps' time")
                      : TrackPanel::tr("not on a warp track: no share of the warps' time")) +
         open;
}

} // namespace

TrackPanel::TrackPanel(QAbstractItemModel *openTraces, int subtitleRole, QWidget *parent)
    : QWidget(parent) {
  setObjectName(QStringLiteral("trackPanel"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(kMargin, 8, kMargin, kMargin);
  layout->setSpacing(16);
  layout->addWidget(makeOpenTraces(openTraces, subtitleRole));
  m_tracksSection = makeTracks();
  layout->addWidget(m_tracksSection);
  layout->addWidget(makeScopes(), 1);
  updateEmptyTexts();
}

QWidget *TrackPanel::makeOpenTraces(QAbstractItemModel *openTraces, int subtitleRole) {
  auto *section = new QWidget;
  QVBoxLayout *layout = makeSection(section, tr("Traces"));
  m_noOpenTrace = makeTrackLabel(tr("None open."), "muted");
  layout->addWidget(m_noOpenTrace);
  m_openTraces = new QListView;
  m_openTraces->setObjectName(QStringLiteral("openTraceList"));
  m_openTraces->setAccessibleName(tr("Open traces"));
  m_openTraces->setToolTip(tr("Click: show the trace. Right-click: close it"));
  styleList(m_openTraces);
  m_openTraces->setModel(openTraces);
  m_openTraces->setItemDelegate(new TrackPanelDelegate(subtitleRole, false, m_openTraces));
  m_openTraces->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_openTraces->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex &index) {
            if (index.isValid())
              Q_EMIT traceChosen(index);
          });
  connect(m_openTraces, &QWidget::customContextMenuRequested, this, [this](const QPoint &point) {
    const QPersistentModelIndex index = m_openTraces->indexAt(point);
    if (!index.isValid())
      return;
    QMenu menu(this);
    menu.addAction(tr("Close"), this, [this, index] { Q_EMIT traceCloseRequested(index); });
    menu.exec(m_openTraces->viewport()->mapToGlobal(point));
  });
  for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
    connect(openTraces, signal, this, &TrackPanel::updateEmptyTexts);
  layout->addWidget(m_openTraces);
  return section;
}

QWidget *TrackPanel::makeTracks() {
  auto *section = new QWidget;
  QVBoxLayout *layout = makeSection(section, tr("Tracks"));
  m_grouping = makeCombo("grouping", tr("Group tracks by"));
  m_grouping->setMinimumContentsLength(8); // the panel is narrow, the list is as wide as it needs
  m_grouping->setMinimumWidth(0);
  m_grouping->setToolTip(tr("Track grouping (G: next)"));
  for (const GroupingKind kind : allGroupings())
    m_grouping->addItem(toQString(groupingName(kind)), static_cast<int>(kind));
  connect(m_grouping, &QComboBox::activated, this,
          [this](int at) { Q_EMIT groupingChosen(allGroupings()[static_cast<size_t>(at)]); });
  m_groupRow = new QBoxLayout(QBoxLayout::LeftToRight);
  m_groupRow->setSpacing(8);
  QLabel *label = makeTrackLabel(tr("Group by"), "muted");
  label->setWordWrap(false);
  label->setBuddy(m_grouping);
  m_groupRow->addWidget(label);
  m_groupRow->addWidget(m_grouping, 1);
  layout->addLayout(m_groupRow);
  arrangeRow();
  m_filter = new TrackFilterBox;
  connect(m_filter, &TrackFilterBox::changed, this, &TrackPanel::updateLegend);
  layout->addWidget(m_filter);
  m_legend = new QListWidget;
  m_legend->setObjectName(QStringLiteral("colorLegend"));
  m_legend->setAccessibleName(tr("Meaning of the colours"));
  m_legend->setSelectionMode(QAbstractItemView::NoSelection);
  styleList(m_legend);
  m_legend->setItemDelegate(new TrackPanelDelegate(kValueRole, true, m_legend));
  layout->addWidget(m_legend);
  updateLegend();
  return section;
}

/// Large texts do not fit beside each other.
void TrackPanel::arrangeRow() {
  m_groupRow->setDirection(windowTextScale() > 1 ? QBoxLayout::TopToBottom
                                                 : QBoxLayout::LeftToRight);
}

void TrackPanel::changeEvent(QEvent *event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_groupRow)
    arrangeRow();
}

QWidget *TrackPanel::makeScopes() {
  auto *section = new QWidget;
  QVBoxLayout *layout = makeSection(section, tr("Scopes"));
  m_noScopes = makeTrackLabel(
      tr("The scopes of the open trace and their share of the warps' time."), "muted");
  layout->addWidget(m_noScopes);
  m_scopes = new QListWidget;
  m_scopes->setObjectName(QStringLiteral("scopeLegend"));
  m_scopes->setAccessibleName(tr("Scopes and their share of the warps' time"));
  m_scopes->setSelectionMode(QAbstractItemView::NoSelection);
  styleList(m_scopes);
  m_scopes->setItemDelegate(new TrackPanelDelegate(kValueRole, true, m_scopes));
  connect(m_scopes, &QListWidget::itemClicked, this,
          [this](const QListWidgetItem *item) { Q_EMIT scopeClicked(item->text()); });
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
    auto *shortcut = new QShortcut(key, m_scopes, nullptr, nullptr, Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, [this] {
      if (const QListWidgetItem *item = m_scopes->currentItem())
        Q_EMIT scopeClicked(item->text());
    });
  }
  layout->addWidget(m_scopes, 1);
  layout->addStretch(0);
  return section;
}

void TrackPanel::setControls(TrackControls *controls,
                             const std::function<QColor(ColorToken)> &colorOf) {
  m_controls = controls;
  m_legendColor = colorOf;
  m_filter->setControls(controls);
  updateLegend();
  updateEmptyTexts();
}

/// While colours stand for something else, scopes have none.
void TrackPanel::updateLegend() {
  if (!m_legend)
    return; // a part of the panel reports its first state
  m_legend->clear();
  const auto lines = m_controls ? m_controls->legend() : std::vector<ColorMeaning>();
  for (const ColorMeaning &line : lines) {
    auto *item = new QListWidgetItem(toQString(line.label), m_legend);
    item->setToolTip(item->text());
    if (line.fill != ColorToken::None && m_legendColor)
      item->setData(Qt::DecorationRole, m_legendColor(line.fill));
  }
  m_legend->setVisible(!lines.empty());
  const int line = m_legend->itemDelegate()->sizeHint({}, {}).height();
  m_legend->setMinimumHeight(std::min<int>(static_cast<int>(lines.size()), 2) * line);
  m_legend->setMaximumHeight(static_cast<int>(lines.size()) * line);
  for (int at = 0; m_scopes && at < m_scopes->count(); ++at) {
    QListWidgetItem *scope = m_scopes->item(at);
    if (const QVariant color = scope->data(kScopeColorRole); color.isValid())
      scope->setData(Qt::DecorationRole, lines.empty() ? color : QVariant());
  }
}

void TrackPanel::setCurrentTrace(const QModelIndex &index) {
  m_openTraces->setCurrentIndex(index);
}

void TrackPanel::setGrouping(GroupingKind kind) {
  m_grouping->setCurrentIndex(m_grouping->findData(static_cast<int>(kind)));
}

void TrackPanel::setScopes(const std::vector<ScopeShare> &scopes,
                           const std::function<QColor(StringId)> &colorOf, const QColor &valueColor,
                           const QColor &instantColor) {
  m_scopes->clear();
  std::vector<std::string_view> all;
  for (const ScopeShare &scope : scopes)
    all.push_back(scope.name);
  const ShortNames names(all);
  for (const ScopeShare &scope : scopes) {
    auto *item = new QListWidgetItem(toQString(scope.name));
    item->setData(TrackPanelDelegate::kShownNameRole, toQString(names.of(scope.name)));
    const bool isValue = !scope.range.empty();
    if (isValue || scope.isInstant)
      item->setData(Qt::DecorationRole, isValue ? valueColor : instantColor);
    else if (!scope.isRest)
      item->setData(kScopeColorRole, colorOf(scope.id));
    const QString share = toQString(scopeShareText(scope));
    item->setData(kValueRole, share);
    if (scope.isRest)
      item->setFlags(Qt::NoItemFlags); // no slices that a click could mark
    item->setToolTip(scopeToolTip(scope));
    item->setData(Qt::AccessibleTextRole, item->text() + QLatin1String(", ") + share);
    m_scopes->addItem(item);
  }
  updateLegend();
  updateEmptyTexts();
}

void TrackPanel::clearScopes() {
  m_scopes->clear();
  updateEmptyTexts();
}

void TrackPanel::updateEmptyTexts() {
  const int openTraces = m_openTraces->model()->rowCount();
  m_noOpenTrace->setVisible(openTraces == 0);
  m_openTraces->setVisible(openTraces > 0);
  constexpr int kMaxVisible = 6;
  const int line = m_openTraces->itemDelegate()->sizeHint({}, {}).height();
  m_openTraces->setFixedHeight(std::clamp(openTraces, 1, kMaxVisible) * line);
  m_tracksSection->setVisible(openTraces > 0 && m_controls); // a call tree has no tracks
  m_noScopes->setVisible(m_scopes->count() == 0);
  m_scopes->setVisible(m_scopes->count() > 0);
}

} // namespace pstudio
