// SPDX-License-Identifier: Apache-2.0
// The statistics panel: area, rows, charts linked both ways, groups, CSV, and how it looks.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtCharts/QBarCategoryAxis>
#include <QtTest>

#include "core/statistics/rank_text.h"
#include "core/statistics/statistics.h"
#include "core/trace/rank_names.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "tests/viewer/image_compare.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/widgets/statistics/column_chart_view.h"
#include "viewer/widgets/statistics/critical_path_view.h"
#include "viewer/widgets/statistics/instance_table.h"
#include "viewer/widgets/statistics/rank_view.h"
#include "viewer/widgets/statistics/scope_detail.h"
#include "viewer/widgets/statistics/statistics_panel.h"
#include "viewer/widgets/statistics/statistics_table.h"

using namespace pstudio;

namespace {

constexpr QSize kPanelSize(1120, 340);

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

/// A visible panel with the statistics of a trace.
class Shown {
public:
  explicit Shown(std::shared_ptr<const Trace> wanted = test::makeGpuTrace(),
                 ThemeKind kind = ThemeKind::Dark)
      : trace(std::move(wanted)) {
    applyTheme(*qApp, kind);
    panel.setThemeKind(kind);
    panel.resize(kPanelSize);
    panel.show();
    panel.setTrace(trace, &selection, &area);
    isReady = waitForTable() && waitForInstances();
  }
  bool waitForTable() {
    QSignalSpy shown(&panel, &StatisticsPanel::statisticsShown);
    return shown.wait(10000);
  }
  bool waitForInstances() {
    QSignalSpy shown(&panel.detail(), &ScopeDetail::instancesShown);
    return shown.wait(10000);
  }
  StatisticsModel &model() { return panel.table().statisticsModel(); }
  QString cell(int line, int column) { return model().index(line, column).data().toString(); }
  int lineOf(const char *label) {
    for (int line = 0; line < model().rowCount(); ++line)
      if (cell(line, StatisticsModel::Label) == QLatin1String(label))
        return line;
    return -1;
  }
  QPoint place(int line) { return panel.table().visualRect(model().index(line, 0)).center(); }
  void click(int line) {
    QTest::mouseClick(panel.table().viewport(), Qt::LeftButton, {}, place(line));
  }
  template <class Widget> Widget *find(const char *name) {
    return panel.findChild<Widget *>(QLatin1String(name));
  }
  QString header() { return find<QLabel>("statisticsHeader")->toolTip(); }
  /// As a user does it in a menu.
  void choose(const char *combo, int at) {
    auto *box = find<QComboBox>(combo);
    box->setCurrentIndex(at);
    Q_EMIT box->activated(at);
  }

