// SPDX-License-Identifier: Apache-2.0
// Programs on a GPU are listed, ticked and recorded in the window, without the command line. On a
// machine without Qt, run-tests.sh of the archive `packaging/make-bundle.sh --with-tests` runs it
// (tests/README.md).
#include <algorithm>

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QProcess>
#include <QScrollArea>

#include "tests/app/support/program_desk.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

using Page = ProgramDialog::Page;

/// Limit of a test function: listing compiles the program's kernels, recording their twins. Shorter
/// than that of Qt Test, so that a failure contains the output of a program that does not end.
int functionMs() {
  const int ofQtTest = qEnvironmentVariableIntValue("QTEST_FUNCTION_TIMEOUT");
  return (ofQtTest > 0 ? ofQtTest : 300'000) / 8 * 7;
}
/// As many as a user would tick. Kernels of a program can number hundreds.
constexpr int kTicked = 6;

/// For the guide: a picture of each page, in the folder of the variable, if it is set.
void keepPicture(QWidget &widget, const QString &name) {
  if (const QString folder = qEnvironmentVariable("PSTUDIO_PICTURES"); !folder.isEmpty())
    widget.grab().save(folder + "/" + name + ".png");
}

/// Without importing them, which takes seconds.
bool canRunTriton() {
  return QProcess::execute("python3", {"-c", "import importlib.util as u, sys\n"
                                             "sys.exit(not all(map(u.find_spec, "
                                             "('torch', 'triton'))))"}) == 0;
}

/// The programs of the variable PSTUDIO_PROGRAMS, separated by colons, or those of the tests:
/// Python files, or executables.
QStringList programs() {
  const QStringList named = qEnvironmentVariable("PSTUDIO_PROGRAMS").split(':', Qt::SkipEmptyParts);
  return named.isEmpty() ? QStringList{testData("tests/python/programs/compiled_step.py"),
                                       testData("tests/python/programs/autotuned.py")}
                         : named;
}

QString commandOf(const QString &program) {
  return program.endsWith(".py") ? "python3 " + program : program;
}

/// A program with CUDA graphs, ranks or scopes inside kernels, and one of its kernels.
struct PartsProgram {
  QString name, command;
  QString kernel;     ///< part of its name
  QString launch;     ///< that is recorded
  QString range = {}; ///< empty: the whole program
  bool hasKernelScopes = false;
  int devices = 1;
};

QList<PartsProgram> partsPrograms() {
  const auto path = [](const char *name) {
    return testData("tests/python/programs/" + QLatin1String(name) + ".py");
  };
  return {{.name = "graph",
           .command = "python3 " + path("graph_decode"),
           .kernel = "mix",
           .launch = "25"},
          {.name = "ranks",
           .command = "torchrun --nproc-per-node 2 " + path("two_ranks"),
           .kernel = "gradient_kernel",
           .launch = "3",
           .devices = 2}, // the merged trace alone opens
          {.name = "scopes",
           .command = "python3 " + path("kernel_scopes"),
           .kernel = "gluon_scopes",
           .launch = "1",
           .hasKernelScopes = true},
          {.name = "range",
           .command = "python3 " + path("two_profiles"),
           .kernel = "add_kernel",
           .launch = "1",
           .range = "scope=step"}};
}

int deviceCount() {
  QProcess torch;
  torch.start("python3", {"-c", "import torch; print(torch.cuda.device_count())"});
  torch.waitForFinished(functionMs());
  return torch.readAllStandardOutput().trimmed().toInt();
}

int rowOf(const ProgramDesk &desk, const QString &kernel) {
  auto *table = desk.find<QTableView>("kernelTable");
  for (int row = 0; row < table->model()->rowCount(); ++row)
    if (desk.cell(row, KernelTableModel::Name).contains(kernel))
      return row;
  return -1;
}

/// Chooses scopes inside kernels and a range with the mouse and the keyboard.
void chooseParts(const ProgramDesk &desk, const PartsProgram &program) {
  auto *scroll = desk.find<QScrollArea>("kernelRecordingScroll");
  if (program.hasKernelScopes) {
    auto *scopes = desk.find<QCheckBox>("kernelScopes");
    scroll->ensureWidgetVisible(scopes);
    QTest::mouseClick(scopes, Qt::LeftButton, {}, {8, scopes->height() / 2});
  }
  auto *range = desk.find<QLineEdit>("countedRange");
  scroll->ensureWidgetVisible(range);
  QTest::mouseClick(range, Qt::LeftButton);
  QTest::keyClicks(range, program.range);
  desk.type("modeText", QStringLiteral("functions"));
  QTest::keyClick(desk.find<QLineEdit>("modeText"), Qt::Key_Tab);
}

bool hasSlices(const Trace &trace, std::string_view name) {
  return std::ranges::any_of(trace.sliceNames(),
                             [&](StringId id) { return trace.string(id) == name; });
}

/// Ticks the first kernels that can be instrumented. \return how many.
int tickKernels(const ProgramDesk &desk) {
  auto *table = desk.find<QTableView>("kernelTable");
  int ticked = 0;
  for (int row = 0; row < table->model()->rowCount() && ticked < kTicked; ++row)
    if (desk.cell(row, KernelTableModel::State) == "yes") {
      desk.tick(row);
      ++ticked;
    }
  return ticked;
}

} // namespace

class WindowAttachGpuTest : public QObject {
  Q_OBJECT

