// SPDX-License-Identifier: Apache-2.0
// The user interface of the window: files, runs, open traces, settings and failures.
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

#include <csignal>

#include "app/settings/text.h"
#include "app/window/message_drawer.h"
#include "app/window/message_line.h"
#include "app/window/message_list.h"
#include "app/window/status_line.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/call_path.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace_builder.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/fifo_reader.h"
#include "tests/support/trace_text.h"
#include "viewer/widgets/start_page.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/quality_bar.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

class MainWindowTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    // Warnings of the off-screen platform are permitted.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void openedFileShowsItsTimelineAndBecomesRecent() {
    WindowFixture fixture;
    fixture.show();
    QCOMPARE(fixture.window().timeline(), nullptr);
    const QString file = openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QVERIFY(fixture.window().timeline() != nullptr);
    QCOMPARE(fixture.window().timeline()->trace()->sliceCount(), size_t(18));
    QCOMPARE(fixture.settings().recentFiles(), QStringList{file});
    QVERIFY(fixture.window().windowTitle().startsWith(QLatin1String("one")));
    QVERIFY(!fixture.window().isWindowModified());
  }

  void fileThatIsOpenIsShownAgainInsteadOfOpenedTwice() {
    WindowFixture fixture;
    const QString one = openSmall(fixture, QStringLiteral("one.pftrace"));
    openSmall(fixture, QStringLiteral("two.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 2));
    const OpenTraceId first = fixture.window().openTraces().list().traces()[0].id;
    QVERIFY(fixture.window().openTraces().list().current() != first);
    fixture.window().openTraces().open({one});
    QCOMPARE(fixture.window().openTraces().list().current(), first);
    QCOMPARE(fixture.window().openTraces().list().traces().size(), 2);
  }

  void brokenFileIsToldAndTheOldTimelineStays() {
    WindowFixture fixture;
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    const TimelineView *before = fixture.window().timeline();
    int told = 0;
    for (const char *bytes : {"", "this is no trace", "{\"traceEvents\": [",
                              "[{\"children\": [], \"frame\": {\"name\": \"ROOT\"}}]"}) {
      const QString broken = fixture.path(QStringLiteral("broken-%1.pftrace").arg(++told));
      writeBytes(broken, bytes);
      fixture.window().openTraces().open({broken});
      QVERIFY(QTest::qWaitFor([&] { return fixture.window().messages().messageCount() == told; },
                              kLoadMs));
      QVERIFY2(fixture.window().messages().newestText().contains(broken),
               qPrintable(fixture.window().messages().newestText()));
      QCOMPARE(fixture.window().timeline(), before);
      QVERIFY(!fixture.settings().recentFiles().contains(broken));
    }
  }

  void aFileThatWasCutIsShownWithAMessageThatSaysHowMuchOfItIsThere() {
    WindowFixture fixture;
    const QString file = fixture.path(QStringLiteral("cut.pftrace"));
    writeSmallTrace(file);
    QFile cut(file);
    QVERIFY(cut.resize(cut.size() - 1));
    fixture.window().openTraces().open({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QCOMPARE(fixture.window().messages().messageCount(), 1);
    const QString text = fixture.window().messages().newestText();
    QVERIFY2(text.contains(QLatin1String("cut.pftrace is incomplete")) &&
                 text.contains(QLatin1String(" of 18 slices could be read")),
             qPrintable(text));
    for (const QualityBadge &badge : fixture.window().findChild<QualityBar *>()->badges())
      QVERIFY2(badge.severity != QualityBadge::Severity::Good, badge.text.c_str());
  }

  void aButtonOfTheToolBarShowsTheWholeTrace() {
    WindowFixture fixture;
    fixture.show();
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    TimelineView *view = fixture.window().timeline();
    const TimeRange whole = view->trace()->timeRange();
    view->setVisibleRange({whole.begin, whole.begin + Picoseconds(1000)});
    auto *button = fixture.window().findChild<QToolButton *>(QStringLiteral("zoomToFitButton"));
    QVERIFY(button != nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(view->visibleRange().begin <= whole.begin && view->visibleRange().end >= whole.end);
  }

  void missingFileIsToldWithItsPath() {
    WindowFixture fixture;
    fixture.window().openTraces().open({QStringLiteral("/nowhere/t.pftrace")});
    QVERIFY(
        QTest::qWaitFor([&] { return fixture.window().messages().messageCount() == 1; }, kLoadMs));
    QVERIFY(fixture.window().messages().newestText().contains(QLatin1String("/nowhere/t.pftrace")));
  }

  void messageIsDismissedByItsButton() {
    WindowFixture fixture;
    fixture.show();
    fixture.window().messages().show(
        {Message::Severity::Error, QStringLiteral("broken"), {}, {}, {}});
    fixture.window().actions().panel("log")->trigger();
    fixture.settle();
    auto *dismiss =
        fixture.window().messages().findChild<QToolButton *>(QStringLiteral("dismissMessage"));
    QTest::mouseClick(dismiss, Qt::LeftButton);
    QCOMPARE(fixture.window().messages().messageCount(), 0);
    QVERIFY(fixture.window().messages().isHidden());
  }

  void theStatusBarShowsTheTimesOfTheSelectionOnly() {
    WindowFixture fixture;
    fixture.show();
    const auto *status = fixture.window().findChild<StatusLine *>();
    const auto *times = status->findChild<QLabel *>(QStringLiteral("selectionTimes"));
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QVERIFY(!times->isVisible());
    TimelineView &view = *fixture.window().timeline();
    view.selection()->select(SliceId(0));
    QVERIFY(times->isVisible());
    QCOMPARE(status->readout(), view.selectionReadout());
    QVERIFY(status->readout().contains(QLatin1String("ns")));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!times->isVisible());
    QVERIFY(fixture.window().findChildren<QToolButton *>(QStringLiteral("cancelButton")).isEmpty());
  }

  void theNewestMessageIsInTheStatusBarAndAllOfThemInTheDrawer() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    MessageList &list = window.messages();
    const auto &drawer = *window.findChild<MessageDrawer *>();
    const auto &line = *window.findChild<MessageLine *>();
    const int height = window.statusBar()->height();
    for (int number = 1; number <= 3; ++number)
      list.show({Message::Severity::Error,
                 QStringLiteral("failure %1").arg(number),
                 QStringLiteral("k.mlir:12:5"),
                 QString(400, QLatin1Char('x')),
                 {}});
    fixture.settle();
    QVERIFY(line.text().startsWith(QLatin1String("failure 3")));
    QVERIFY(window.findChild<QLabel *>(QStringLiteral("newestMessage"))->isVisible());
    QCOMPARE(window.statusBar()->height(), height); // one line, cut
    QVERIFY(!drawer.isVisible());
    auto *button = window.findChild<QToolButton *>(QStringLiteral("openMessages"));
    QCOMPARE(button->text(), QStringLiteral("Messages (3)"));
    QTest::mouseClick(button, Qt::LeftButton);
    fixture.settle();
    QVERIFY(drawer.isVisible() && button->isChecked());
    qsizetype rows = 0;
    for (const QFrame *row : list.findChildren<QFrame *>(QStringLiteral("message")))
      rows += row->isVisible();
    QCOMPARE(rows, 3);
    QVERIFY(list.isVisible() && list.height() > height);
    QVERIFY(drawer.geometry().bottom() < window.statusBar()->y());
    QVERIFY(drawer.height() <= window.height() / 2);
    QTest::mouseClick(window.findChild<QToolButton *>(QStringLiteral("dismissNewest")),
                      Qt::LeftButton);
    QVERIFY(line.text().startsWith(QLatin1String("failure 2")));
    QCOMPARE(button->text(), QStringLiteral("Messages (2)"));
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.findChild<QLineEdit *>(QStringLiteral("logFilter"))->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!drawer.isVisible() && !button->isChecked());
    QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier);
    QVERIFY(drawer.isVisible() && button->isChecked());
    QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier);
    QVERIFY(!drawer.isVisible());
  }

  void theMessageOfAFailedRunGoesWithTheNextRun() {
    WindowFixture fixture(fakeWorker(QStringLiteral("error")));
    MessageList &bar = fixture.window().messages();
    bar.show({Message::Severity::Error, QStringLiteral("about a file"), {}, {}, {}});
    fixture.window().runs().runFile(gemmSpec());
    QVERIFY(QTest::qWaitFor([&] { return bar.messageCount() == 2; }, kLoadMs));
    QVERIFY(QTest::qWaitFor([&] { return !fixture.window().runs().isRunning(); }, kLoadMs));
    fixture.window().runs().runFile(gemmSpec());
    QCOMPARE(bar.messageCount(), 1);
    QCOMPARE(bar.newestText(), QStringLiteral("about a file"));
  }

  void theFileDialogHasAPictureOnEachOfItsButtons() {
    WindowFixture fixture;
    fixture.show();
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
      if (theme != fixture.window().theme())
        fixture.window().setTheme(theme);
      QFileDialog dialog(&fixture.window());
      dialog.setOption(QFileDialog::DontUseNativeDialog);
      dialog.setDirectory(QFileInfo(fixture.path(QStringLiteral("x"))).absolutePath());
      dialog.show();
      QApplication::processEvents();
      for (const char *name : {"backButton", "forwardButton", "toParentButton", "newFolderButton",
                               "listModeButton", "detailModeButton"}) {
        auto *button = dialog.findChild<QToolButton *>(QLatin1String(name));
        QVERIFY2(button, name);
        button->setEnabled(true);
        const QImage picture = button->grab().toImage().convertToFormat(QImage::Format_RGB32);
        QSet<QRgb> colors; // of the pixels inside the border
        for (int y = 4; y < picture.height() - 4; ++y)
          for (int x = 4; x < picture.width() - 4; ++x)
            colors.insert(picture.pixel(x, y));
        QVERIFY2(colors.size() > 1, name);
      }
    }
  }

  void droppedFilesAreOpened() {
    WindowFixture fixture;
    fixture.show();
    const QString file = fixture.path(QStringLiteral("dropped.pftrace"));
    writeSmallTrace(file);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&fixture.window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&fixture.window(), &drop);
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
  }

  void selectedSliceIsDescribedWithUnitsAndPath() {
    WindowFixture fixture;
    fixture.show();
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    TimelineView *view = fixture.window().timeline();
    const auto trace = view->trace();
    SliceId second; // "mma" of the second iteration on the second warp
    for (uint32_t at = 0; at < trace->sliceCount(); ++at)
      if (trace->string(trace->sliceNames()[at]) == "mma" && trace->sliceBegins()[at] == 150000)
        second = SliceId(at);
    view->selection()->select(second);
    const QString text = fixture.window().findChild<Inspector *>()->text();
    for (const char *line :
         {"mma\tsynchronous scope, 2 of 4\n", "start\t150 ns\n", "duration\t45 ns\n",
          "\t45 cycles\n", "warp\t1\n", "CTA\t0\n", "SM\t0\n", "k\t1\n", "median\t45 ns\n"})
      QVERIFY2(text.contains(QLatin1String(line)),
               qPrintable(QLatin1String(line) + QLatin1String(" in\n") + text));
    QVERIFY(text.indexOf(QLatin1String("k loop")) > 0);
  }

  void sliceOfACalledFunctionSaysFromWhereItWasCalled() {
    TraceBuilder builder;
    Launch launch;
    launch.kernel = builder.intern("layer_norm");
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.number = 0;
    warp.name = builder.intern("warp 0");
    warp.launch = builder.addLaunch(launch);
    SliceInput slice;
    slice.track = builder.addTrack(warp);
    slice.name = builder.intern("shuffles");
    slice.duration = Picoseconds(62000);
    std::vector<Arg> args{Arg::ofUint(builder.intern("operation"), 8)};
    appendCallPath(builder,
                   {{"moments", "/k/layer_norm.mlir:114:23"},
                    {"row_sum", "/k/layer_norm.mlir:84:12"},
                    {"warp_sum", ""}},
                   args);
    slice.args = builder.addArgs(args);
    builder.addSlice(slice);
    WindowFixture fixture;
    fixture.show();
    const QString file = fixture.path(QStringLiteral("calls.pftrace"));
    QVERIFY(writePftrace(std::move(builder).finish(), toPath(file)));
    fixture.window().openTraces().open({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    TimelineView *view = fixture.window().timeline();
    view->selection()->select(SliceId(0));
    const auto *inspector = fixture.window().findChild<Inspector *>();
    const QString text = inspector->text();
    QVERIFY2(
        text.contains(QStringLiteral("Called from\nwarp_sum\t\nrow_sum\tat layer_norm.mlir:84\n"
                                     "moments\tat layer_norm.mlir:114\nlayer_norm\tkernel\n")),
        qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Arguments\nnumber of the record\t8\n")),
             qPrintable(text));
    QVERIFY(!text.contains(QStringLiteral("call path")));
    bool isOnCard = false;
    for (const CardLine &line : cardLines(*view->trace(), SliceId(0)))
      isOnCard |= line.label == "in" && line.value == "moments > row_sum > warp_sum";
    QVERIFY(isOnCard);
  }

  void costOfRecordingIsSubtractedAndPutBack() {
    WindowFixture fixture;
    fixture.show();
    QAction *action = fixture.window().actions().subtractCost;
    QVERIFY(!action->isEnabled());
    const QString file = fixture.path(QStringLiteral("gpu.pftrace"));
    QVERIFY(writePftrace(smallTrace(RecordingCost{10, 3, 35, 40}), toPath(file)));
    fixture.window().openTraces().open({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QVERIFY(action->isEnabled());
    QVERIFY(!action->isChecked());
    TimelineView *view = fixture.window().timeline();
    const auto recorded = view->trace();
    const SliceId load = firstSliceNamed(*recorded, "load");
    view->selection()->select(load);
    const auto *inspector = fixture.window().findChild<Inspector *>();
    QVERIFY(inspector->text().contains(QStringLiteral("duration\t30 ns")));
    QVERIFY(inspector->text().contains(QStringLiteral("corrected\t20 ns")));
    QVERIFY(inspector->text().contains(QStringLiteral("at least\t0 ns")));
    QVERIFY(inspector->text().contains(QStringLiteral("at most\t27 ns")));
    QVERIFY(inspector->text().contains(QStringLiteral("frequency\t1.000 GHz")));
    QVERIFY(inspector->text().contains(QString::fromUtf8("between SMs\t\u00B112.3 ns")));

    action->trigger();
    QVERIFY(QTest::qWaitFor([&] { return view->trace() != recorded; }, kLoadMs));
    QVERIFY(action->isChecked());
    QCOMPARE(view->selection()->selectedSlice(), load);
    QVERIFY(inspector->text().contains(QStringLiteral("duration\t20 ns")));
    QVERIFY(inspector->text().contains(QStringLiteral("30 cycles as recorded")));
    QVERIFY(inspector->text().contains(QStringLiteral("as recorded\t30 ns")));
    const auto *quality = fixture.window().findChild<QualityBar *>(QStringLiteral("qualityBar"));
    QVERIFY(quality->accessibleDescription().contains(QStringLiteral("recording cost subtracted")));

    action->trigger();
    QCOMPARE(view->trace(), recorded);
    QVERIFY(inspector->text().contains(QStringLiteral("duration\t30 ns")));
    QVERIFY(quality->accessibleDescription().contains(QStringLiteral("times include recording")));
  }

  void whatCannotBeSubtractedSaysWhy() {
    WindowFixture fixture;
    fixture.show();
    QAction *action = fixture.window().actions().subtractCost;
    openSmall(fixture, QStringLiteral("model.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QStringLiteral("not calibrated")));
    const QString file = fixture.path(QStringLiteral("corrected.pftrace"));
    QVERIFY(
        writePftrace(correctRecordingCost(smallTrace(RecordingCost{10, 3, 35, 40})), toPath(file)));
    fixture.window().openTraces().open({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 2));
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QStringLiteral("was subtracted before")));
  }

  void withoutWorkerRunsAreExplainedAndFilesStillOpen() {
    WindowFixture fixture;
    fixture.window().runs().runFile(gemmSpec());
    QCOMPARE(fixture.window().messages().messageCount(), 1);
    QVERIFY(fixture.window().messages().newestText().contains(QLatin1String("proton-collect")));
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
  }

  void failedRunIsToldAndTheOldTimelineStays() {
    WindowFixture fixture(fakeWorker(QStringLiteral("error")));
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    fixture.window().runs().runFile(gemmSpec());
    QVERIFY(fixture.window().actions().stop->isEnabled());
    QVERIFY(
        QTest::qWaitFor([&] { return fixture.window().messages().messageCount() == 1; }, kLoadMs));
    const QString text = fixture.window().messages().newestText();
    QVERIFY2(text.contains(QLatin1String("k.mlir:12:5")) &&
                 text.contains(QLatin1String("failed while running")),
             qPrintable(text));
    QVERIFY(text.contains(QLatin1String("compiling something"))); // the details contain the log
    QCOMPARE(fixture.window().openTraces().list().traces().size(), 1);
    QVERIFY(!fixture.window().actions().stop->isEnabled());
  }

  void failedRunWithRecordsIsToldAndShown() {
    WindowFixture fixture(fakeWorker(QStringLiteral("time-limit")));
    fixture.window().runs().runFile(gemmSpec());
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QCOMPARE(fixture.window().messages().messageCount(), 1);
    QVERIFY(fixture.window().messages().newestText().contains(QLatin1String("time limit")));
    QCOMPARE(fixture.window().openTraces().list().traces()[0].title,
             QStringLiteral("gemm_tiled, not finished"));
    QCOMPARE(fixture.window().timeline()->trace()->sliceCount(), size_t(1));
  }

  void stoppedRunWithRecordsIsShownWithoutAComplaint() {
    WindowFixture fixture(fakeWorker(QStringLiteral("obedient-with-trace")));
    fixture.window().runs().runFile(gemmSpec());
    QVERIFY(QTest::qWaitFor(
        [&] { return fixture.window().runs().controller().stage() == QLatin1String("launch"); },
        kLoadMs));
    fixture.window().actions().stop->trigger();
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QCOMPARE(fixture.window().messages().messageCount(), 0);
  }

  void stopEndsARunWithoutAComplaint() {
    WindowFixture fixture(fakeWorker(QStringLiteral("obedient")));
    fixture.window().runs().runFile(gemmSpec());
    QVERIFY(QTest::qWaitFor(
        [&] { return fixture.window().runs().controller().stage() == QLatin1String("launch"); },
        kLoadMs));
    fixture.window().actions().stop->trigger();
    QVERIFY(QTest::qWaitFor([&] { return !fixture.window().runs().isRunning(); }, kLoadMs));
    QCOMPARE(fixture.window().messages().messageCount(), 0);
  }

  void gemmRunsIsShownSavedAndReopensTheSame() {
    if (!realWorker())
      QSKIP("proton-collect is not built");
    WindowFixture fixture(realWorker());
    fixture.show();
    fixture.window().runs().runFile(gemmSpec());
    QVERIFY2(waitForOpenTraces(fixture.window(), 1, kRunMs),
             qPrintable(fixture.window().messages().newestText()));
    QVERIFY(fixture.window().isWindowModified());
    const OpenTrace openTrace = fixture.window().openTraces().list().traces()[0];
    QVERIFY(openTrace.data.trace->sliceCount() > 1000);
    QVERIFY(
        fixture.settings().recentFiles().isEmpty()); // the recent files exclude the result folder
    const QString file = fixture.path(QStringLiteral("saved.pftrace"));
    fixture.window().openTraces().save(openTrace.id, file);
    QVERIFY(fixture.window().openTraces().finishSaving());
    QVERIFY(!fixture.window().isWindowModified());
    QVERIFY(!QFileInfo::exists(openTrace.file)); // the save has moved the result to the chosen path
    const auto reopened = readTraceFile(toPath(file));
    QVERIFY(reopened);
    QCOMPARE(traceToText(*reopened), traceToText(*openTrace.data.trace));
  }

  void gemmRunsWithEveryStrategy() {
    if (!realWorker())
      QSKIP("proton-collect is not built");
    WindowFixture fixture(realWorker());
    MainWindow &window = fixture.window();
    Result<RunSpec> spec = loadRunSpec(toPath(gemmSpec()));
    QVERIFY(spec);
    for (const char *mode :
         {"default:strategy=circular", "default:strategy=first", "default:strategy=flush",
          "default:strategy=stream", "default:strategy=stream:when_full=drop"}) {
      spec->mode = *InstrumentationMode::parse(mode);
      window.runs().runSpec(*spec);
      QVERIFY2(waitForOpenTraces(window, 1, kRunMs), qPrintable(window.messages().newestText()));
      const Trace &trace = *window.openTraces().list().traces()[0].data.trace;
      QCOMPARE(trace.launches().size(), size_t{1});
      // The run has checked the kernel's result. This test checks that the trace is complete.
      QVERIFY2(trace.sliceCount() > 1000, mode);
      QVERIFY2(trace.launches()[0].recordsDropped == 0, mode);
      QVERIFY(QTest::qWaitFor([&] { return !window.runs().isRunning(); }, kLoadMs));
      QVERIFY(window.closeTrace(window.openTraces().list().current()));
    }
  }

  void failedSaveKeepsTheResultUnsaved() {
    WindowFixture fixture;
    const QString file = fixture.path(QStringLiteral("sessions/result.pftrace"));
    QVERIFY(QDir().mkpath(QFileInfo(file).absolutePath()));
    writeSmallTrace(file);
    fixture.window().openTraces().openResult(file, QStringLiteral("result"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    fixture.window().openTraces().save(fixture.window().openTraces().list().current(),
                                       QStringLiteral("/nowhere/x.pftrace"));
    QVERIFY(!fixture.window().openTraces().finishSaving());
    QVERIFY(fixture.window().messages().newestText().contains(QLatin1String("/nowhere/x.pftrace")));
    QVERIFY(QFileInfo::exists(file));
  }

  void aResultThatWentToAFifoIsStillUnsaved() {
    WindowFixture fixture;
    const QString file = fixture.path(QStringLiteral("sessions/result.pftrace"));
    QVERIFY(QDir().mkpath(QFileInfo(file).absolutePath()));
    QVERIFY(QDir().mkpath(fixture.path(QStringLiteral("out"))));
    writeSmallTrace(file);
    QVERIFY(QFile::copy(file, fixture.path(QStringLiteral("sessions/result.passes.json"))));
    fixture.window().openTraces().openResult(file, QStringLiteral("result"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    test::FifoReader reader(fixture.path(QStringLiteral("out/fifo")));
    fixture.window().openTraces().save(fixture.window().openTraces().list().current(),
                                       fixture.path(QStringLiteral("out/fifo")));
    QVERIFY(!fixture.window().openTraces().finishSaving()); // a FIFO cannot be read again
    QVERIFY(reader.take().size() > 100);
    QVERIFY(reader.isThere());
    QVERIFY(QFileInfo::exists(file));
    QCOMPARE(QDir(fixture.path(QStringLiteral("out")))
                 .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("fifo")});
  }

  void closingAsksOnceAboutUnsavedResults() {
    WindowFixture fixture;
    const QString file = fixture.path(QStringLiteral("sessions/result.pftrace"));
    QVERIFY(QDir().mkpath(QFileInfo(file).absolutePath()));
    writeSmallTrace(file);
    fixture.window().openTraces().openResult(file, QStringLiteral("result"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    fixture.answer = UnsavedChoice::Cancel;
    QVERIFY(!fixture.window().close());
    QVERIFY(!fixture.window().closeTrace(fixture.window().openTraces().list().current()));
    QVERIFY(QFileInfo::exists(file));
    QCOMPARE(fixture.questions, 2);
    fixture.answer = UnsavedChoice::Discard;
    QVERIFY(fixture.window().close());
    QVERIFY(!QFileInfo::exists(file));
  }

  void helpShowsTheContentsOfTheGuideWithItsPictures() {
    WindowFixture fixture;
    fixture.show();
    fixture.window().actions().guide->trigger();
    const auto *text = fixture.window().findChild<QTextBrowser *>(QStringLiteral("guideText"));
    QVERIFY(text);
    QVERIFY(text->isVisible());
    QVERIFY(text->toPlainText().contains(QLatin1String("Annotating kernels")));
    int pictures = 0;
    for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
      for (auto at = block.begin(); !at.atEnd(); ++at)
        if (at.fragment().charFormat().isImageFormat()) {
          const QString name = at.fragment().charFormat().toImageFormat().name();
          const QVariant image = text->document()->resource(QTextDocument::ImageResource, name);
          QVERIFY2(image.isValid() && !image.isNull(), qPrintable(name));
          ++pictures;
        }
    QVERIFY(pictures > 0);
  }

  void closedTracesLeadBackToTheStartPage() {
    WindowFixture fixture;
    fixture.show();
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QVERIFY(fixture.window().closeTrace(fixture.window().openTraces().list().current()));
    QCOMPARE(fixture.window().timeline(), nullptr);
    QVERIFY(fixture.window().findChild<StartPage *>()->isVisible());
    QVERIFY(!fixture.window().actions().exportPicture->isEnabled());
    QCOMPARE(fixture.questions, 0);
  }
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
