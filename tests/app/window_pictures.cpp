// SPDX-License-Identifier: Apache-2.0
// Writes pictures of the window in its states for visual inspection: window_pictures FOLDER [SPEC],
// or of a trace: window_pictures FOLDER FILE.pftrace. window_pictures --overlap FOLDER, --heat
// FOLDER, --calltree FOLDER and --modes FOLDER write only the pictures of one panel, or of the run
// dialog with modes and their costs. window_pictures --guide FILE writes the picture of README.md.
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "app/dialogs/export_dialog.h"
#include "app/dialogs/guide_dialog.h"
#include "app/dialogs/remotes_dialog.h"
#include "app/dialogs/run_dialog.h"
#include "app/dialogs/run_form.h"
#include "app/panels/call_tree_presenter.h"
#include "app/panels/source_presenter.h"
#include "app/settings/text.h"
#include "app/window/key_help_dialog.h"
#include "app/window/message_list.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/remote/remote_settings.h"
#include "tests/app/program_pictures.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/gpu_trace.h"
#include "tests/support/source_trace.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/heat/memory_operation_table.h"
#include "viewer/widgets/overlap/iteration_view.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/passes/pass_panel.h"
#include "viewer/widgets/source/source_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace {

using namespace pstudio;
using namespace pstudio::test;

constexpr int kLongestRunMs = 120000;

bool save(QWidget &widget, const QString &file) {
  return savePicture(widget, file);
}

/// Selects a nested slice at this share of the trace's time, so that the inspector is not empty.
void selectSomething(MainWindow &window, double share = 0.5) {
  TimelineView *view = window.timeline();
  const auto trace = view->trace();
  const TimeRange range = trace->timeRange();
  for (const Row &row : trace->rows()) {
    const SliceId slice = trace->firstEndingAfter(
        RowId(static_cast<uint32_t>(&row - trace->rows().data())),
        range.begin + Picoseconds(std::llround(share * static_cast<double>(range.length().value))));
    if (row.index > 0 && slice.isValid()) {
      view->selection()->select(slice);
      view->reveal(slice);
      return;
    }
  }
}

/// Runs the specification and waits for its timeline.
bool runAndWait(WindowFixture &fixture, const QString &spec) {
  fixture.window().runs().runFile(spec);
  const auto openTraces = fixture.window().openTraces().list().traces().size();
  const bool isShown = QTest::qWaitFor(
      [&] { return fixture.window().openTraces().list().traces().size() > openTraces; },
      kLongestRunMs);
  if (!isShown)
    std::fprintf(stderr, "no timeline: %s\n", qPrintable(fixture.window().messages().newestText()));
  return isShown;
}

bool takeMain(WindowFixture &fixture, const QString &folder) {
  bool isDone = true;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
    for (const QSize size : {QSize(1600, 960), QSize(1280, 800)}) {
      fixture.window().setTheme(theme);
      fixture.show(size);
      fixture.settle();
      isDone &= save(fixture.window(),
                     QStringLiteral("%1/main-%2-%3.png")
                         .arg(folder, theme == ThemeKind::Dark ? QStringLiteral("dark")
                                                               : QStringLiteral("light"))
                         .arg(size.width()));
    }
  return isDone;
}