  QElapsedTimer m_begin;
  /// Of the limit of the function.
  int leftMs() const { return std::max(1000, functionMs() - static_cast<int>(m_begin.elapsed())); }

private Q_SLOTS:
  void init() { m_begin.start(); }

  void initTestCase() {
    PSTUDIO_NEEDS_CUDA_DEVICE();
    if (!canRunTriton())
      QSKIP("python3 has no PyTorch and Triton");
    QVERIFY2(realWorker(), qPrintable("no proton-collect: " + collectProgram()));
  }

  void tickedKernelsOfAProgramAreRecorded_data() {
    QTest::addColumn<QString>("program");
    for (const QString &program : programs())
      QTest::newRow(qPrintable(QFileInfo(program).completeBaseName())) << program;
  }

  void tickedKernelsOfAProgramAreRecorded() {
    QFETCH(QString, program);
    const QString name = QFileInfo(program).completeBaseName();
    ProgramDesk desk(realWorker(), {1440, 900});
    desk.limitMs = leftMs();
    desk.type("programCommand", commandOf(program));
    desk.type("programFolder", desk.fixture.path("."));
    keepPicture(desk.dialog(), name + "-command");
    desk.click("programNext");
    QVERIFY2(desk.waitFor(Page::Kernels), qPrintable(desk.failure()));
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.failure()));
    auto *table = desk.find<QTableView>("kernelTable");
    for (int row = 0; row < table->model()->rowCount(); ++row) // activity measured each kernel
      QVERIFY2(desk.cell(row, KernelTableModel::GpuTime) != QStringLiteral("–"),
               qPrintable(desk.cell(row, KernelTableModel::Name)));
    const int ticked = tickKernels(desk);
    QVERIFY(ticked > 0);
    keepPicture(desk.dialog(), name + "-kernels");
    desk.click("programNext");
    desk.limitMs = leftMs();
    QVERIFY2(desk.waitFor(Page::Report), qPrintable(desk.failure()));
    keepPicture(desk.dialog(), name + "-report");
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.failure()));
    qInfo().noquote() << name << ticked << desk.find<QLabel>("programSummary")->text();

    MainWindow &window = desk.fixture.window();
    QVERIFY(waitForOpenTraces(window, 1, leftMs()));
    desk.dialog().reject();
    keepPicture(window, name + "-trace");
    window.findChild<QAction *>("callTree")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window.callTree().shownTree(), kLoadMs);
    keepPicture(window, name + "-tree");
    const Trace &trace = *window.timeline()->trace();
    QVERIFY(static_cast<int>(trace.launches().size()) >= ticked); // a name can have two variants
    QVERIFY(trace.sliceCount() > 0);
  }

  void graphsRanksScopesAndRangesAreRecorded_data() {
    QTest::addColumn<int>("number");
    for (int i = 0; const PartsProgram &program : partsPrograms())
      QTest::newRow(qPrintable(program.name)) << i++;
  }

  void graphsRanksScopesAndRangesAreRecorded() {
    QFETCH(int, number);
    const PartsProgram program = partsPrograms()[number];
    if (program.devices > 1 && deviceCount() < program.devices)
      QSKIP("this program needs two devices");
    qputenv("NCCL_NVLS_ENABLE", "0"); // not every virtual machine has NVLink multicast
    ProgramDesk desk(realWorker(), {1440, 900});
    desk.limitMs = leftMs();
    const QString output = desk.fixture.path("out");
    desk.type("programCommand", program.command);
    desk.type("programFolder", desk.fixture.path("."));
    desk.type("programOutput", output);
    desk.click("programNext");
    QVERIFY2(desk.waitFor(Page::Kernels), qPrintable(desk.failure()));
    const int row = rowOf(desk, program.kernel);
    QVERIFY2(row >= 0, qPrintable(desk.failure()));
    desk.tick(row);
    desk.chooseLaunches(row, program.launch);
    chooseParts(desk, program);
    keepPicture(desk.dialog(), program.name + "-kernels");
    desk.click("programNext");
    desk.limitMs = leftMs();
    QVERIFY2(desk.waitFor(Page::Report), qPrintable(desk.failure()));
    keepPicture(desk.dialog(), program.name + "-report");
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.failure()));
    qInfo().noquote() << program.name << desk.find<QLabel>("programSummary")->text();
    MainWindow &window = desk.fixture.window();
    QVERIFY(
        QTest::qWaitFor([&] { return window.openTraces().list().traces().size() == 1; }, leftMs()));
    QTRY_VERIFY_WITH_TIMEOUT(window.timeline()->trace() && !window.openTraces().loader().isBusy(),
                             leftMs());
    const Trace &trace = *window.timeline()->trace();
    QVERIFY(!trace.launches().empty());
    QVERIFY(!program.hasKernelScopes || (hasSlices(trace, "step") && hasSlices(trace, "load")));
    QCOMPARE(QFileInfo::exists(output + "/merged.pftrace"), program.devices > 1);
    desk.click("programBack");
    keepPicture(desk.dialog(), program.name + "-counts");
    auto *table = desk.find<QTableView>("kernelTable");
    QCOMPARE(table->isColumnHidden(KernelTableModel::Replays), program.name != "graph");
    QVERIFY(program.range.isEmpty() || desk.cell(row, KernelTableModel::Launches) != "0");
    desk.dialog().reject();
    keepPicture(window, program.name + "-trace");
  }
};

QTEST_MAIN(WindowAttachGpuTest)
#include "window_attach_gpu_test.moc"
