// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/heat/heat_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include "viewer/geometry/heat/heat_numbers.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/chart_view.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/heat/heat_charts_view.h"
#include "viewer/widgets/heat/heat_map_grid.h"
#include "viewer/widgets/heat/heat_map_view.h"
#include "viewer/widgets/heat/memory_operation_table.h"
#include "viewer/widgets/message_page.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/timeline/quality_bar.h"

namespace pstudio {
namespace {

constexpr int kInset = 12, kPanelGap = 8;
constexpr int kSideBySideWidth = 620; // of findings and charts beside each other
constexpr int kMinBadges = 80;
constexpr int kMinMaps = 184, kMinSide = 240; // widths
constexpr int kMostLines = 8;                 // of the table before it scrolls by itself
constexpr uint32_t kFootprintColumns = 120, kMaxWaves = 60;

} // namespace

HeatPanel::HeatPanel(QWidget *parent) : Panel(QStringLiteral("heat"), tr("Memory"), parent) {
  setFocusPolicy(Qt::StrongFocus);
  QWidget *bar = makeBar(), *headline = makeHeadline();
  fill({makePages(makeColumn({bar, headline, makeBody()}))});
  connect(&message(), &MessagePage::actionRequested, this, &HeatPanel::runAgainRequested);
  connectParts();
  showLaunch();
}

void HeatPanel::setRunAgain(bool isOffered) {
  message().setAction(isOffered ? tr("Run again with memory accesses") : QString());
}

HeatPanel::~HeatPanel() = default;

QWidget *HeatPanel::makeBar() {
  const std::array<std::pair<QString, QString>, kHeatViews> views = {
      {{tr("Time"), tr("Map of addresses by time")},
       {tr("Matrix"), tr("The selected buffer as a matrix")},
       {tr("Banks"), tr("Map of shared-memory banks by time")},
       {tr("CTAs"), tr("Map of addresses by CTA")},
       {tr("SMs"), tr("Map of addresses by SM")}}};
  m_launches = makeCombo("heatLaunch", tr("Displayed launch"));
  m_buffers = makeCombo("heatBuffer", tr("Displayed buffer"));
  m_matrixMeasure = makeCombo("heatMatrixMeasure", tr("Metric of the matrix"));
  for (uint8_t measure = 0; measure < kMatrixMeasures; ++measure)
    m_matrixMeasure->addItem(QLatin1String(matrixMeasureText(static_cast<MatrixMeasure>(measure))));
  m_bankMeasure = makeCombo("heatBankMeasure", tr("Metric of the bank map"));
  for (uint8_t measure = 0; measure < kBankMeasures; ++measure)
    m_bankMeasure->addItem(QLatin1String(bankMeasureName(static_cast<BankMeasure>(measure))));
  m_onlySite =
      makeSwitch("heatOnlySite", tr("Only the selected operation"),
                 tr("Show the accesses of the selected operation alone in the address maps"));
  m_badges = new QualityBar;
  m_badges->setObjectName(QStringLiteral("heatBadges"));
  m_badges->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_badges->setMinimumWidth(kMinBadges);
  auto *bar = new PanelBar({kInset, 4, kInset, 0}, kPanelGap);
  QHBoxLayout *maps = bar->addGroup({});
  for (uint8_t view = 0; view < kHeatViews; ++view) {
    const std::string name = std::string("heatView-") + heatViewName(static_cast<HeatView>(view));
    m_viewSwitches[view] = makeSwitch(name.c_str(), views[view].first, views[view].second);
    maps->addWidget(m_viewSwitches[view]);
  }
  maps->addWidget(m_onlySite);
  maps->addWidget(makeTimeButton());
  maps->addStretch(0);
  bar->addGroup({m_launches, m_buffers, m_matrixMeasure, m_bankMeasure})->addWidget(m_badges, 1);
  return bar;
}

QToolButton *HeatPanel::makeTimeButton() {
  auto *menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("heatTimeMenu"));
  QAction *toTimeline = menu->addAction(tr("Show this time range in the timeline"));
  QAction *fromTimeline = menu->addAction(tr("Time: same as the timeline"));
  QAction *all = menu->addAction(tr("Time: whole launch"));
  menu->addSeparator();
  QAction *link = menu->addAction(tr("Keep both time ranges equal"));
  link->setCheckable(true);
  connect(menu, &QMenu::aboutToShow, this,
          [this, toTimeline] { toTimeline->setEnabled(m_model.hasAccesses()); });
  connect(toTimeline, &QAction::triggered, this, [this] {
    Q_EMIT timeRevealed(m_model.choice().time.value_or(accessTimes(*m_model.data())));
  });
  connect(fromTimeline, &QAction::triggered, this, &HeatPanel::timelineRequested);
  connect(all, &QAction::triggered, this, [this] {
    if (m_model.hasAccesses())
      m_model.chooseTime(std::nullopt);
  });
  connect(link, &QAction::toggled, this, [this](bool isOn) {
    m_isLinked = isOn;
    if (isOn)
      Q_EMIT timelineRequested();
  });
  QToolButton *button =
      makeButton("heatTime", tr("Time range"), tr("Time range of the maps and of the timeline"));
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(menu);
  return button;
}

