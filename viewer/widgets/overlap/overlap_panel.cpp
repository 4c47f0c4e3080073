// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/overlap_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/chart_view.h"
#include "viewer/widgets/message_page.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/overlap/iteration_view.h"
#include "viewer/widgets/overlap/operation_table.h"
#include "viewer/widgets/overlap/overlap_charts_view.h"
#include "viewer/widgets/overlap/tile_strip.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/timeline/quality_bar.h"

namespace pstudio {
namespace {

constexpr int kInset = 12, kGap = 8;
constexpr int kSideBySideWidth = 520; // of charts and findings beside each other
constexpr int kMinBadges = 80;

/// The clock that turns times of the launch into its cycles; nothing if it counts none.
std::optional<ClockLine> clockOf(const analysis::LaunchOverlap &launch) {
  if (!launch.isInCycles)
    return std::nullopt;
  ClockLine clock;
  clock.picosecondsPerCycle = launch.picosecondsPerTick;
  return clock;
}

} // namespace

OverlapPanel::OverlapPanel(QWidget *parent)
    : Panel(QStringLiteral("overlap"), tr("Overlap"), parent) {
  setFocusPolicy(Qt::StrongFocus);
  m_tiles = new TileStrip;
  auto *inset = new QWidget;
  auto *row = new QHBoxLayout(inset);
  row->setContentsMargins(kInset, 4, kInset, kGap);
  row->addWidget(m_tiles);
  QWidget *bar = makeBar();
  fill({makePages(makeColumn({bar, inset, makeBody()}))});
  connect(&message(), &MessagePage::actionRequested, this, &OverlapPanel::runAgainRequested);
  setFocusProxy(m_iterations);
  connect(&m_model, &OverlapModel::dataChanged, this, &OverlapPanel::showData);
  connect(&m_model, &OverlapModel::choiceChanged, this, [this] { refresh(); });
  connect(&m_model, &OverlapModel::numbersReady, this, [this] {
    refresh();
    followCurrent();
  });
  showData();
}

void OverlapPanel::setRunAgain(bool isOffered) {
  m_isRunAgain = isOffered;
  message().setAction(m_isRunAgain && m_canRunAgain ? tr("Run again with asynchronous operations")
                                                    : QString());
}

void OverlapPanel::showHint(const QString &title, const QString &hint, bool canRunAgain) {
  m_canRunAgain = canRunAgain;
  setRunAgain(m_isRunAgain);
  showMessage(title, hint);
}

OverlapPanel::~OverlapPanel() = default;

QWidget *OverlapPanel::makeBar() {
  m_channels = makeCombo("overlapChannel", tr("Group of operations"));
  m_ctas = makeCombo("overlapCta", tr("Displayed iterations: the medians of all CTAs, or one CTA"));
  m_alignment = makeCombo(
      "overlapAlignment",
      tr("What rows start at: the issue of the copy, or the start of the loop iteration"));
  m_alignment->addItem(tr("rows start at: issue"));
  m_alignment->addItem(tr("rows start at: loop"));
  m_showIterations = makeSwitch("showIterations", tr("Iterations"), tr("Show iterations as rows"));
  m_showTable = makeSwitch("showOperations", tr("Operations"), tr("Show a table of operations"));
  m_fit =
      makeSwitch("fitIterations", tr("Show all rows"), tr("Make rows as low as all of them need"));
  m_showIterations->setAutoExclusive(true);
  m_showTable->setAutoExclusive(true);
  m_showIterations->setChecked(true);
  m_badges = new QualityBar;
  m_badges->setObjectName(QStringLiteral("overlapBadges"));
  m_badges->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_badges->setMinimumWidth(kMinBadges);
  connect(m_channels, &QComboBox::activated, this, [this](int at) {
    const QPoint place = m_channels->itemData(at).toPoint();
    m_model.chooseChannel(static_cast<uint32_t>(place.x()), static_cast<uint32_t>(place.y()));
  });
  connect(m_ctas, &QComboBox::activated, this, [this](int at) {
    m_model.chooseCta(at == 0 ? std::nullopt : std::optional(static_cast<uint32_t>(at - 1)));
  });
  connect(m_alignment, &QComboBox::activated, this, [this](int at) {
    m_model.chooseAlignment(at == 0 ? IterationAlignment::Issue : IterationAlignment::Loop);
  });
  connect(m_showIterations, &QToolButton::toggled, this,
          [this](bool isOn) { showView(isOn ? 0 : 1); });
  connect(m_fit, &QToolButton::toggled, this,
          [this](bool isOn) { m_iterations->setFitting(isOn); });
  auto *bar = new PanelBar({kInset, 4, kInset, 4}, kGap);
  bar->addGroup({m_showIterations, m_showTable, m_channels})->addStretch(0);
  bar->addGroup({m_ctas, m_alignment, m_fit})->addWidget(m_badges, 1);
  return bar;
}

void OverlapPanel::makeSide() {
  m_charts = new OverlapChartsView;
  m_findings = new FindingList;
  QLabel *heading = makeHeading(tr("Findings"));
  auto *findings = new QWidget;
  auto *words = new QVBoxLayout(findings);
  words->setContentsMargins(0, 0, 0, 0);
  words->setSpacing(kGap);
  words->addWidget(heading);
  words->addWidget(m_findings);
  words->addStretch(1);
  auto *side = new QWidget;
  side->setObjectName(QStringLiteral("overlapSideContent"));
  m_sideLayout = new QBoxLayout(QBoxLayout::LeftToRight, side);
  m_sideLayout->setContentsMargins(kInset, kGap, kInset, kGap);
  m_sideLayout->setSpacing(2 * kGap);
  m_sideLayout->addWidget(m_charts, 1);
  m_sideLayout->addWidget(findings, 1);
  m_side = new QScrollArea;
  m_side->setObjectName(QStringLiteral("overlapSide"));
  m_side->setFrameShape(QFrame::NoFrame);
  m_side->setWidgetResizable(true);
  m_side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_side->setWidget(side);
  m_side->setMinimumWidth(240);
  m_side->installEventFilter(this);
}

QWidget *OverlapPanel::makeBody() {
  m_iterations = new IterationView;
  m_table = new OperationTable;
  m_views = new QStackedWidget;
  m_views->addWidget(m_iterations);
  m_views->addWidget(m_table);
  makeSide();
  connect(m_iterations, &IterationView::rowChosen, this, &OverlapPanel::chooseRow);
  connect(m_iterations, &IterationView::rowActivated, this, &OverlapPanel::chooseRow);
  connect(m_charts, &OverlapChartsView::iterationChosen, this, &OverlapPanel::chooseInstance);
  connect(m_findings, &FindingList::evidenceChosen, this,
          [this](SliceId slice) { choose(slice, true); });
  connect(m_findings, &FindingList::offChanged, this,
          [this] { Q_EMIT findingsOffChanged(m_findings->off()); });
  connect(m_table, &OperationTable::operationChosen, this,
          [this](OperationRef ref) { choose(m_model.data()->operation(ref).flight, true); });
  return makeParts("overlapParts", tr("Iterations, and charts with findings"),
                   {{m_views, 1000}, {m_side, 1000}});
}

bool OverlapPanel::eventFilter(QObject *watched, QEvent *event) {
  // Beside each other where there is room, else the findings first: they say what the charts show.
  if (watched == m_side && event->type() == QEvent::Resize)
    m_sideLayout->setDirection(m_side->width() >= kSideBySideWidth ? QBoxLayout::LeftToRight
                                                                   : QBoxLayout::BottomToTop);
  return QWidget::eventFilter(watched, event);
}

void OverlapPanel::setData(std::shared_ptr<const OverlapData> data, SelectionModel *selection) {
  setModels(selection);
  if (data != m_model.data() || !data)
    m_model.setData(std::move(data));
  followCurrent();
}

void OverlapPanel::followCurrent() {
  if (selection())
    followSelection(selection()->selectedSlice());
}

void OverlapPanel::showEvent(QShowEvent *event) {
  const bool wasStale = isStale();
  Panel::showEvent(event);
  if (wasStale)
    followCurrent();
}

void OverlapPanel::setTimelineCorrected(bool isCorrected) {
  if (isCorrected == m_isTimelineCorrected)
    return;
  m_isTimelineCorrected = isCorrected;
  if (m_model.hasOperations())
    showBadges();
}

void OverlapPanel::setThemeKind(ThemeKind kind) {
  m_badges->setThemeKind(kind);
  m_tiles->setThemeKind(kind);
  m_iterations->setThemeKind(kind);
  m_charts->setThemeKind(kind);
  m_findings->setThemeKind(kind);
}

void OverlapPanel::showTimesAgain() {
  if (m_model.data())
    m_model.setData(m_model.data());
}

void OverlapPanel::setFindingsOff(std::set<std::string> codes) {
  m_findings->setOff(std::move(codes));
}

void OverlapPanel::fillChannels() {
  m_channels->clear();
  const auto launches = m_model.data()->launches();
  for (uint32_t l = 0; l < launches.size(); ++l)
    for (uint32_t c = 0; c < launches[l].channels.size(); ++c) {
      const analysis::Channel &channel = launches[l].channels[c];
      QString name = toQString(channel.name);
      if (launches.size() > 1)
        name = toQString(launches[l].name) + QStringLiteral(": ") + name;
      m_channels->addItem(name, QPoint(static_cast<int>(l), static_cast<int>(c)));
      m_channels->setItemData(m_channels->count() - 1, toQString(channelSubtitle(launches[l], c)),
                              Qt::ToolTipRole);
    }
}

void OverlapPanel::fillCtas() {
  if (m_ctas->count() > 0 && m_ctasOf == m_model.choice().launch)
    return;
  m_ctasOf = m_model.choice().launch;
  m_ctas->clear();
  const analysis::LaunchOverlap &launch = m_model.launch();
  // Short: the box is narrow, and that a row is the median of them is in its tool tip.
  const QString all = toQString(countText(launch.ctas.size()));
  m_ctas->addItem(launch.ctas.size() == 1 ? tr("its warps") : tr("all %1 CTAs").arg(all));
  QStringList names;
  for (uint32_t i = 0; i < launch.ctas.size(); ++i)
    names << toQString(ctaName(m_model.data()->trace(), launch, i));
  m_ctas->addItems(names);
}

void OverlapPanel::showData() {
  if (m_model.hasOperations()) {
    m_ctas->clear(); // of another launch
    fillChannels();
    return showContent();
  }
  m_table->setChannel(nullptr, 0, 0);
  m_isTableStale = false; // of a trace before
  m_findings->setFindings({}, {});
  if (!m_model.data())
    showHint(tr("No trace is open."),
             tr("Run a kernel with mode async. This panel shows how much of each copy and "
                "matrix operation was hidden."),
             true);
  else {
    const QString reason = toQString(m_model.data()->missing());
    const QString howTo = tr("Record them with mode async, in the run dialog or from a terminal:\n"
                             "proton-collect run SPEC --mode async -o NAME.pftrace");
    showHint(tr("This trace has no asynchronous operations."),
             reason.isEmpty() ? howTo : reason + QLatin1Char('\n') + howTo, true);
  }
}

/// Numbers of a million operations take a while: only what is seen is made, and not in this thread.
void OverlapPanel::compute() {
  if (!m_model.hasOperations())
    return;
  if (m_model.prepare())
    return showNumbers();
  const uint32_t count = m_model.launch().channels[m_model.choice().channel].operationCount;
  showHint(tr("Summing up %1").arg(toQString(countText(count, "operation", "operations"))),
           QString(), false);
}

void OverlapPanel::showNumbers() {
  const OverlapData &data = *m_model.data();
  const analysis::LaunchOverlap &launch = m_model.launch();
  const OverlapChoice choice = m_model.choice();
  const OverlapNumbers &numbers = m_model.numbers();
  showContent();
  fillCtas();
  m_channels->setCurrentIndex(m_channels->findData(
      QPoint(static_cast<int>(choice.launch), static_cast<int>(choice.channel))));
  m_ctas->setCurrentIndex(choice.cta ? static_cast<int>(*choice.cta) + 1 : 0);
  const bool isAtLoop = choice.alignment == IterationAlignment::Loop;
  m_alignment->setCurrentIndex(isAtLoop ? 1 : 0);
  showBadges();
  m_tiles->setTiles(numbers.tiles);
  m_iterations->setRows(numbers.table.rows, numbers.table.summary, clockOf(launch), isAtLoop);
  m_charts->setNumbers({numbers.stages, numbers.hidden, numbers.depth,
                        toQString(ctaName(data.trace(), launch, numbers.depthCta))});
  m_findings->setFindings(numbers.findings, [shown = m_model.data()](SliceId slice) {
    return operationName(*shown, slice);
  });
  fillTable();
  if (selection()) // another group stays chosen, whatever is selected
    markOperation(m_model.data()->operationOf(selection()->selectedSlice()));
}

/// A million lines take a while to sort: they are made when the table is seen.
void OverlapPanel::fillTable() {
  const OverlapChoice &choice = m_model.choice();
  const uint32_t count = m_model.launch().channels[choice.channel].operationCount;
  m_isTableStale = count > OverlapModel::kAtOnce && m_views->currentWidget() != m_table;
  if (m_isTableStale)
    m_table->setChannel(nullptr, 0, 0);
  else
    m_table->setChannel(m_model.data(), choice.launch, choice.channel);
}

void OverlapPanel::showView(int index) {
  m_views->setCurrentIndex(index);
  if (!m_isTableStale || m_views->currentWidget() != m_table)
    return;
  fillTable();
  if (selection())
    m_table->setCurrent(m_model.data()->operationOf(selection()->selectedSlice()));
}

void OverlapPanel::showBadges() {
  m_badges->setBadges(overlapBadges(*m_model.data(), m_model.choice().launch,
                                    m_model.choice().channel, m_isTimelineCorrected));
}

void OverlapPanel::followSelection(SliceId slice) {
  if (!m_model.hasOperations() || isStale() || !m_model.isReady())
    return;
  const auto ref = m_model.data()->operationOf(slice);
  if (ref && !m_model.rowOf(*ref)) {
    m_model.show(*ref);
    if (!m_model.isReady() || !m_model.rowOf(*ref))
      return;
  }
  markOperation(ref);
}

/// Where it is listed; nothing is marked of another group.
void OverlapPanel::markOperation(std::optional<OperationRef> ref) {
  const auto row = ref ? m_model.rowOf(*ref) : std::nullopt;
  m_iterations->setCurrentRow(row);
  m_charts->setMarked(row ? std::optional(m_model.table().rows[*row].instance) : std::nullopt);
  m_table->setCurrent(ref);
}

void OverlapPanel::chooseRow(uint32_t row) {
  choose(m_model.table().rows[row].slice, true);
}

void OverlapPanel::chooseInstance(int64_t instance) {
  const std::vector<IterationRow> &rows = m_model.table().rows;
  for (uint32_t i = 0; i < rows.size(); ++i)
    if (rows[i].instance == instance)
      return chooseRow(i);
}

} // namespace pstudio