/// The dialog of remote machines: empty, with a reply, and without one; and the target list of the
/// run dialog.
bool takeRemotes(WindowFixture &fixture, const QString &folder, const QString &suffix) {
  const std::filesystem::path file = toPath(fixture.path(QStringLiteral("pictures-remotes.json")));
  const QString worker = fixture.window().runs().workerProgram();
  RemotesDialog empty(file, worker);
  empty.show();
  bool isDone = save(empty, folder + QLatin1String("/remotes-empty-") + suffix);
  RemoteSettings settings;
  const std::string here = "'" + toUtf8(worker) + "' worker";
  if (!settings.set({"lab", here, {{"PSTUDIO_CACHE_DIR", ""}}}) ||
      !settings.set({"desk", "ssh desk.example proton-collect worker", {}}) ||
      !saveRemotes(settings, file))
    return false;
  RemotesDialog dialog(file, worker);
  dialog.show();
  auto *result = dialog.findChild<QLabel *>(QStringLiteral("testResult"));
  const auto test = [&](const char *until) {
    dialog.testRemote();
    return QTest::qWaitFor([&] { return result->text().contains(QLatin1String(until)); },
                           kLongestRunMs);
  };
  isDone &= test("answered within");
  isDone &= save(dialog, folder + QLatin1String("/remotes-answer-") + suffix);
  dialog.findChild<QLineEdit *>(QStringLiteral("remoteCommand"))->selectAll();
  QTest::keyClicks(dialog.findChild<QLineEdit *>(QStringLiteral("remoteCommand")),
                   QStringLiteral("ssh -o ConnectTimeout=5 lab-3.invalid proton-collect worker"));
  isDone &= test("~/.ssh/config");
  isDone &= save(dialog, folder + QLatin1String("/remotes-no-answer-") + suffix);
  RunDialog run(fixture.settings());
  static_cast<void>(run.loadFile(gemmSpec()));
  run.setTargets(
      {{QStringLiteral("cpu"), QStringLiteral("CPU model: 4 virtual SMs at 1 GHz"), true, {}, {}},
       {QStringLiteral("lab/cuda"),
        QStringLiteral("NVIDIA H200, 132 SMs, sm_90a, driver 13.0"),
        true,
        {},
        {QStringLiteral("CUPTI 13.0")}},
       {QStringLiteral("desk/"), {}, false, QStringLiteral("the host name is unknown"), {}}});
  auto *target = run.findChild<QComboBox *>(QStringLiteral("target"));
  target->setCurrentIndex(1);
  run.show();
  return isDone && save(run, folder + QLatin1String("/remotes-run-dialog-") + suffix);
}

/// The run dialog with modes and their costs, scrolled to three quarters.
bool takeModes(RunDialog &run, const QString &folder, const QString &suffix) {
  auto *text = run.findChild<QLineEdit *>(QStringLiteral("modeText"));
  QScrollBar *scroll =
      run.findChild<QScrollArea *>(QStringLiteral("runFormScroll"))->verticalScrollBar();
  bool isDone = true;
  const std::array<std::pair<const char *, const char *>, 3> modes = {
      {{"accesses", "accesses"}, {"memory", "memory"}, {"memory:strategy=stream", "stream"}}};
  for (const auto &[mode, name] : modes) {
    text->setText(QLatin1String(mode));
    Q_EMIT text->editingFinished();
    QApplication::processEvents();
    scroll->setValue(scroll->maximum() * 3 / 4);
    isDone &=
        save(run, QStringLiteral("%1/run-dialog-%2-%3").arg(folder, QLatin1String(name), suffix));
  }
  return isDone;
}

/// Only the pictures of takeModes(), in both themes.
int takeAllModes(const QString &folder) {
  QDir().mkpath(folder);
  WindowFixture fixture;
  bool isDone = true;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    fixture.window().setTheme(theme);
    RunDialog run(fixture.settings());
    static_cast<void>(run.loadFile(gemmSpec()));
    run.show();
    isDone &= takeModes(run, folder,
                        theme == ThemeKind::Dark ? QStringLiteral("dark.png")
                                                 : QStringLiteral("light.png"));
  }
  return isDone ? 0 : 1;
}