QWidget *HeatPanel::makeHeadline() {
  m_headline = new ElidedLabel;
  m_headline->setObjectName(QStringLiteral("heatHeadline"));
  m_headline->setProperty("role", QLatin1String("muted"));
  m_counting = new QLabel;
  m_counting->setObjectName(QStringLiteral("heatCounting"));
  m_counting->setProperty("role", QLatin1String("muted"));
  m_progress = new QProgressBar;
  m_progress->setObjectName(QStringLiteral("heatProgress"));
  m_progress->setAccessibleName(tr("Counting progress"));
  m_progress->setRange(0, 100);
  m_progress->setTextVisible(false);
  m_progress->setFixedWidth(96);
  auto *line = new QWidget;
  auto *layout = new QHBoxLayout(line);
  layout->setContentsMargins(kInset, 4, kInset, kPanelGap);
  layout->setSpacing(kPanelGap);
  layout->addWidget(m_headline, 1);
  layout->addWidget(m_counting);
  layout->addWidget(m_progress);
  return line;
}

QWidget *HeatPanel::makeBody() {
  m_maps = new HeatMapGrid(m_model);
  makeSide();
  auto *left = new QWidget;
  left->setObjectName(QStringLiteral("heatMapsContent"));
  auto *inset = new QVBoxLayout(left);
  inset->setContentsMargins(kInset, 0, kInset, kInset);
  inset->addWidget(m_maps);
  m_mapRoom = makeScrolled("heatMapRoom", left, kMinMaps);
  m_nothing = new MessagePage(QStringLiteral("heatNothing"));
  m_body = new QStackedWidget;
  m_body->addWidget(makeParts("heatParts", tr("Maps, and operations with findings"),
                              {{m_mapRoom, 1100}, {m_side, 900}}));
  m_body->addWidget(m_nothing);
  return m_body;
}

/// A scroll area for content that can be higher than its place, so that it never enlarges the
/// panel.
QScrollArea *HeatPanel::makeScrolled(const char *name, QWidget *content, int leastWidth) {
  auto *area = new QScrollArea;
  area->setObjectName(QLatin1String(name));
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(content);
  area->setMinimumWidth(leastWidth);
  area->installEventFilter(this);
  return area;
}

void HeatPanel::makeSide() {
  m_table = new MemoryOperationTable;
  m_findings = new FindingList;
  m_findings->setCardsClickable(true);
  m_charts = new HeatChartsView;
  auto *findings = new QWidget;
  auto *words = new QVBoxLayout(findings);
  words->setContentsMargins(0, 0, 0, 0);
  words->setSpacing(kPanelGap);
  words->addWidget(makeHeading(tr("Findings")));
  words->addWidget(m_findings);
  words->addStretch(1);
  m_sideLower = new QBoxLayout(QBoxLayout::TopToBottom);
  m_sideLower->setSpacing(2 * kPanelGap);
  m_sideLower->addWidget(findings, 1);
  m_sideLower->addWidget(m_charts, 1);
  auto *side = new QWidget;
  side->setObjectName(QStringLiteral("heatSideContent"));
  auto *layout = new QVBoxLayout(side);
  layout->setContentsMargins(kInset, 0, kInset, kPanelGap);
  layout->setSpacing(4);
  layout->addWidget(makeHeading(tr("Memory operations, by wasted traffic")));
  layout->addWidget(m_table);
  layout->addSpacing(kPanelGap);
  layout->addLayout(m_sideLower, 1);
  m_side = makeScrolled("heatSide", side, kMinSide);
}

