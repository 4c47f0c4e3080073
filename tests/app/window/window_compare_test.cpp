// SPDX-License-Identifier: Apache-2.0
// The comparison in the window: open traces as baselines, selection in the timeline, reports.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QMenu>
#include <QTest>

#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/compare/compare_panel.h"
#include "viewer/widgets/compare/comparison_table.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

const QString kFolder = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/overlap/");

} // namespace

class WindowCompareTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void theOtherOpenTraceIsTheBaseline() {
    WindowFixture fixture;
    fixture.show({1600, 1000});
    MainWindow &window = fixture.window();
    auto *panel = window.findChild<ComparePanel *>();
    QVERIFY(panel);
    TracePanel &presenter = window.tracePanel<ComparePanel>();
    window.openFiles({kFolder + "gemm_wgmma_1_stage_h200.pscapture"});
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(presenter.isEmpty());
    window.openFiles({kFolder + "gemm_wgmma_3_stages_h200.pscapture"});
    QVERIFY(waitForOpenTraces(window, 2));
    QVERIFY(!presenter.isEmpty() && !panel->comparison());
    window.findChild<QAction *>(QStringLiteral("compare"))->trigger();
    QTRY_VERIFY(panel->isVisible() && panel->comparison());
    QCOMPARE(panel->findChild<QComboBox *>(QStringLiteral("compareBaseline"))->count(), 1);
    // Three stages wait less than one, for copies and products too: the row selects the shown
    // trace's slice.
    QCOMPARE(panel->comparison()->countOf(compare::Verdict::Faster), size_t{8});
    ComparisonTable &table = panel->table();
    int line = 0;
    while (table.comparison().rowAt(line).verdict != compare::Verdict::Faster)
      ++line;
    const SliceId expected = table.comparison().rowAt(line).candidate->median;
    const QModelIndex cell = table.comparison().index(line, 0);
    table.scrollTo(cell);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(cell).center());
    QCOMPARE(window.timeline()->selection()->selectedSlice(), expected);
    const TimeRange time = window.timeline()->trace()->sliceTime(expected);
    QVERIFY(window.timeline()->visibleRange().begin <= time.begin &&
            window.timeline()->visibleRange().end >= time.end);
    const QString report = fixture.path(QStringLiteral("report.html"));
    presenter.save(report);
    QFile file(report);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("8 faster"));
    if (const QString folder = qEnvironmentVariable("PSTUDIO_PICTURES"); !folder.isEmpty()) {
      QVERIFY(window.grab().save(folder + "/compare-window.png"));
      window.resize(1024, 700);
      QApplication::processEvents();
      QVERIFY(window.grab().save(folder + "/compare-window-small.png"));
    }
    // The other trace shown: roles are exchanged. One trace left: nothing to compare.
    window.actions().nextTrace->trigger();
    QTRY_VERIFY(panel->comparison() && panel->comparison()->countOf(compare::Verdict::Slower) == 8);
    window.actions().close->trigger();
    QVERIFY(presenter.isEmpty() && !panel->comparison());
  }

  void aThirdTraceIsAddedAndReported() {
    WindowFixture fixture;
    fixture.show({1600, 1000});
    MainWindow &window = fixture.window();
    auto *panel = window.findChild<ComparePanel *>();
    window.openFiles({kFolder + "gemm_wgmma_1_stage_h200.pscapture",
                      kFolder + "gemm_wgmma_4_stages_h200.pscapture",
                      kFolder + "gemm_wgmma_3_stages_h200.pscapture"});
    QVERIFY(waitForOpenTraces(window, 3));
    window.findChild<QAction *>(QStringLiteral("compare"))->trigger();
    QTRY_VERIFY(panel->isVisible() && panel->comparisons());
    QCOMPARE(panel->comparisons()->size(), size_t{2}); // variants of the same kernel
    auto *menu = panel->findChild<QMenu *>(QStringLiteral("compareCandidateMenu"));
    QCOMPARE(menu->actions().size(), 1); // neither the shown trace nor the baseline
    QVERIFY(menu->actions().front()->isChecked());
    menu->actions().front()->trigger();
    QTRY_VERIFY(panel->comparisons() && panel->comparisons()->size() == 1);
    menu->actions().front()->trigger();
    QTRY_VERIFY(panel->comparisons() && panel->comparisons()->size() == 2);
    QTRY_VERIFY(!panel->isBusy());
    const QString report = fixture.path(QStringLiteral("report.html"));
    window.tracePanel<ComparePanel>().save(report);
    QFile file(report);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray html = file.readAll();
    QVERIFY(html.contains("2 candidates and the baseline") && html.count("<h2>") == 2);
    if (const QString folder = qEnvironmentVariable("PSTUDIO_PICTURES"); !folder.isEmpty()) {
      QVERIFY(window.grab().save(folder + "/compare-several-window.png"));
      window.resize(1024, 700);
      QApplication::processEvents();
      QVERIFY(window.grab().save(folder + "/compare-several-window-small.png"));
    }
    // Another trace as the baseline: what was compared with it is offered instead.
    auto *baseline = panel->findChild<QComboBox *>(QStringLiteral("compareBaseline"));
    baseline->setCurrentIndex(1 - baseline->currentIndex());
    Q_EMIT baseline->activated(baseline->currentIndex());
    QTRY_VERIFY(panel->comparisons() && panel->comparisons()->size() == 1);
    QCOMPARE(menu->actions().size(), 1);
    QVERIFY(!menu->actions().front()->isChecked());
  }

  void theTimelineStaysAsItIsWhenThePanelIsOpenedAgain() {
    WindowFixture fixture;
    fixture.show({1600, 1000});
    MainWindow &window = fixture.window();
    window.openFiles({kFolder + "gemm_wgmma_1_stage_h200.pscapture",
                      kFolder + "gemm_wgmma_3_stages_h200.pscapture"});
    QVERIFY(waitForOpenTraces(window, 2));
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto *panel = window.findChild<ComparePanel *>();
    window.findChild<QAction *>(QStringLiteral("compare"))->trigger();
    QTRY_VERIFY(panel->isVisible() && panel->comparison());
    window.timeline()->setFocus();
    QTest::keyClick(window.timeline(), Qt::Key_Period);
    const SliceId selected = window.timeline()->selection()->selectedSlice();
    QVERIFY(selected.isValid());
    const TimeRange range = window.timeline()->visibleRange();
    window.findChild<QAction *>(QStringLiteral("statistics"))->trigger();
    QTRY_VERIFY(!panel->isVisible());
    window.findChild<QAction *>(QStringLiteral("compare"))->trigger();
    QTRY_VERIFY(panel->table().hasFocus());
    QCOMPARE(window.timeline()->selection()->selectedSlice(), selected);
    QVERIFY(window.timeline()->visibleRange() == range);
    // The first arrow key chooses the first row.
    QTest::keyClick(&panel->table(), Qt::Key_Down);
    QCOMPARE(panel->table().currentIndex().row(), 0);
  }
};

QTEST_MAIN(WindowCompareTest)
#include "window_compare_test.moc"
