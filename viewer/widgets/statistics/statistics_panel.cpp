// SPDX-License-Identifier: Apache-2.0
// Statistics of a trace or of the selected area: a table, and the chosen scope beside it.
#include "viewer/widgets/statistics/statistics_panel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include "core/statistics/track_groups.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/statistics/critical_path_view.h"
#include "viewer/widgets/statistics/rank_view.h"
#include "viewer/widgets/statistics/scope_detail.h"
#include "viewer/widgets/statistics/statistics_table.h"

namespace pstudio {

using statistics::GroupBy;
using statistics::LengthUnit;
using statistics::StatisticsRow;
using statistics::StatisticsTable;

namespace {

constexpr int kPanelInset = 12, kPanelGap = 8;
constexpr int kStatusTime = 6000; // [ms] that a status replaces the header
constexpr size_t kMaxNamed = 2;   // tracks that the header names
constexpr int kMinHeader = 60;    // [px]
constexpr int kPathRows = 4;      // of the menu of rows: the critical path
constexpr int kRankRows = 5;      // ... starts of kernels in ranks, for traces with ranks

/// The first line with a whole instance, or with any; -1 if there is no line.
int firstWithInstances(const StatisticsModel &model) {
  for (int line = 0; line < model.rowCount(); ++line)
    if (model.rowAt(line).time.count > 0)
      return line;
  for (int line = 0; line < model.rowCount(); ++line)
    if (model.rowAt(line).content == statistics::RowContent::Scope)
      return line;
  return -1;
}

QString tracksText(const Trace &trace, const std::vector<TrackId> &tracks) {
  if (tracks.size() > kMaxNamed)
    return toQString(countText(tracks.size(), "track", "tracks"));
  QStringList names;
  for (const TrackId track : tracks)
    names << toQString(statistics::placeLabel(trace, track));
  return names.join(QLatin1String(" and "));
}

} // namespace

StatisticsPanel::StatisticsPanel(QWidget *parent)
    : Panel(QStringLiteral("statistics"), tr("Statistics"), parent) {
  setFocusPolicy(Qt::StrongFocus);
  QWidget *bar = makeBar();
  auto *head = new QWidget; // a line of its own: the scope of the figures must not be cut
  auto *line = new QHBoxLayout(head);
  line->setContentsMargins(kPanelInset, 0, kPanelInset, 4);
  line->addWidget(m_header);
  QWidget *table = makeColumn({head, makeBody()});
  m_path = new CriticalPathView;
  m_body = new QStackedWidget;
  m_body->addWidget(table);
  m_body->addWidget(m_path);
  m_ranks = new RankView;
  m_body->addWidget(m_ranks);
  m_ranks->table().csv().setHandlers([this] { copyCsv(); }, [this] { Q_EMIT saveRequested(); });
  connect(m_ranks, &RankView::sliceChosen, this, &StatisticsPanel::choose);
  connect(m_path, &CriticalPathView::sliceRevealed, this, &StatisticsPanel::sliceRevealed);
  connect(m_path, &CriticalPathView::sliceZoomed, this, &StatisticsPanel::sliceZoomed);
  fill({makePages(makeColumn({bar, m_body}))});
  setFocusProxy(m_table);
  setTrace(nullptr, nullptr, nullptr);
}

StatisticsPanel::~StatisticsPanel() = default;

QWidget *StatisticsPanel::makeBar() {
  m_groups = makeCombo("statisticsGroups", tr("What a row stands for"));
  m_groups->addItems({tr("Scopes"), tr("Scope by warp"), tr("Scope by CTA"), tr("Scope by SM"),
                      tr("Critical path of a CTA")});
  m_units = makeCombo("statisticsUnit", tr("Unit of the durations"));
  m_units->addItems({tr("Time"), tr("Cycles")});
  m_wholeTrace =
      makeButton("statisticsWholeTrace", tr("Whole trace"), tr("Clear the selected area"));
  m_save = makeButton("statisticsSave", tr("Save as CSV..."),
                      tr("Save the table as CSV, with all figures in ns and in cycles"));
  m_header = makeStatusLine("statisticsHeader", tr("Area of the statistics"), kMinHeader);
  connect(m_groups, &QComboBox::activated, this, &StatisticsPanel::chooseRows);
  connect(m_units, &QComboBox::activated, this, [this] {
    m_table->setUnit(unit());
    computeFigures();
  });
  connect(m_wholeTrace, &QToolButton::clicked, this, [this] {
    if (area())
      area()->clear();
  });
  connect(m_save, &QToolButton::clicked, this, &StatisticsPanel::saveRequested);
  auto *bar = new PanelBar({kPanelInset, 4, kPanelInset, 4}, kPanelGap);
  bar->addGroup({m_groups, m_units, m_save, m_wholeTrace})->addStretch(0);
  return bar;
}

QWidget *StatisticsPanel::makeBody() {
  m_table = new StatisticsTableView;
  m_table->csv().setText([this] { return csv(); });
  m_table->csv().setHandlers([this] { copyCsv(); }, [this] { Q_EMIT saveRequested(); });
  m_table->csv().setOtherActions([this](QMenu &menu, const QModelIndex &at) {
    if (!at.isValid())
      return;
    QAction *longest = menu.addAction(tr("Go to the longest instance"), this,
                                      [this, line = at.row()] { activateLine(line); });
    longest->setEnabled(m_table->statisticsModel().rowAt(at.row()).longest.isValid());
  });
  m_detail = new ScopeDetail;
  connect(m_table, &NumberTable::lineChosen, this, &StatisticsPanel::chooseLine);
  // A click on the current row does not emit lineChosen(), but it chooses the row again.
  connect(m_table, &QTableView::clicked, this,
          [this](const QModelIndex &index) { chooseLine(index.row()); });
  connect(m_table, &StatisticsTableView::rowActivated, this, &StatisticsPanel::activateLine);
  connect(m_detail, &ScopeDetail::sliceChosen, this,
          [this](SliceId slice) { choose(slice, false); });
  connect(m_detail, &ScopeDetail::sliceActivated, this,
          [this](SliceId slice) { choose(slice, true); });
  return makeParts("statisticsParts", tr("Table, and charts"), {{m_table, 1200}, {m_detail, 800}});
}

void StatisticsPanel::setOverlap(std::shared_ptr<const OverlapData> overlap) {
  m_overlap = std::move(overlap);
}

void StatisticsPanel::showRows(int rows) {
  const bool isPath = rows == kPathRows, isRanks = rows == kRankRows;
  m_groups->setCurrentIndex(rows);
  m_body->setCurrentIndex(isPath ? 1 : isRanks ? 2 : 0);
  m_units->setVisible(!isPath && !isRanks);
  m_save->setVisible(!isPath);
  m_path->setActive(isPath);
  m_ranks->setActive(isRanks);
}

void StatisticsPanel::chooseRows(int rows) {
  showRows(rows);
  if (rows < kPathRows)
    restart();
}

void StatisticsPanel::setTrace(std::shared_ptr<const Trace> trace, SelectionModel *selection,
                               AreaModel *area) {
  setModels(selection, area);
  m_trace = std::move(trace);
  m_styleOfUnit = timeStyle();
  if (m_styleOfUnit == TimeStyle::Cycles)
    chooseUnit();
  m_scope.reset();
  m_isChosen = false;
  m_shown.reset();
  while (m_groups->count() > kRankRows)
    m_groups->removeItem(kRankRows);
  if (m_trace && RankView::hasRanks(*m_trace))
    m_groups->addItem(tr("Kernels by rank"));
  m_ranks->setTrace(m_trace);
  showRows(0);
  m_path->setData(m_trace ? m_overlap : nullptr, selection);
  m_detail->setFigures(nullptr);
  followSelection(selection ? selection->selectedSlice() : SliceId());
  m_table->setTable(nullptr, nullptr);
  restart();
}

void StatisticsPanel::followSelection(SliceId slice) {
  m_detail->setSelectedSlice(slice);
}

statistics::StatisticsQuery StatisticsPanel::query() const {
  statistics::StatisticsQuery query;
  if (area() && area()->area()) {
    query.range = area()->area()->range;
    query.tracks = area()->area()->tracks;
  }
  const bool isGrouped = m_scope && m_groups->currentIndex() < kPathRows;
  query.by = isGrouped ? static_cast<GroupBy>(m_groups->currentIndex()) : GroupBy::Scope;
  if (query.by != GroupBy::Scope)
    query.scope = m_scope;
  return query;
}

LengthUnit StatisticsPanel::unit() const {
  return m_units->currentIndex() == 1 ? LengthUnit::Cycles : LengthUnit::Nanoseconds;
}

void StatisticsPanel::restart() {
  m_work.cancel();
  m_figuresWork.cancel();
  refresh(!m_trace);
}

void StatisticsPanel::compute() {
  if (!m_trace)
    return showMessage(tr("No trace is open."), tr("Open a trace, or run a kernel."));
  if (!m_shown)
    showMessage(tr("Computing the statistics..."), QString());
  m_work.start(
      [trace = m_trace, query = query()](const std::stop_token &stop) {
        return std::make_shared<const StatisticsTable>(
            statistics::makeStatistics(*trace, query, 0, stop));
      },
      [this](std::shared_ptr<const StatisticsTable> table) { showTable(std::move(table)); });
}

void StatisticsPanel::showTable(std::shared_ptr<const StatisticsTable> table) {
  m_shown = std::move(table);
  m_table->setTable(m_trace, m_shown);
  showContent();
  if (m_shown->query.by == GroupBy::Scope) {
    int line = m_isChosen && m_scope ? m_table->statisticsModel().lineOfScope(*m_scope) : -1;
    if (line < 0) // so that the charts are not empty before a click
      line = firstWithInstances(m_table->statisticsModel());
    m_scope =
        line >= 0 ? std::optional(m_table->statisticsModel().rowAt(line).scope) : std::nullopt;
    m_table->setCurrentLine(line);
  }
  m_groups->setEnabled(m_scope.has_value() || m_overlap || m_groups->count() > kRankRows);
  showHeader();
  computeFigures();
  Q_EMIT statisticsShown();
}

void StatisticsPanel::showHeader() {
  const bool hasArea = m_shown->query.range.has_value();
  m_wholeTrace->setVisible(hasArea);
  QString text;
  if (hasArea)
    text = tr("Selected area: %1, %2")
               .arg(toQString(formatRange(*m_shown->query.range, std::nullopt)),
                    tracksText(*m_trace, m_shown->query.tracks));
  else
    text = tr("Whole trace: %1, %2")
               .arg(toQString(formatRange(m_trace->timeRange(), std::nullopt)),
                    toQString(countText(m_shown->trackCount, "track", "tracks")));
  if (m_shown->query.by != GroupBy::Scope)
    text =
        toQString(m_trace->string(m_shown->query.scope->name)) + QLatin1String(" \u2013 ") + text;
  if (m_shown->rows.empty())
    text += tr(": no slices");
  const QString remarks = toQString(statistics::statisticsRemarks(*m_shown))
                              .trimmed()
                              .replace('\n', QLatin1String("; "));
  if (!remarks.isEmpty())
    text += QLatin1String(". ") + remarks;
  if (m_shown->isCostSubtracted)
    text += tr(". The recording cost is subtracted from times, not from cycles");
  m_header->setFullText(text);
}

void StatisticsPanel::computeFigures() {
  if (!m_scope || !m_trace) {
    m_figuresWork.cancel();
    return m_detail->setFigures(nullptr);
  }
  statistics::StatisticsQuery wanted = query();
  wanted.by = GroupBy::Scope;
  wanted.scope = m_scope;
  m_figuresWork.start(
      [trace = m_trace, wanted, unit = unit()](const std::stop_token &stop) {
        return makeScopeFigures(trace, wanted, unit, stop);
      },
      [this](const auto &figures) {
        if (m_scope == figures->query.scope)
          m_detail->setFigures(figures);
      });
}

void StatisticsPanel::chooseLine(int line) {
  const StatisticsRow &row = m_table->statisticsModel().rowAt(line);
  if (row.content != statistics::RowContent::Scope)
    return; // no instances that the charts could show
  const statistics::ScopeKey scope = row.scope;
  m_isChosen = true;
  if (scope != m_scope) {
    m_scope = scope;
    computeFigures();
  }
  Q_EMIT scopeHighlighted(toQString(m_trace->string(scope.name)));
}

void StatisticsPanel::activateLine(int line) {
  choose(m_table->statisticsModel().rowAt(line).longest, true);
}

std::string StatisticsPanel::csv() const {
  if (m_groups->currentIndex() == kRankRows)
    return m_ranks->csv();
  return m_shown ? statistics::statisticsCsv(*m_trace, m_table->statisticsModel().sortedTable())
                 : std::string();
}

void StatisticsPanel::copyCsv() {
  QApplication::clipboard()->setText(toQString(csv()));
  showStatus(tr("The table is in the clipboard as CSV"));
}

void StatisticsPanel::showStatus(const QString &text) {
  m_header->setFullText(text);
  m_ranks->showStatus(text);
  QTimer::singleShot(kStatusTime, this, [this] {
    if (m_shown)
      showHeader();
    m_ranks->showTimesAgain();
  });
}

/// Cycles where they are preferred and known; the unit can still be changed in the panel.
void StatisticsPanel::chooseUnit() {
  const bool hasCycles = m_trace && !m_trace->clocks().empty();
  m_units->setCurrentIndex(timeStyle() == TimeStyle::Cycles && hasCycles ? 1 : 0);
  m_table->setUnit(unit());
}

void StatisticsPanel::showTimesAgain() {
  if (m_styleOfUnit != timeStyle())
    chooseUnit();
  m_styleOfUnit = timeStyle();
  m_table->setUnit(unit()); // widths for the texts
  m_path->showTimesAgain();
  m_ranks->showTimesAgain();
  if (m_shown) {
    showHeader();
    computeFigures();
  }
}

void StatisticsPanel::setThemeKind(ThemeKind kind) {
  m_table->setThemeKind(kind);
  m_detail->setThemeKind(kind);
  m_path->setThemeKind(kind);
  m_ranks->setThemeKind(kind);
}

} // namespace pstudio