void HeatPanel::connectParts() {
  connect(&m_model, &HeatModel::launchChanged, this, &HeatPanel::showLaunch);
  connect(&m_model, &HeatModel::partCounted, this, &HeatPanel::showCounted);
  connect(&m_model, &HeatModel::choiceChanged, this, &HeatPanel::showChoice);
  for (uint8_t view = 0; view < kHeatViews; ++view)
    connect(m_viewSwitches[view], &QToolButton::clicked, this, [this, view](bool isOn) {
      m_maps->setShown(static_cast<HeatView>(view), isOn);
      m_viewSwitches[view]->setChecked(m_maps->isShown(static_cast<HeatView>(view)));
    });
  const auto followMaps = [this] {
    for (uint8_t view = 0; view < kHeatViews; ++view)
      m_viewSwitches[view]->setChecked(m_maps->isShown(static_cast<HeatView>(view)));
    m_matrixMeasure->setVisible(m_maps->isShown(HeatView::Matrix));
    m_bankMeasure->setVisible(m_maps->isShown(HeatView::Banks));
  };
  connect(m_maps, &HeatMapGrid::shownChanged, this, followMaps);
  followMaps();
  connect(m_maps, &HeatMapGrid::selected, this, &HeatPanel::select);
  connect(m_launches, &QComboBox::activated, this,
          [this](int at) { m_model.chooseLaunch(m_launches->itemData(at).toUInt()); });
  connect(m_buffers, &QComboBox::activated, this, [this](int at) {
    const auto buffer = at == 0 ? std::nullopt : std::optional(m_buffers->itemData(at).toUInt());
    m_model.chooseBuffer(buffer);
    m_maps->showBuffer(buffer);
  });
  connect(m_matrixMeasure, &QComboBox::activated, this,
          [this](int at) { m_model.chooseMeasure(static_cast<MatrixMeasure>(at)); });
  connect(m_bankMeasure, &QComboBox::activated, this,
          [this](int at) { m_model.chooseMeasure(static_cast<BankMeasure>(at)); });
  connect(m_onlySite, &QToolButton::toggled, this, [this](bool isOn) {
    if (m_model.hasAccesses())
      m_model.chooseOnlySite(isOn);
  });
  connect(m_table, &MemoryOperationTable::siteChosen, this, &HeatPanel::chooseSite);
  connect(m_table, &MemoryOperationTable::siteActivated, this, &HeatPanel::chooseSite);
  connect(m_findings, &FindingList::findingChosen, this, &HeatPanel::chooseFinding);
  connect(m_findings, &FindingList::offChanged, this,
          [this] { Q_EMIT findingsOffChanged(m_findings->off()); });
}

bool HeatPanel::eventFilter(QObject *watched, QEvent *event) {
  if (watched == m_side && event->type() == QEvent::Resize) {
    const bool isWide = m_side->width() >= kSideBySideWidth;
    m_sideLower->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_sideLower->setStretch(0, isWide ? 1 : 0);
  }
  if (watched == m_mapRoom && event->type() == QEvent::Resize)
    m_maps->setSeenHeight(m_mapRoom->height() - kInset);
  return QWidget::eventFilter(watched, event);
}

void HeatPanel::paintEvent(QPaintEvent *event) {
  QWidget::paintEvent(event);
  // A paint event proves that the panel is seen: isVisible() is also true for a covered dock.
  if (m_isSeen)
    return;
  m_isSeen = true;
  QTimer::singleShot(0, this, [this] {
    m_model.setWanted();
    showProgress();
  });
}

void HeatPanel::setTrace(std::shared_ptr<const Trace> trace, SelectionModel *selection) {
  setModels(selection);
  if (trace != m_model.trace())
    m_sources = std::make_shared<const SourceTexts>(trace);
  m_model.setTrace(std::move(trace));
  if (m_model.hasAccesses())
    m_badges->setBadges(heatBadges(*m_model.trace(), m_model.choice(), *m_model.data()));
  else
    showLaunch(); // the reason that an empty panel shows may have changed
}

void HeatPanel::setThemeKind(ThemeKind kind) {
  m_badges->setThemeKind(kind);
  m_maps->setThemeKind(kind);
  m_table->setThemeKind(kind);
  m_findings->setThemeKind(kind);
  m_charts->setThemeKind(kind);
}