bool takeDialogs(WindowFixture &fixture, const QString &folder, const QString &spec,
                 const QString &suffix) {
  RunDialog run(fixture.settings());
  static_cast<void>(run.loadFile(spec));
  run.setTargets({{QStringLiteral("cpu"),
                   QStringLiteral("CPU model: 4 virtual SMs at 1 GHz, 2 host threads"),
                   true,
                   {},
                   {}}});
  run.show();
  bool isDone = save(run, folder + QLatin1String("/run-dialog-") + suffix);
  QScrollBar *scroll =
      run.findChild<QScrollArea *>(QStringLiteral("runFormScroll"))->verticalScrollBar();
  scroll->setValue(scroll->maximum());
  isDone &= save(run, folder + QLatin1String("/run-dialog-recording-") + suffix);
  isDone &= takeModes(run, folder, suffix);
  scroll->setValue(0);
  run.form().showError(
      {ErrorCode::InvalidInput, "2,048 threads are more than 1,024", "spec: block", ""});
  run.form().showError(
      {ErrorCode::InvalidInput, "no such file", "spec: kernel.file", "check the path"});
  isDone &= save(run, folder + QLatin1String("/run-dialog-errors-") + suffix);
  static_cast<void>(
      run.loadFile(QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/programs/dot_product.mlir")));
  isDone &= save(run, folder + QLatin1String("/run-dialog-program-") + suffix);
  isDone &= takeRemotes(fixture, folder, suffix);
  KeyHelpDialog keys(fixture.window().actions().keyHelp());
  keys.show();
  isDone &= save(keys, folder + QLatin1String("/keys-") + suffix);
  GuideDialog guide(QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/guide/README.md"));
  guide.show();
  isDone &= save(guide, folder + QLatin1String("/guide-") + suffix);
  ExportDialog exporter(fixture.settings(), ThemeKind::Dark,
                        {Picoseconds(1204000), Picoseconds(1836000)}, QStringLiteral("gemm_tiled"));
  exporter.show();
  return isDone && save(exporter, folder + QLatin1String("/export-") + suffix);
}

/// A GPU trace with a recording cost, as recorded and as corrected.
bool takeCorrection(WindowFixture &fixture, const QString &folder) {
  GpuTraceOptions options;
  options.recordingCost = RecordingCost{12.6, 3, 35, 41};
  const QString file = fixture.path(QStringLiteral("gemm_wgmma.pftrace"));
  if (!writePftrace(*makeGpuTrace(options), toPath(file)))
    return false;
  MainWindow &window = fixture.window();
  window.openTraces().open({file});
  const auto isOpen = [&] {
    return window.timeline() && window.timeline()->trace()->launches()[0].recordingCost;
  };
  if (!QTest::qWaitFor(isOpen, kLongestRunMs))
    return false;
  const auto recorded = window.timeline()->trace();
  selectSomething(window, 0.2);
  const Picoseconds begin =
      recorded->sliceTime(window.timeline()->selection()->selectedSlice()).begin;
  window.timeline()->setVisibleRange({begin - Picoseconds(300'000), begin + Picoseconds(700'000)});
  bool isDone = true;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const QString suffix =
        theme == ThemeKind::Dark ? QStringLiteral("dark.png") : QStringLiteral("light.png");
    window.setTheme(theme);
    isDone &= save(window, folder + QLatin1String("/cost-included-") + suffix);
    window.actions().subtractCost->trigger();
    isDone &=
        QTest::qWaitFor([&] { return window.timeline()->trace() != recorded; }, kLongestRunMs);
    isDone &= save(window, folder + QLatin1String("/cost-subtracted-") + suffix);
    window.actions().subtractCost->trigger();
  }
  window.timeline()->selection()->clear();
  isDone &= save(window, folder + QLatin1String("/cost-trace-") + QLatin1String("light.png"));
  return isDone;
}

/// The panel of passes: empty, a conversion, side by side, in both themes and two sizes.
bool takePasses(WindowFixture &fixture, const QString &folder) {
  MainWindow &window = fixture.window();
  PassPanel &passes = window.panel<PassPanel>();
  const auto settle = [&passes] {
    return QTest::qWaitFor([&] { return passes.report() && !passes.isComparing(); }, kLongestRunMs);
  };
  bool isDone = true;
  const OpenTraceId run = window.openTraces().list().current();
  window.actions().panel("passes")->trigger();
  window.actions().nextTrace->trigger(); // opened from a file
  isDone &= save(window, folder + QLatin1String("/passes-none.png"));
  window.openTraces().list().setCurrent(run);
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
      window.setTheme(theme);
      fixture.show(size);
      window.actions().panel("passes")->trigger();
      isDone &= settle();
      const QString name =
          QStringLiteral("%1/passes-%2-%3-%4.png")
              .arg(folder, QStringLiteral("%1"),
                   theme == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"))
              .arg(size.width());
      passes.list().setCurrent({0, 6});
      isDone &= settle();
      isDone &= save(window, name.arg(QStringLiteral("unified")));
      passes.findChild<QAbstractButton *>(QStringLiteral("sideBySide"))->click();
      passes.findChild<QAbstractButton *>(QStringLiteral("onlyDifferences"))->click();
      isDone &= save(window, name.arg(QStringLiteral("beside")));
      passes.findChild<QAbstractButton *>(QStringLiteral("sideBySide"))->click();
      passes.findChild<QAbstractButton *>(QStringLiteral("onlyDifferences"))->click();
    }
  return isDone;
}

/// The panel of the overlap in both themes and two sizes, and as a floating window.
bool takeOverlap(WindowFixture &fixture, const QString &folder) {
  OverlapSampleOptions options;
  options.steps = 64;
  const QString file = fixture.path(QStringLiteral("gemm_wgmma_async.pftrace"));
  MainWindow &window = fixture.window();
  OverlapPanel &overlap = window.panel<OverlapPanel>();
  if (!writePftrace(*makeOverlapTrace(options), toPath(file)))
    return false;
  window.openTraces().open({file});
  const auto isOpen = [&] { return overlap.model().hasOperations(); };
  if (!QTest::qWaitFor(isOpen, kLongestRunMs))
    return false;
  bool isDone = true;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
      window.setTheme(theme);
      fixture.show(size);
      window.actions().panel("overlap")->trigger();
      QTest::keyClick(&overlap.iterations(), Qt::Key_Down);
      fixture.settle();
      isDone &= save(window, QStringLiteral("%1/overlap-%2-%3.png")
                                 .arg(folder, theme == ThemeKind::Dark ? QStringLiteral("dark")
                                                                       : QStringLiteral("light"))
                                 .arg(size.width()));
    }
  overlap.findChild<QAbstractButton *>(QStringLiteral("showOperations"))->click();
  isDone &= save(window, folder + QLatin1String("/overlap-table.png"));
  overlap.findChild<QAbstractButton *>(QStringLiteral("showIterations"))->click();
  overlap.findChild<QAbstractButton *>(QStringLiteral("fitIterations"))->click();
  return isDone && save(window, folder + QLatin1String("/overlap-fitting.png"));
}

/// The panel of the heat maps of a launch with bank conflicts, in both themes and sizes.
bool takeHeat(WindowFixture &fixture, const QString &folder) {
  const QString file = fixture.path(QStringLiteral("transposes.pftrace"));
  MainWindow &window = fixture.window();
  HeatPanel &heat = window.panel<HeatPanel>();
  if (!writePftrace(*makeTransposeTrace({TransposeKind::Naive, TransposeKind::Unpadded}),
                    toPath(file)))
    return false;
  window.openTraces().open({file});
  const auto isCounted = [&] {
    return heat.model().hasAccesses() && heat.model().data()->isComplete();
  };
  if (!QTest::qWaitFor([&] { return heat.model().hasAccesses(); }, kLongestRunMs))
    return false;
  bool isDone = true;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
    for (const QSize size : {QSize(1920, 1080), QSize(1280, 800), QSize(1024, 640)}) {
      window.setTheme(theme);
      fixture.show(size);
      window.actions().panel("heat")->trigger();
      isDone &= QTest::qWaitFor(isCounted, kLongestRunMs);
      QTest::qWait(600); // time for the docks to move and for exact maps
      isDone &= save(window, QStringLiteral("%1/heat-%2-%3.png")
                                 .arg(folder, theme == ThemeKind::Dark ? QStringLiteral("dark")
                                                                       : QStringLiteral("light"))
                                 .arg(size.width()));
    }
  heat.model().chooseLaunch(1);
  isDone &= QTest::qWaitFor(isCounted, kLongestRunMs);
  heat.findChild<QAbstractButton *>(QStringLiteral("heatView-banks"))->click();
  heat.table().selectRow(0);
  QTest::qWait(600);
  return isDone && save(window, folder + QLatin1String("/heat-banks.png"));
}

/// The panel of source lines with a selected line, in both themes.
bool takeSource(WindowFixture &fixture, const QString &folder) {
  const QString file = fixture.path(QStringLiteral("matmul.pftrace"));
  MainWindow &window = fixture.window();
  if (!writePftrace(*makeSourceTrace(), toPath(file)))
    return false;
  const auto count = window.openTraces().list().traces().size();
  window.openFiles({file});
  SourcePanel &panel = window.panel<SourcePanel>();
  bool isDone = waitForOpenTraces(window, count + 1);
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    window.setTheme(theme);
    fixture.show({1600, 960});
    window.findChild<QAction *>(QStringLiteral("sourcePtx"))->trigger();
    isDone &= QTest::qWaitFor([&] { return !panel.csv().empty(); }, kLongestRunMs);
    panel.showPlace({kMatmulFile, MatmulLine::kDot, 0});
    QTest::qWait(600); // time for the docks to move and for the event list
    isDone &= save(window, folder + (isDark(theme) ? QStringLiteral("/source-dark.png")
                                                   : QStringLiteral("/source-light.png")));
  }
  return isDone;
}