  std::shared_ptr<const Trace> trace;
  SelectionModel selection;
  AreaModel area;
  StatisticsPanel panel;
  bool isReady = false;
};

/// Three of eight ranks with one collective, the last one late by 20 ms.
std::shared_ptr<const Trace> rankTrace() {
  TraceBuilder trace;
  for (int64_t rank = 0; rank < 3; ++rank) {
    Track process;
    process.name = trace.intern("rank " + std::to_string(rank));
    process.args = trace.addArgs(
        std::array{Arg::ofString(trace.intern(kRankArg), trace.intern(std::to_string(rank))),
                   Arg::ofInt(trace.intern(kWorldSizeArg), 8),
                   Arg::ofDouble(trace.intern(kAxisUncertaintyArg), 750)});
    const TrackId group = trace.addTrack(process);
    SliceInput slice;
    slice.track = trace.addTrack(TrackKind::Async, "stream 7", group, 7, 0);
    slice.category = trace.intern("kernel");
    for (int64_t step = 0; step < 2; ++step) {
      slice.name = trace.intern("ncclDevKernel_AllReduce_Sum_f32_RING_LL");
      slice.begin = Picoseconds((step * 100 + (rank == 2 ? 20 : 0)) * 1'000'000'000);
      slice.duration = Picoseconds(30'000'000'000);
      trace.addSlice(slice);
      slice.name = trace.intern("gradient_kernel");
      slice.begin = slice.begin - Picoseconds(1'000'000'000);
      slice.duration = Picoseconds(500'000'000);
      trace.addSlice(slice);
    }
  }
  return std::make_shared<const Trace>(std::move(trace).finish());
}

/// The tracks that hold the slices of this name.
std::vector<TrackId> tracksWith(const Trace &trace, std::string_view name) {
  std::vector<TrackId> tracks;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const TrackId track = trace.row(trace.rowOf(SliceId(i))).track;
    if (trace.string(trace.sliceNames()[i]) == name && (tracks.empty() || tracks.back() != track))
      tracks.push_back(track);
  }
  return tracks;
}

} // namespace

class StatisticsPanelTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void theWholeTraceIsShownUntilAnAreaIsSelected() {
    Shown shown;
    QVERIFY(shown.isReady);
    QVERIFY2(shown.header().startsWith(QLatin1String("Whole trace: ")), qPrintable(shown.header()));
    QVERIFY(!shown.find<QToolButton>("statisticsWholeTrace")->isVisible());
    QVERIFY(shown.panel.table().isColumnHidden(StatisticsModel::Cut));
    const int rows = shown.model().rowCount();
    QCOMPARE(shown.cell(shown.lineOf("mma"), StatisticsModel::Count), QStringLiteral("192"));

    const std::vector<TrackId> tracks = tracksWith(*shown.trace, "mma");
    const TimeRange whole = shown.trace->timeRange();
    const Picoseconds middle(whole.begin.value + whole.length().value / 2);
    shown.area.setArea(TraceArea{{whole.begin, middle}, {tracks[0]}});
    QVERIFY(shown.waitForTable());
    QVERIFY2(shown.header().startsWith(QLatin1String("Selected area: ")) &&
                 shown.header().contains(QLatin1String("CTA 0, warp 1")) &&
                 shown.header().contains(QLatin1String("cut by an edge")),
             qPrintable(shown.header()));
    QVERIFY(!shown.panel.table().isColumnHidden(StatisticsModel::Cut));
    QVERIFY(shown.model().rowCount() < rows);
    QVERIFY(shown.waitForInstances());
    QVERIFY(shown.cell(shown.lineOf("mma"), StatisticsModel::Count).toInt() < 12);
    shown.click(shown.lineOf("k loop")); // only a part of it is in the area
    QVERIFY(shown.waitForInstances());
    QVERIFY(shown.find<QLabel>("scopeChartCaption")
                ->toolTip()
                .contains(QLatin1String("no whole instance")));
    QTest::mouseClick(shown.find<QToolButton>("statisticsWholeTrace"), Qt::LeftButton);
    QVERIFY(shown.waitForTable());
    QCOMPARE(shown.model().rowCount(), rows);
  }

  void aClickHighlightsTheScopeAndADoubleClickShowsItsLongestInstance() {
    Shown shown;
    QSignalSpy highlighted(&shown.panel, &StatisticsPanel::scopeHighlighted);
    QSignalSpy zoomed(&shown.panel, &StatisticsPanel::sliceZoomed);
    const int line = shown.lineOf("wait full");
    shown.click(line);
    QVERIFY(!highlighted.isEmpty());
    QCOMPARE(highlighted[0][0].toString(), QStringLiteral("wait full"));
    QVERIFY(shown.waitForInstances());
    QCOMPARE(shown.panel.detail().figures()->instances.size(), size_t{192});
    QTest::mouseDClick(shown.panel.table().viewport(), Qt::LeftButton, {}, shown.place(line));
    QCOMPARE(zoomed.size(), 1);
    highlighted.clear();
    shown.click(line); // it is current
    QCOMPARE(highlighted.size(), 1);
    const SliceId longest = shown.model().rowAt(line).longest;
    QCOMPARE(zoomed[0][0].value<SliceId>(), longest);
    QCOMPARE(shown.selection.selectedSlice(), longest);
    QTest::keyClick(&shown.panel.table(), Qt::Key_Return);
    QCOMPARE(zoomed.size(), 2);
  }

  void headingsSortAndUnknownValuesAreLast() {
    Shown shown;
    QCOMPARE(shown.cell(0, StatisticsModel::Label), QStringLiteral("k loop")); // largest total
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      shown.panel.table().sortByColumn(StatisticsModel::Share, order);
      QCOMPARE(shown.cell(shown.model().rowCount() - 1, StatisticsModel::Label),
               QStringLiteral("tma copy")); // in flight: no share
    }
    shown.panel.table().sortByColumn(StatisticsModel::Label, Qt::AscendingOrder);
    QCOMPARE(shown.cell(0, StatisticsModel::Label), QStringLiteral("epilogue"));
  }

