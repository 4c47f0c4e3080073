// SPDX-License-Identifier: Apache-2.0
// Around runs: closing during one, results of an earlier start, another run from an empty panel.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "app/dialogs/run_dialog.h"
#include "app/dialogs/run_form.h"
#include "app/panels/log_panel.h"
#include "app/settings/text.h"
#include "app/window/message_list.h"
#include "app/window/window_actions.h"
#include "core/run/run_spec.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/models/selection_model.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/compare/compare_panel.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/source/source_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

class WindowRunsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void closingDuringARunAsksAboutTheRun() {
    WindowFixture fixture(fakeWorker(QStringLiteral("hang")));
    fixture.show();
    MainWindow &window = fixture.window();
    window.runs().runFile(gemmSpec());
    QTRY_COMPARE(window.runs().controller().stage(), QStringLiteral("launch"));
    fixture.endsRun = false;
    QVERIFY(!window.close());
    QCOMPARE(fixture.endedRuns, QStringList{QStringLiteral("gemm_tiled")});
    QVERIFY(window.runs().isRunning());
    fixture.endsRun = true;
    QVERIFY(window.close());
    QCOMPARE(fixture.endedRuns.size(), 2);
    QCOMPARE(fixture.questions, 0); // nothing is unsaved
  }

  void unsavedResultsOfAnEarlierStartAreOnTheStartPage() {
    WindowFixture fixture;
    const QString file = fixture.path(QStringLiteral("sessions/earlier/vector_add-1.pftrace"));
    QVERIFY(QDir().mkpath(QFileInfo(file).absolutePath()));
    writeSmallTrace(file);
    const auto offer = [&] {
      return fixture.window().findChild<QAbstractButton *>(QStringLiteral("recoverResults"));
    };
    QVERIFY(!offer());
    QVERIFY(fixture.restart());
    fixture.show();
    QVERIFY(offer() && offer()->isVisible());
    offer()->setFocus();
    QTest::keyClick(offer(), Qt::Key_Space);
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    const OpenTrace &trace = fixture.window().openTraces().list().traces()[0];
    QCOMPARE(trace.title, QStringLiteral("vector_add"));
    QVERIFY(trace.isUnsaved);
    QVERIFY(fixture.window().closeTrace(trace.id));
    QTRY_VERIFY(!offer());
  }

  void aFailureIsOnceInTheLog() {
    WindowFixture fixture(fakeWorker(QStringLiteral("error")));
    fixture.show();
    MainWindow &window = fixture.window();
    window.runs().runFile(gemmSpec());
    QTRY_COMPARE(window.messages().messageCount(), 1);
    const QString log = window.findChild<LogPanel *>()->toPlainText();
    QCOMPARE(log.count(QLatin1String("read of A at index 4096")), 1);
    QVERIFY2(log.contains(QLatin1String("check the bounds")), qPrintable(log));
  }

  void aFaultOpensAtItsWarpAndNamesTheLine() {
    WindowFixture fixture(fakeWorker(QStringLiteral("fault")));
    fixture.show();
    MainWindow &window = fixture.window();
    window.runs().runFile(gemmSpec());
    QVERIFY(waitForOpenTraces(window, 1));
    TimelineView &view = *window.findChild<TimelineView *>();
    const Trace &trace = *view.trace();
    QTRY_VERIFY(view.selection()->selectedSlice().isValid());
    const SliceId selected = view.selection()->selectedSlice();
    QCOMPARE(trace.string(trace.slice(selected).name), std::string_view("faulty"));
    auto *place = window.findChild<QToolButton *>(QStringLiteral("newestPlace"));
    QVERIFY(place && place->isVisible());
    QCOMPARE(place->text(), QStringLiteral("k.mlir:12"));
    auto *source = window.findChild<SourcePanel *>();
    QVERIFY(source && !source->isVisible());
    place->setFocus();
    QTest::keyClick(place, Qt::Key_Space);
    QTRY_VERIFY(source->isVisible());
  }

  void theLogIsFilteredAndCountsRepetitions() {
    WindowFixture fixture;
    fixture.show();
    fixture.window().actions().panel("log")->trigger();
    LogPanel &log = *fixture.window().findChild<LogPanel *>();
    for (const char *line : {"opened a", "compiled\nin two lines", "note: dropped", "note: dropped",
                             "note: dropped", "opened b"})
      log.append(QLatin1String(line));
    QCOMPARE(log.toPlainText().count(QLatin1String("note: dropped")), 1);
    QVERIFY(log.toPlainText().contains(QLatin1String("note: dropped (3 times)")));
    auto *filter = log.findChild<QLineEdit *>(QStringLiteral("logFilter"));
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("OPENED"));
    const QStringList lines = log.toPlainText().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].endsWith(QLatin1String("opened a")));
    QCOMPARE(log.findChild<QLabel *>(QStringLiteral("logCount"))->text(),
             QStringLiteral("2 of 4 lines"));
    log.append(QStringLiteral("closed"));
    log.append(QStringLiteral("opened c"));
    QCOMPARE(log.toPlainText().count(QLatin1Char('\n')), 2);
    filter->clear();
    QCOMPARE(log.toPlainText().count(QLatin1String("opened")), 3);
    QVERIFY(log.toPlainText().contains(QLatin1String("closed")));
  }

  void anotherRunOfAKernelKeepsZoomFoldsAndSelection() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    const QString first = fixture.path(QStringLiteral("first.pftrace"));
    const QString second = fixture.path(QStringLiteral("second.pftrace"));
    writeSmallTrace(first);
    writeSmallTrace(second);
    window.openTraces().openResult(first, QStringLiteral("small"));
    QVERIFY(waitForOpenTraces(window, 1));
    TimelineView &before = *window.timeline();
    const SliceId slice = firstSliceNamed(*before.trace(), "k loop");
    before.selection()->select(slice);
    before.foldAll();
    before.setVisibleRange({Picoseconds(100'000), Picoseconds(150'000)});
    window.openTraces().openResult(second, QStringLiteral("small"));
    QVERIFY(waitForOpenTraces(window, 2));
    TimelineView &after = *window.timeline();
    QVERIFY(&after != &before);
    QCOMPARE(after.visibleRange(), before.visibleRange());
    QCOMPARE(after.selection()->selectedSlice(), slice);
    QCOMPARE(after.savedView().folds, before.savedView().folds);
    before.selection()->clear();
  }

  void theLastRunIsOfferedAfterARestart() {
    WindowFixture fixture(fakeWorker(QStringLiteral("error")));
    QVERIFY(!fixture.window().runs().hasLast());
    const auto spec = loadRunSpec(toPath(gemmSpec()));
    QVERIFY(spec.has_value());
    fixture.settings().setLastRun(toQString(runSpecToJson(*spec, "/")));
    QVERIFY(fixture.restart());
    fixture.show();
    MainWindow &window = fixture.window();
    QVERIFY(window.runs().hasLast());
    QTRY_VERIFY(window.actions().runAgain->isEnabled());
    QSignalSpy starting(&window.runs(), &RunLauncher::starting);
    window.actions().runAgain->trigger();
    QCOMPARE(starting.count(), 1);
    QTRY_VERIFY(!window.runs().isRunning());
    fixture.settings().setLastRun(QStringLiteral("{damaged"));
    QVERIFY(fixture.restart());
    QVERIFY(!fixture.window().runs().hasLast());
  }

  void oneClickComparesWithTheLastRun() {
    WindowFixture fixture(fakeWorker(QStringLiteral("fault")));
    fixture.show();
    MainWindow &window = fixture.window();
    const auto button = [&] {
      return window.findChild<QToolButton *>(QStringLiteral("compareLastRunButton"));
    };
    window.runs().runFile(gemmSpec());
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(!button()->isVisible());
    window.runs().runAgain();
    QVERIFY(waitForOpenTraces(window, 2));
    QTRY_VERIFY(button()->isVisible());
    QTest::mouseClick(button(), Qt::LeftButton);
    auto *panel = &window.panel<ComparePanel>();
    QTRY_VERIFY(panel->isVisible());
    const auto *baseline = panel->findChild<QComboBox *>(QStringLiteral("compareBaseline"));
    QCOMPARE(baseline->currentText(), window.openTraces().list().traces()[0].title);
    QVERIFY(window.closeTrace(window.openTraces().list().traces()[0].id));
    QTRY_VERIFY(!button()->isVisible()); // no earlier run is open
  }

  void theDialogShowsTheSpecificationOfTheOpenTrace() {
    WindowFixture fixture(fakeWorker(QStringLiteral("fault")));
    fixture.show();
    MainWindow &window = fixture.window();
    auto spec = loadRunSpec(toPath(gemmSpec()));
    QVERIFY(spec.has_value());
    spec->mode = *InstrumentationMode::parse("async:ctas=0");
    window.runs().runSpec(*spec);
    QVERIFY(waitForOpenTraces(window, 1));
    QTRY_VERIFY(window.actions().newRun->isEnabled());
    std::optional<RunSpec> shown;
    RunQuestion question = RunQuestion::ByHand;
    QTimer look; // until the dialog waits
    connect(&look, &QTimer::timeout, &window, [&] {
      auto *dialog = qobject_cast<RunDialog *>(QApplication::activeModalWidget());
      if (!dialog)
        return;
      look.stop();
      shown = dialog->form().spec().value();
      question = dialog->form().question();
      dialog->reject();
    });
    look.start(10);
    window.actions().newRun->trigger();
    QVERIFY(shown.has_value());
    QCOMPARE(shown->mode.toString(), std::string("async:ctas=0"));
    QVERIFY(question == RunQuestion::Copies);
  }

  void anEmptyPanelOffersTheLastRunAgain() {
    WindowFixture fixture(fakeWorker(QStringLiteral("error")));
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.actions().panel("overlap")->trigger();
    auto *again = window.findChild<QPushButton *>(QStringLiteral("overlapAction"));
    QVERIFY(!again->isVisible()); // there was no run yet
    window.runs().runFile(gemmSpec());
    QVERIFY(!again->isVisible());
    QTRY_VERIFY(again->isVisible());
    QCOMPARE(again->text(), QStringLiteral("Run again with asynchronous operations"));
    QSignalSpy starting(&window.runs(), &RunLauncher::starting);
    QTest::mouseClick(again, Qt::LeftButton);
    QCOMPARE(starting.count(), 1);
    QTRY_VERIFY(!window.runs().isRunning());
  }

  void runsOfEmptyPanelsRecordWhatThePanelShows() {
    const auto worker = realWorker();
    if (!worker)
      QSKIP("this build cannot run kernels");
    WindowFixture fixture(worker);
    fixture.show();
    MainWindow &window = fixture.window();
    window.runs().runFile(gemmSpec());
    QVERIFY(waitForOpenTraces(window, 1, kRunMs));
    window.actions().panel("heat")->trigger();
    QVERIFY(!window.panel<HeatPanel>().model().hasAccesses());
    auto *again = window.findChild<QPushButton *>(QStringLiteral("heatAction"));
    QTRY_VERIFY(again->isVisible());
    QTest::mouseClick(again, Qt::LeftButton);
    QVERIFY(waitForOpenTraces(window, 2, kRunMs));
    QVERIFY(window.panel<HeatPanel>().model().hasAccesses());
  }
};

QTEST_MAIN(WindowRunsTest)
#include "window_runs_test.moc"
