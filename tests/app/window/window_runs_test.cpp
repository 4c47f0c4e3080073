// SPDX-License-Identifier: Apache-2.0
// Around runs: closing during one, results of an earlier start, another run from an empty panel.
#include <QAction>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "app/window/log_panel.h"
#include "app/window/message_bar.h"
#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/heat/heat_panel.h"

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

  void anEmptyPanelOffersTheLastRunAgain() {
    WindowFixture fixture(fakeWorker(QStringLiteral("error")));
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.actions().overlap->trigger();
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
    window.actions().heat->trigger();
    QVERIFY(!window.heat().model().hasAccesses());
    auto *again = window.findChild<QPushButton *>(QStringLiteral("heatAction"));
    QTRY_VERIFY(again->isVisible());
    QTest::mouseClick(again, Qt::LeftButton);
    QVERIFY(waitForOpenTraces(window, 2, kRunMs));
    QVERIFY(window.heat().model().hasAccesses());
  }
};

QTEST_MAIN(WindowRunsTest)
#include "window_runs_test.moc"