std::vector<HeatView> HeatPanel::shownViews() const {
  std::vector<HeatView> views;
  for (uint8_t view = 0; view < kHeatViews; ++view)
    if (m_maps->isShown(static_cast<HeatView>(view)))
      views.push_back(static_cast<HeatView>(view));
  return views;
}

HeatScaleKind HeatPanel::scaleKind() const {
  return m_maps->view(shownViews().front()).scaleKind();
}

std::map<HeatView, HeatArea> HeatPanel::zoomedAreas() const {
  std::map<HeatView, HeatArea> areas;
  for (const HeatView view : shownViews())
    if (const HeatMapView &map = m_maps->view(view); map.isZoomed())
      areas[view] = map.visibleArea();
  return areas;
}

void HeatPanel::setFindingsOff(std::set<std::string> codes) {
  m_findings->setOff(std::move(codes));
}

void HeatPanel::followTimeline(TimeRange range) {
  if (!m_model.hasAccesses())
    return;
  const TimeRange all = accessTimes(*m_model.data());
  const TimeRange seen{std::max(range.begin, all.begin), std::min(range.end, all.end)};
  if (!seen.isEmpty())
    m_model.chooseTime(seen == all ? std::nullopt : std::optional(seen));
}

void HeatPanel::followLinkedTimeline(TimeRange range) {
  const QScopedValueRollback following(m_isFollowing, true); // does not move the timeline back
  if (m_isLinked)
    followTimeline(range);
}

void HeatPanel::fillChoosers() {
  const auto launches = launchesWithAccesses(*m_model.trace());
  m_launches->clear();
  for (const uint32_t launch : launches)
    m_launches->addItem(toQString(launchName(*m_model.trace(), launch)), launch);
  m_launches->setCurrentIndex(m_launches->findData(m_model.choice().launch));
  m_launches->setVisible(launches.size() > 1);
  m_buffers->clear();
  m_buffers->addItem(tr("All buffers"));
  const auto buffers = m_model.data()->accesses().buffers.buffers();
  for (uint32_t i = 0; i < buffers.size(); ++i)
    m_buffers->addItem(buffers[i].space == memory::AccessSpace::Global
                           ? toQString(bufferText(buffers[i]))
                           : tr("%1, shared").arg(toQString(bufferText(buffers[i]))),
                       i);
}

void HeatPanel::showLaunch() {
  if (!m_model.hasAccesses()) {
    m_table->setRows({});
    m_findings->setFindings({}, {});
    if (!m_model.trace())
      return showMessage(tr("No trace is open."),
                         tr("Run a kernel with mode memory. This panel shows its accesses by "
                            "address and time, and the used share of the moved bytes."));
    return showMessage(tr("This trace has no memory accesses."),
                       tr("Record them with mode memory, in the run dialog or from a terminal:\n"
                          "proton-collect run SPEC --mode memory -o NAME.pftrace"));
  }
  fillChoosers();
  const memory::AccessTable &table = m_model.data()->accesses().table;
  if (m_model.data()->isCounted())
    m_maps->showOnly(HeatView::Ctas); // the only map for counted accesses
  if (m_model.data()->accesses().isEmpty())
    m_nothing->setTexts(
        tr("This launch has no recorded accesses."),
        table.share().dropped > 0
            ? tr("The profile buffer was too small and dropped %1. Record with strategy=stream.")
                  .arg(toQString(countText(table.share().dropped, "access", "accesses")))
            : tr("The kernel accessed no memory, or the recording options excluded all its "
                 "operations."));
  m_body->setCurrentIndex(m_model.data()->accesses().isEmpty() ? 1 : 0);
  showContent();
  showCounted();
}

void HeatPanel::setSources(std::shared_ptr<const SourceTexts> sources) {
  if (sources == m_sources)
    return;
  m_sources = std::move(sources);
  if (m_model.hasAccesses() && m_model.data()->sites())
    showCounted();
}

void HeatPanel::showCounted() {
  const HeatData &data = *m_model.data();
  m_table->setRows(memoryOperationRows(data, *m_sources));
  m_table->setFixedHeight(m_table->heightOf(kMostLines));
  m_findings->setFindings(heatCards(data), {});
  m_badges->setBadges(heatBadges(*m_model.trace(), m_model.choice(), data));
  showProgress();
  showChoice();
}