/// The call tree of a trace and of a file, and a difference, in both themes and two sizes.
bool takeCallTree(WindowFixture &fixture, const QString &folder) {
  const QString file = fixture.path(QStringLiteral("gemm_wgmma.pftrace"));
  const QString tree = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/hatchet/training.hatchet");
  MainWindow &window = fixture.window();
  if (!writePftrace(*makeGpuTrace({}), toPath(file)))
    return false;
  bool isDone = true;
  const auto take = [&](const char *name) {
    const auto isShown = [&] {
      return window.callTree().isVisible() && window.callTree().shownTree();
    };
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
      for (const QSize size : {QSize(1600, 960), QSize(1280, 800)}) {
        window.setTheme(theme);
        fixture.show(size);
        window.findChild<QAction *>(QStringLiteral("flameGraph"))->trigger();
        isDone &= QTest::qWaitFor(isShown, kLongestRunMs);
        fixture.settle();
        isDone &= save(window, QStringLiteral("%1/calltree-%2-%3-%4.png")
                                   .arg(folder, QLatin1String(name),
                                        theme == ThemeKind::Dark ? QStringLiteral("dark")
                                                                 : QStringLiteral("light"))
                                   .arg(size.width()));
      }
  };
  window.openTraces().open({file});
  isDone &= QTest::qWaitFor([&] { return window.timeline() != nullptr; }, kLongestRunMs);
  take("trace");
  selectSomething(window);
  take("selected");
  window.openTraces().open({tree});
  isDone &= QTest::qWaitFor([&] { return window.timeline() == nullptr; }, kLongestRunMs);
  take("file");
  window.callTree()
      .findChild<QLineEdit *>(QStringLiteral("callTreeFilter"))
      ->setText(QStringLiteral("matmul"));
  take("filter");
  compareCallTree(window.callTree(),
                  QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/hatchet/training-before.hatchet"));
  take("difference");
  return isDone;
}

int takeAll(const QString &folder, const QString &spec) {
  QDir().mkpath(folder);
  WindowFixture fixture(realWorker());
  fixture.show();
  bool isDone = true;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const QString suffix =
        theme == ThemeKind::Dark ? QStringLiteral("dark.png") : QStringLiteral("light.png");
    fixture.window().setTheme(theme);
    isDone &= save(fixture.window(), folder + QLatin1String("/start-empty-") + suffix);
    isDone &= takeDialogs(fixture, folder, spec, suffix);
  }
  writeSmallTrace(fixture.path(QStringLiteral("yesterday.pftrace")));
  fixture.settings().addRecentFile(fixture.path(QStringLiteral("gone.pftrace")));
  fixture.settings().addRecentFile(fixture.path(QStringLiteral("yesterday.pftrace")));
  fixture.restart();
  fixture.show({1280, 800});
  isDone &= save(fixture.window(), folder + QLatin1String("/start-recent.png"));
  isDone &= takeCorrection(fixture, folder);
  isDone &= takeOverlap(fixture, folder);
  isDone &= takeHeat(fixture, folder);
  isDone &= takeSource(fixture, folder);
  isDone &= takeCallTree(fixture, folder);
  fixture.show({1280, 800});
  if (!runAndWait(fixture, spec))
    return 1;
  fixture.settle();
  isDone &= save(fixture.window(), folder + QLatin1String("/main-unselected.png"));
  selectSomething(fixture.window());
  isDone &= takeMain(fixture, folder);
  isDone &= takePasses(fixture, folder);
  fixture.window()
      .findChild<QLineEdit *>(QStringLiteral("search"))
      ->setText(QStringLiteral("load"));
  fixture.window().messages().show(
      {Message::Severity::Error,
       QStringLiteral("gemm_tiled failed while running: read of A at index 4096 of 4096"),
       QStringLiteral("kernels/gemm_tiled.mlir:61:12"),
       QStringLiteral("the index is computed in line 58"),
       {}});
  isDone &= save(fixture.window(), folder + QLatin1String("/error.png"));
  return isDone ? 0 : 1;
}