  void cyclesReplaceTimesInTableAndCharts() {
    Shown shown;
    shown.choose("statisticsUnit", 1);
    QVERIFY(shown.waitForInstances());
    QVERIFY2(shown.cell(0, StatisticsModel::Median).endsWith(QLatin1String(" cyc")),
             qPrintable(shown.cell(0, StatisticsModel::Median)));
    QVERIFY(shown.panel.detail().figures()->inCycles());
    const QFontMetrics metrics(fontFor(FontRole::Body));
    for (int line = 0; line < shown.model().rowCount(); ++line)
      for (int column = StatisticsModel::Count; column < StatisticsModel::ColumnCount; ++column)
        if (!shown.panel.table().isColumnHidden(column)) // no number is cut
          QVERIFY(metrics.horizontalAdvance(shown.cell(line, column)) + 16 <=
                  shown.panel.table().columnWidth(column));
    const int line = shown.lineOf("mma");
    QVERIFY(shown.model().index(line, StatisticsModel::Minimum).data(Qt::ToolTipRole).toString() ==
            QStringLiteral("100 cycles"));
  }

  void startsInRanksAreATableForTracesWithRanks() {
    Shown one;
    QCOMPARE(one.find<QComboBox>("statisticsGroups")->count(), 5);
    Shown shown(rankTrace());
    QCOMPARE(shown.find<QComboBox>("statisticsGroups")->count(), 6);
    QSignalSpy made(&shown.panel.ranks(), &RankView::ranksShown);
    shown.choose("statisticsGroups", 5);
    QVERIFY(made.wait(10000));
    QVERIFY2(shown.find<QLabel>("rankHeader")->toolTip().startsWith("3 of 8 ranks recorded: "),
             qPrintable(shown.find<QLabel>("rankHeader")->toolTip()));
    NumberTable &table = shown.panel.ranks().table();
    const QAbstractItemModelTester tester(table.model());
    QCOMPARE(table.model()->rowCount(), 12);
    const int late = table::columnIndex(statistics::kRankColumns, "late_by");
    const int rank = table::columnIndex(statistics::kRankColumns, "rank");
    const auto cell = [&table](int line, int column) {
      return table.model()->index(line, column).data().toString();
    };
    QCOMPARE(cell(0, rank), QStringLiteral("2")); // the latest first
    QCOMPARE(cell(0, late), QStringLiteral("20.0 ms"));
    QCOMPARE(cell(11, late), QStringLiteral("–")); // within the uncertainty
    QVERIFY(shown.panel.csv().starts_with("slice_id,kernel,step,occurrence,rank,late_by,"));
    QSignalSpy revealed(&shown.panel, &StatisticsPanel::sliceRevealed);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(0, rank)).center());
    QCOMPARE(revealed.size(), 1);
    QCOMPARE(QString::number(shown.selection.selectedSlice().value), cell(0, 0));
    shown.panel.showTimesAgain();
    QVERIFY(table.selectionModel()->isRowSelected(0, {}));
  }

  void aScopeIsSplitByWarpCtaAndSm() {
    Shown shown;
    shown.click(shown.lineOf("mma"));
    QVERIFY(shown.waitForInstances());
    const std::array<int, 3> counts = {16, 4, 2};
    for (int by = 1; by <= 3; ++by) {
      shown.choose("statisticsGroups", by);
      QVERIFY(shown.waitForTable());
      QCOMPARE(shown.model().rowCount(), counts[static_cast<size_t>(by - 1)]);
      QVERIFY2(shown.header().startsWith(QLatin1String("mma ")), qPrintable(shown.header()));
    }
    QVERIFY(shown.lineOf("SM 12") >= 0);
    shown.choose("statisticsGroups", 0);
    QVERIFY(shown.waitForTable());
    QCOMPARE(shown.panel.table().currentIndex().row(), shown.lineOf("mma"));
  }

  void aClickOnABarListsItsInstancesAndAListedOneIsSelected() {
    Shown shown;
    shown.click(shown.lineOf("mma"));
    QVERIFY(shown.waitForInstances());
    const ScopeFigures &figures = *shown.panel.detail().figures();
    QCOMPARE(shown.panel.detail().instances().instanceModel().rowCount(), 192);
    ColumnChartView &chart = shown.panel.detail().chart();
    const int column = static_cast<int>(figures.histogram.bins.size()) / 2;
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.columnCentre(column).toPoint());
    QCOMPARE(chart.currentColumn(), column);
    QVERIFY(shown.waitForInstances());
    InstanceTable &list = shown.panel.detail().instances();
    QCOMPARE(uint64_t(list.instanceModel().rowCount()),
             figures.histogram.bins[static_cast<size_t>(column)].count);
    QSignalSpy revealed(&shown.panel, &StatisticsPanel::sliceRevealed);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualRect(list.model()->index(0, 0)).center());
    QCOMPARE(revealed.size(), 1);
    QCOMPARE(shown.selection.selectedSlice(), list.instanceModel().instanceAt(0).slice);
    QCOMPARE(chart.markedColumn(), column);
    QTest::keyClick(&list, Qt::Key_Down); // the next instance of the bar
    QCOMPARE(revealed.size(), 2);
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(chart.currentColumn(), static_cast<int>(figures.histogram.bins.size()) - 1);
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(shown.waitForInstances());
    QCOMPARE(list.instanceModel().rowCount(), 192);
  }

  void theSliceThatIsSelectedElsewhereIsMarkedInEachChart() {
    Shown shown;
    shown.click(shown.lineOf("mma"));
    QVERIFY(shown.waitForInstances());
    const ScopeFigures &figures = *shown.panel.detail().figures();
    ColumnChartView &chart = shown.panel.detail().chart();
    shown.selection.select(figures.instances[30].slice); // the third warp, its 7th iteration
    QCOMPARE(chart.markedColumn(),
             columnOf(figures, ScopeChart::Distribution, figures.instances[30]));
    shown.find<QComboBox>("scopeChart")->setCurrentIndex(1);
    QCOMPARE(chart.markedColumn(), 2);
    shown.find<QComboBox>("scopeChart")->setCurrentIndex(2);
    QCOMPARE(chart.markedColumn(), 6);
    shown.selection.clear();
    QCOMPARE(chart.markedColumn(), -1);
  }

  void aColumnOfTheSpreadListsTheInstancesOfItsWarp() {
    Shown shown;
    shown.click(shown.lineOf("mma"));
    QVERIFY(shown.waitForInstances());
    shown.find<QComboBox>("scopeChart")->setCurrentIndex(1);
    ColumnChartView &chart = shown.panel.detail().chart();
    QApplication::processEvents();
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.columnCentre(3).toPoint());
    QCOMPARE(chart.currentColumn(), 3);
    QTRY_COMPARE(shown.panel.detail().instances().instanceModel().rowCount(), 12);
  }

  void aNarrowPanelKeepsTracksAndTheWordsBelowColumnsReadable() {
    Shown shown;
    QVERIFY(shown.isReady);
    shown.click(shown.lineOf("wait full")); // has many columns
    QVERIFY(shown.waitForInstances());
    const auto words = [&shown] {
      const auto axes = shown.panel.detail().chart().chart()->axes(Qt::Horizontal);
      qsizetype count = 0;
      for (const QString &word : qobject_cast<QBarCategoryAxis *>(axes.constFirst())->categories())
        count += QString(word).remove(QChar(0x200B)).isEmpty() ? 0 : 1;
      return count;
    };
    const auto wide = words();
    shown.panel.resize(520, 300);
    QApplication::processEvents();
    const int chart = shown.panel.detail().chart().width();
    QVERIFY(words() < wide);
    QVERIFY2(words() * 60 <= chart, qPrintable(QString::number(chart)));
    InstanceTable &table = shown.panel.detail().instances();
    const QFontMetrics metrics(fontFor(FontRole::Body));
    const QString track = table.instanceModel().index(0, InstanceModel::Place).data().toString();
    QVERIFY(table.columnWidth(InstanceModel::Place) >= metrics.horizontalAdvance(track) + 16);
    // A chosen column stays chosen when the words change.
    shown.panel.detail().chart().setFocus();
    QTest::keyClick(&shown.panel.detail().chart(), Qt::Key_Right);
    const int column = shown.panel.detail().chart().currentColumn();
    QVERIFY(column >= 0);
    shown.panel.resize(kPanelSize);
    QApplication::processEvents();
    QCOMPARE(words(), wide);
    QCOMPARE(shown.panel.detail().chart().currentColumn(), column);
  }

  void theMenuCopiesTheTableAsCsvInItsOrder() {
    Shown shown;
    shown.panel.table().sortByColumn(StatisticsModel::Label, Qt::AscendingOrder);
    QTimer::singleShot(0, &shown.panel, [] {
      auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
      for (QAction *action : menu ? menu->actions() : QList<QAction *>())
        if (action->text() == QLatin1String("Copy as CSV"))
          action->trigger();
      if (menu)
        menu->close();
    });
    Q_EMIT shown.panel.table().customContextMenuRequested(shown.place(0));
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1String("\r\n"));
    QCOMPARE(lines.size(), shown.model().rowCount() + 2);
    QVERIFY(lines[1].startsWith(QLatin1String("epilogue,,,16,0,0,")));
    QSignalSpy wanted(&shown.panel, &StatisticsPanel::saveRequested);
    QTest::mouseClick(shown.find<QToolButton>("statisticsSave"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
  }

  void modelsKeepTheRulesOfQt() {
    Shown shown;
    QAbstractItemModelTester table(&shown.model(),
                                   QAbstractItemModelTester::FailureReportingMode::QtTest);
    QAbstractItemModelTester list(&shown.panel.detail().instances().instanceModel(),
                                  QAbstractItemModelTester::FailureReportingMode::QtTest);
    shown.panel.table().sortByColumn(StatisticsModel::Median, Qt::AscendingOrder);
    shown.choose("statisticsUnit", 1);
    QVERIFY(shown.waitForInstances());
    shown.panel.setTrace(nullptr, nullptr, nullptr);
    QCOMPARE(shown.model().rowCount(), 0);
    QVERIFY(shown.find<QLabel>("statisticsMessage")->text().contains(QLatin1String("No trace")));
  }

  void aHiddenPanelComputesNothing() {
    StatisticsPanel panel;
    panel.setTrace(test::makeGpuTrace(), nullptr, nullptr);
    QTest::qWait(50); // rows of this small trace would have come
    QCOMPARE(panel.table().model()->rowCount(), 0);
    QSignalSpy shown(&panel, &StatisticsPanel::statisticsShown);
    panel.show();
    QVERIFY(shown.wait(10000));
    QVERIFY(panel.table().model()->rowCount() > 0);
  }

  void theAppearanceMatchesTheBaseline_data() {
    QTest::addColumn<int>("chart");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 1;
  }
  void theAppearanceMatchesTheBaseline() {
    QFETCH(int, chart);
    Shown shown(test::makeGpuTrace(), theme());
    shown.click(shown.lineOf("wait full"));
    QVERIFY(shown.waitForInstances());
    shown.find<QComboBox>("scopeChart")->setCurrentIndex(chart);
    QVERIFY(chart == 0 || shown.waitForInstances());
    shown.selection.select(shown.panel.detail().figures()->instances[3].slice);
    QTest::keyClick(&shown.panel.detail().chart(), Qt::Key_Home);
    QVERIFY(shown.waitForInstances());
    QApplication::processEvents();
    test::compareWithBaseline(QLatin1String("statistics-") + QLatin1String(QTest::currentDataTag()),
                              shown.panel.grab().toImage());
    test::compareAtTwiceTheScale(
        QLatin1String("statistics-") + QLatin1String(QTest::currentDataTag()), shown.panel);
  }

  void theCriticalPathOfACtaIsListedDrawnAndFollowed() {
    const auto overlap = test::makeOverlapData();
    Shown shown(overlap->sharedTrace());
    QVERIFY(shown.isReady);
    shown.panel.setOverlap(overlap);
    shown.panel.setTrace(shown.trace, &shown.selection, &shown.area);
    QVERIFY(shown.waitForTable());
    CriticalPathView &view = shown.panel.criticalPath();
    std::vector<PathMark> drawn;
    connect(&view, &CriticalPathView::pathShown, this,
            [&](const std::vector<PathMark> &path) { drawn = path; });
    QSignalSpy revealed(&shown.panel, &StatisticsPanel::sliceRevealed);
    QSignalSpy zoomed(&shown.panel, &StatisticsPanel::sliceZoomed);
    shown.choose("statisticsGroups", 4);
    QTRY_VERIFY(view.path() != nullptr);
    QVERIFY(view.isVisible());
    const analysis::CtaPath &path = view.path()->path;
    QVERIFY(path.crossings > 0);
    QCOMPARE(drawn.size(), path.pieces.size());
    QCOMPARE(view.pieces().model()->rowCount(), static_cast<int>(path.pieces.size()));
    QVERIFY2(shown.find<QLabel>("pathHeader")->toolTip().startsWith(QLatin1String("CTA ")),
             qPrintable(shown.find<QLabel>("pathHeader")->toolTip()));

    // A part narrows the pieces; a piece selects its slice, Return shows it large.
    const QAbstractItemModel &parts = *view.shares().model();
    QCOMPARE(parts.rowCount(), static_cast<int>(view.path()->shares.size()));
    QTest::mouseClick(view.shares().viewport(), Qt::LeftButton, {},
                      view.shares().visualRect(parts.index(0, 0)).center());
    QCOMPARE(view.pieces().model()->rowCount(),
             parts.index(0, PathShareModel::Pieces).data().toInt());
    QTest::mouseClick(view.pieces().viewport(), Qt::LeftButton, {},
                      view.pieces().visualRect(view.pieces().model()->index(0, 0)).center());
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(revealed.first().first().value<SliceId>(), shown.selection.selectedSlice());
    QTest::keyClick(&view.pieces(), Qt::Key_Return);
    QCOMPARE(zoomed.count(), 1);
    QTest::mouseClick(shown.find<QToolButton>("pathAllPieces"), Qt::LeftButton);
    QCOMPARE(view.pieces().model()->rowCount(), static_cast<int>(path.pieces.size()));

    // Another CTA has another path; the switch and other rows take it from the timeline.
    const TrackId before = path.cta;
    shown.choose("pathCta", shown.find<QComboBox>("pathCta")->currentIndex() == 0 ? 1 : 0);
    QTRY_VERIFY(view.path()->path.cta != before);
    QVERIFY(!drawn.empty());
    QTest::mouseClick(shown.find<QToolButton>("pathDrawn"), Qt::LeftButton);
    QVERIFY(drawn.empty());
    QTest::mouseClick(shown.find<QToolButton>("pathDrawn"), Qt::LeftButton);
    QVERIFY(!drawn.empty());
    shown.choose("statisticsGroups", 0);
    QVERIFY(drawn.empty());
    QVERIFY(!view.isVisible());
  }

  void theCriticalPathOpensWithTheCtaOfTheSelection() {
    const auto overlap = test::makeOverlapData();
    Shown shown(overlap->sharedTrace());
    shown.panel.setOverlap(overlap);
    shown.panel.setTrace(shown.trace, &shown.selection, &shown.area);
    QVERIFY(shown.waitForTable());
    const std::vector<TrackId> ctas = analysis::ctasWithSlices(*shown.trace);
    for (const TrackId cta : {ctas.back(), ctas.front()}) {
      const TrackId warp = shown.trace->children(cta).front();
      shown.selection.select(shown.trace->row(shown.trace->track(warp).firstRow).firstSlice);
      shown.choose("statisticsGroups", 4);
      QTRY_VERIFY(shown.panel.criticalPath().path() &&
                  shown.panel.criticalPath().path()->path.cta == cta);
      shown.choose("statisticsGroups", 0);
    }
  }

  void theCriticalPathLooksRight_data() {
    QTest::addColumn<int>("unused");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 0;
  }
  void theCriticalPathLooksRight() {
    const auto overlap = test::makeOverlapData();
    Shown shown(overlap->sharedTrace(), theme());
    shown.panel.setOverlap(overlap);
    shown.panel.setTrace(shown.trace, &shown.selection, &shown.area);
    QVERIFY(shown.waitForTable());
    shown.choose("statisticsGroups", 4);
    QTRY_VERIFY(shown.panel.criticalPath().path() != nullptr);
    test::compareWithBaseline(QLatin1String("critical-path-") +
                                  QLatin1String(QTest::currentDataTag()),
                              shown.panel.grab().toImage());
    test::compareAtTwiceTheScale(
        QLatin1String("critical-path-") + QLatin1String(QTest::currentDataTag()), shown.panel);
  }

  void theRanksLookRight_data() {
    QTest::addColumn<int>("unused");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 0;
  }
  void theRanksLookRight() {
    applyTheme(*qApp, theme()); // the fonts of the first widgets of a process, too
    Shown shown(rankTrace(), theme());
    QSignalSpy made(&shown.panel.ranks(), &RankView::ranksShown);
    shown.choose("statisticsGroups", 5);
    QVERIFY(made.wait(10000));
    test::compareWithBaseline(QLatin1String("ranks-") + QLatin1String(QTest::currentDataTag()),
                              shown.panel.grab().toImage());
  }
};

QTEST_MAIN(StatisticsPanelTest)
#include "statistics_panel_test.moc"