void HeatPanel::showProgress() {
  const auto next = m_model.hasAccesses() ? m_model.data()->next() : std::nullopt;
  const bool isCounting = next && m_model.isCounting();
  m_counting->setVisible(isCounting);
  m_progress->setVisible(isCounting);
  if (!isCounting)
    return;
  m_counting->setText(tr("counting %1").arg(toQString(heatPartName(*next))));
  m_progress->setValue(static_cast<int>(100 * m_model.data()->progress()));
}

void HeatPanel::showChoice() {
  const HeatChoice &choice = m_model.choice();
  const HeatData &data = *m_model.data();
  m_headline->setFullText(toQString(heatHeadline(data, choice)));
  m_buffers->setCurrentIndex(choice.buffer ? std::max(0, m_buffers->findData(*choice.buffer)) : 0);
  m_matrixMeasure->setCurrentIndex(static_cast<int>(choice.matrixMeasure));
  m_bankMeasure->setCurrentIndex(static_cast<int>(choice.bankMeasure));
  m_onlySite->setEnabled(choice.selection.site.has_value());
  m_onlySite->setChecked(choice.isOnlySite);
  m_table->setCurrent(choice.selection.site);
  showCharts();
  if (choice.time != m_shownTime) {
    m_shownTime = choice.time;
    if (m_isLinked && !m_isFollowing)
      Q_EMIT timeRevealed(choice.time.value_or(accessTimes(data)));
  }
}

void HeatPanel::showCharts() {
  const HeatData &data = *m_model.data();
  std::optional<uint16_t> site = m_model.choice().selection.site;
  const auto sites = data.accesses().table.sites();
  if (site && sites[*site].space != memory::AccessSpace::Shared)
    site.reset();
  m_charts->setNumbers({footprintPoints(data, kFootprintColumns), waveBars(data, kMaxWaves),
                        reuseBars(data), degreeBars(data, site),
                        site ? toQString(memory::siteText(sites[*site])) : QString()});
}

void HeatPanel::followSelection(SliceId slice) {
  if (m_isSelecting || !m_model.hasAccesses())
    return;
  const auto place = placeOfSlice(*m_model.trace(), slice);
  if (place && place->launch != m_model.choice().launch)
    m_model.chooseLaunch(place->launch);
  HeatSelection selection = siteSelection(m_model.choice().selection.site);
  if (place) {
    selection.time = place->time;
    selection.cta = place->cta;
  }
  m_model.select(selection);
}

/// Selects the slice that contains the access, or reveals at least its time.
void HeatPanel::select(const HeatSelection &selection) {
  if (selection.site)
    chooseSite(selection.site);
  if (!this->selection() || !selection.time)
    return;
  TrackId track;
  if (selection.cta && selection.warp) {
    const Trace &trace = *m_model.trace();
    const uint32_t launch = m_model.choice().launch;
    track = trackOfWarp(trace, launch, *selection.cta, *selection.warp);
    const SliceId slice =
        sliceOfAccess(trace, launch, *selection.cta, *selection.warp, selection.time->begin);
    if (slice.isValid()) {
      const QScopedValueRollback selecting(m_isSelecting, true);
      choose(slice, false);
    }
  }
  Q_EMIT accessRevealed(*selection.time, track);
}

void HeatPanel::chooseSite(std::optional<uint16_t> site) {
  HeatSelection selection = m_model.choice().selection;
  if (selection.site != site)
    m_model.select(siteSelection(site));
  const std::vector<MemoryOperationRow> rows = memoryOperationRows(*m_model.data(), *m_sources);
  const auto row = site ? std::ranges::find(rows, *site, &MemoryOperationRow::site) : rows.end();
  if (row != rows.end())
    Q_EMIT siteRevealed(*row);
}

void HeatPanel::chooseFinding(size_t finding) {
  const auto &findings = m_model.data()->findings();
  if (!findings || finding >= findings->size())
    return; // the card of a launch without findings
  const memory::Finding &found = (*findings)[finding];
  if (found.site)
    return chooseSite(*found.site);
  if (found.buffer) {
    m_model.chooseBuffer(*found.buffer);
    m_maps->showBuffer(*found.buffer);
  }
}

} // namespace pstudio
