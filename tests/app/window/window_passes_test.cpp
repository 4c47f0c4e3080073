// SPDX-License-Identifier: Apache-2.0
// The panel of compiler passes in the window: its report, and its message if there is none.
#include <QAction>
#include <QDir>
#include <QLabel>
#include <QTest>

#include "app/settings/text.h"
#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/passes/pass_panel.h"

using namespace pstudio;
using namespace pstudio::test;

class WindowPassesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void passesOfARunAreShownSavedAndReopened() {
    const auto worker = realWorker();
    if (!worker)
      QSKIP("this build has no proton-collect");
    WindowFixture fixture(worker);
    fixture.show();
    MainWindow &window = fixture.window();
    window.runs().runFile(gemmSpec());
    QVERIFY(waitForOpenTraces(window, 1, kRunMs));
    const auto isShown = [&window] { return window.panel<PassPanel>().report() != nullptr; };
    QVERIFY(!isShown()); // the panel loads the report only when it is visible
    window.actions().panel("passes")->trigger();
    QVERIFY(QTest::qWaitFor(isShown, kLoadMs));
    const auto report = window.panel<PassPanel>().report();
    QCOMPARE(report->kernel, std::string("gemm_tiled"));
    QCOMPARE(report->textsLeftOut, uint64_t(0));
    const QString saved = fixture.path(QStringLiteral("saved.pftrace"));
    const OpenTraceId openTrace = window.openTraces().list().current();
    window.openTraces().save(openTrace, saved);
    QVERIFY(window.openTraces().finishSaving());
    QVERIFY(window.closeTrace(openTrace));
    QCOMPARE(QDir(fixture.path(QStringLiteral("sessions")))
                 .entryList({QStringLiteral("*.json")}, QDir::Files)
                 .size(),
             0);
    QVERIFY(QTest::qWaitFor([&] { return !isShown(); }, kLoadMs));
    window.openTraces().open({saved});
    QVERIFY(QTest::qWaitFor(isShown, kLoadMs));
    QVERIFY(*window.panel<PassPanel>().report() == *report);
  }

  void aTraceWithoutPassesSaysWhatToDo() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    window.actions().panel("passes")->trigger();
    const auto *message =
        window.panel<PassPanel>().findChild<QLabel *>(QStringLiteral("passMessage"));
    QCOMPARE(message->text(), QStringLiteral("No trace is open."));
    const QString file = openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    QCOMPARE(message->text(), QStringLiteral("This trace has no pass report."));
    writeBytes(fixture.path(QStringLiteral("two.passes.json")), "{\"format\": 3}");
    openSmall(fixture, QStringLiteral("two.pftrace"));
    QVERIFY(QTest::qWaitFor(
        [&] {
          return message->text() == QLatin1String("The pass report of this run cannot be read.");
        },
        kLoadMs));
    window.setTheme(ThemeKind::Light);
    QCOMPARE(message->text(), QStringLiteral("The pass report of this run cannot be read."));
  }

  void passesOfAnotherRunAreNotShownForATrace() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    window.actions().panel("passes")->trigger();
    PassReport report;
    report.id = newPassReportId();
    report.kernel = "k";
    const QString file = fixture.path(QStringLiteral("old.passes.json"));
    QVERIFY(writePassReport(report, toPath(file)).has_value());
    openSmall(fixture, QStringLiteral("old.pftrace")); // its launches name no report
    const auto *message =
        window.panel<PassPanel>().findChild<QLabel *>(QStringLiteral("passMessage"));
    QVERIFY(QTest::qWaitFor(
        [&] {
          return message->text() ==
                 QLatin1String("The pass report next to this trace belongs to another run.");
        },
        kLoadMs));
    QVERIFY(window.panel<PassPanel>().report() == nullptr);
  }

  void aCompileThatFailedShowsThePassThatRejected() {
    const auto worker = realWorker();
    if (!worker)
      QSKIP("this build has no proton-collect");
    WindowFixture fixture(worker);
    fixture.show();
    MainWindow &window = fixture.window();
    window.actions().panel("passes")->trigger();
    auto spec = loadRunSpec(toPath(gemmSpec()));
    QVERIFY(spec.has_value());
    spec->mode.bufferType = InstrumentationMode::BufferType::Shared;
    spec->mode.slotsPerUnit = 1u << 16; // the kernel exceeds the shared memory of every device
    window.runs().runSpec(*spec);
    QVERIFY(QTest::qWaitFor([&window] { return window.panel<PassPanel>().report() != nullptr; },
                            kRunMs));
    const PassRun &last = window.panel<PassPanel>().report()->stages.back().passes.back();
    QVERIFY(last.failed);
    QCOMPARE(last.name, std::string("proton-gpu-allocate-shared-memory"));
  }
};

QTEST_MAIN(WindowPassesTest)
#include "window_passes_test.moc"
