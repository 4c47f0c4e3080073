// SPDX-License-Identifier: Apache-2.0
// Statistics in the window: the panel follows the timeline's area and the timeline follows the
// panel.
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/statistics/scope_detail.h"
#include "viewer/widgets/statistics/statistics_panel.h"
#include "viewer/widgets/statistics/statistics_table.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

class WindowStatisticsTest : public QObject {
  Q_OBJECT

private:
  static TracePanel &presenter(MainWindow &window) { return window.tracePanel<StatisticsPanel>(); }
  /// Whole instances of all rows.
  static uint64_t instances(StatisticsPanel &panel) {
    uint64_t count = 0;
    for (int line = 0; line < panel.table().model()->rowCount(); ++line)
      count += panel.table().statisticsModel().rowAt(line).time.count;
    return count;
  }
  static QString header(MainWindow &window) {
    return window.findChild<ElidedLabel *>(QStringLiteral("statisticsHeader"))->toolTip();
  }

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void thePanelFollowsTheAreaOfTheTimeline() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    QVERIFY(presenter(window).isEmpty());
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(!presenter(window).isEmpty());
    QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
    StatisticsPanel &panel = window.panel<StatisticsPanel>();
    QTRY_VERIFY(panel.isVisible() && panel.table().model()->rowCount() > 1);
    QVERIFY(header(window).startsWith(QLatin1String("Whole trace: ")));
    const uint64_t all = instances(panel);

    const Trace &trace = *window.timeline()->trace();
    const TimeRange whole = trace.timeRange();
    const TrackId track = trace.row(RowId(0)).track;
    window.timeline()->area()->setArea(TraceArea{
        {whole.begin, Picoseconds(whole.begin.value + whole.length().value / 4)}, {track}});
    QTRY_VERIFY(header(window).startsWith(QLatin1String("Selected area: ")));
    QVERIFY(instances(panel) < all);
    window.timeline()->area()->clear();
    QTRY_COMPARE(instances(panel), all);
  }

  void aRowIsSearchedForAndItsLongestInstanceIsShown() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.findChild<QAction *>(QStringLiteral("statistics"))->trigger();
    StatisticsTableView &table = window.panel<StatisticsPanel>().table();
    QTRY_VERIFY(table.model()->rowCount() > 1);
    int line = table.model()->rowCount() - 1; // the last one of a scope
    while (line > 0 && table.statisticsModel().rowAt(line).content != statistics::RowContent::Scope)
      --line;
    const QPoint place = table.visualRect(table.model()->index(line, 0)).center();
    const TimeRange before = window.timeline()->visibleRange();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(window.findChild<QLineEdit *>(QStringLiteral("search"))->text(),
             table.model()->index(line, 0).data().toString());
    QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(window.timeline()->selection()->selectedSlice(),
             table.statisticsModel().rowAt(line).longest);
    QVERIFY(window.timeline()->visibleRange() != before);
  }

  void theTableIsSavedAsCsv() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.findChild<QAction *>(QStringLiteral("statistics"))->trigger();
    TracePanel &statistics = presenter(window);
    QTRY_VERIFY(!window.panel<StatisticsPanel>().csv().empty());
    const QString path = fixture.path(QStringLiteral("table.csv"));
    statistics.save(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("scope,kind,group,count,cut,open,total_ns,"));
    QVERIFY(header(window).contains(path));
    statistics.save(QStringLiteral("/proc/none/table.csv"));
    QVERIFY2(header(window).startsWith(QLatin1String("Not saved: ")), qPrintable(header(window)));
  }

  void theCriticalPathIsDrawnInTheTimelineUntilOtherRowsAreChosen() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
    StatisticsPanel &panel = window.panel<StatisticsPanel>();
    QTRY_VERIFY(panel.isVisible() && panel.table().model()->rowCount() > 1);
    TimelineView &timeline = *window.timeline();
    QVERIFY(timeline.makeScene().path.empty());
    const QImage before = timeline.grab().toImage();
    auto *rows = panel.findChild<QComboBox *>(QStringLiteral("statisticsGroups"));
    rows->setFocus();
    QTest::keyClick(rows, Qt::Key_End);
    QTRY_VERIFY(!timeline.makeScene().path.empty());
    QVERIFY(timeline.grab().toImage() != before);
    // It ends with the last slice of its CTA.
    const Trace &trace = *timeline.trace();
    const auto path = timeline.makeScene().path;
    const TrackId cta = trace.track(path.back().track).parent;
    Picoseconds last;
    for (const TrackId warp : trace.children(cta))
      for (uint32_t i = 0; i < trace.track(warp).rowCount; ++i) {
        const Row &row = trace.row(RowId(trace.track(warp).firstRow.value + i));
        last =
            std::max(last, trace.sliceTime(SliceId(row.firstSlice.value + row.sliceCount - 1)).end);
      }
    QCOMPARE(path.back().time.end, last);
    for (size_t i = 1; i < path.size(); ++i)
      QCOMPARE(path[i].time.begin, path[i - 1].time.end);
    QTest::keyClick(rows, Qt::Key_Home);
    QVERIFY(timeline.makeScene().path.empty());
  }
};

QTEST_MAIN(WindowStatisticsTest)
#include "window_statistics_test.moc"