/// The window with a trace file as it opens, with the whole of it, and in both themes.
int takeTrace(const QString &folder, const QString &file) {
  QDir().mkpath(folder);
  WindowFixture fixture;
  fixture.show();
  fixture.window().openTraces().open({file});
  const bool isShown = QTest::qWaitFor(
      [&] { return !fixture.window().openTraces().list().traces().empty(); }, kLongestRunMs);
  if (!isShown)
    return 1;
  fixture.settle();
  const bool isDone = takeMain(fixture, folder);
  fixture.window().timeline()->zoomToFit();
  return save(fixture.window(), folder + QLatin1String("/main-whole.png")) && isDone ? 0 : 1;
}

int takeGuidePicture(const QString &file, const QString &spec) {
  WindowFixture fixture(realWorker());
  fixture.show();
  if (!runAndWait(fixture, spec))
    return 1;
  fixture.settle();
  // The first CTA of an SM, unfolded: readers of README.md should recognise it at first sight.
  TimelineView *view = fixture.window().timeline();
  const TimeRange whole = view->trace()->timeRange();
  view->unfoldAll();
  selectSomething(fixture.window(), 0.1);
  view->setVisibleRange({whole.begin, whole.begin + Picoseconds(whole.length().value * 26 / 100)});
  return save(fixture.window(), file) ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  QApplication application(argc, argv);
  const QStringList arguments = QApplication::arguments();
  const QString example = QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/kernels/gemm_tiled.json");
  if (arguments.size() == 3 && arguments[1] == QLatin1String("--guide"))
    return takeGuidePicture(arguments[2], example);
  if (arguments.size() == 3 && arguments[1] == QLatin1String("--program"))
    return takeProgramPictures(arguments[2]) ? 0 : 1;
  if (arguments.size() == 3 && arguments[1] == QLatin1String("--guide-kernels"))
    return takeGuideKernels(arguments[2]) ? 0 : 1;
  if (arguments.size() == 3 && arguments[1] == QLatin1String("--modes"))
    return takeAllModes(arguments[2]);
  const std::map<QString, bool (*)(WindowFixture &, const QString &)> parts = {
      {QStringLiteral("--overlap"), takeOverlap},
      {QStringLiteral("--heat"), takeHeat},
      {QStringLiteral("--calltree"), takeCallTree},
      {QStringLiteral("--source"), takeSource}};
  const auto part = parts.find(arguments.value(1));
  if (arguments.size() == 3 && part != parts.end()) {
    WindowFixture fixture;
    fixture.show();
    QDir().mkpath(arguments[2]);
    return part->second(fixture, arguments[2]) ? 0 : 1;
  }
  if (arguments.size() == 3 && arguments[2].endsWith(QLatin1String(".pftrace")))
    return takeTrace(arguments[1], arguments[2]);
  if (arguments.size() == 2 || arguments.size() == 3)
    return takeAll(arguments[1], arguments.value(2, example));
  std::fputs(
      "usage: window_pictures FOLDER [SPEC|TRACE] | window_pictures --guide|--guide-kernels FILE | "
      "window_pictures --overlap|--heat|--modes|--calltree|--source|--program FOLDER\n",
      stderr);
  return 2;
}
