// SPDX-License-Identifier: Apache-2.0
// Programs on a GPU are listed, ticked and recorded in the window, without the command line.
#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QProcess>

#include "tests/app/support/program_desk.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

using Page = ProgramDialog::Page;

/// Listing compiles the program's kernels, recording their twins.
constexpr int kProgramMs = 300'000;
/// As many as a user would tick. Kernels of a program can number hundreds.
constexpr int kTicked = 6;

/// For the guide: a picture of each page, in the folder of the variable, if it is set.
void keepPicture(QWidget &widget, const QString &name) {
  if (const QString folder = qEnvironmentVariable("PSTUDIO_PICTURES"); !folder.isEmpty())
    widget.grab().save(folder + "/" + name + ".png");
}

bool canRunTriton() {
  return QProcess::execute("python3", {"-c", "import torch, triton"}) == 0;
}

/// The programs of the variable PSTUDIO_PROGRAMS, separated by colons, or those of the tests: Python
/// files, or executables.
QStringList programs() {
  const QStringList named = qEnvironmentVariable("PSTUDIO_PROGRAMS").split(':', Qt::SkipEmptyParts);
  return named.isEmpty() ? QStringList{testData("tests/python/programs/compiled_step.py"),
                                       testData("tests/python/programs/autotuned.py")}
                         : named;
}

QString commandOf(const QString &program) {
  return program.endsWith(".py") ? "python3 " + program : program;
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

private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_NEEDS_CUDA_DEVICE();
    if (!canRunTriton())
      QSKIP("python3 has no PyTorch and Triton");
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
    desk.limitMs = kProgramMs;
    desk.type("programCommand", commandOf(program));
    desk.type("programFolder", desk.fixture.path("."));
    keepPicture(desk.dialog(), name + "-command");
    desk.click("programNext");
    QVERIFY2(desk.waitFor(Page::Kernels), qPrintable(desk.problem()));
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.problem()));
    auto *table = desk.find<QTableView>("kernelTable");
    for (int row = 0; row < table->model()->rowCount(); ++row) // activity measured each kernel
      QVERIFY2(desk.cell(row, KernelTableModel::GpuTime) != QStringLiteral("–"),
               qPrintable(desk.cell(row, KernelTableModel::Name)));
    const int ticked = tickKernels(desk);
    QVERIFY(ticked > 0);
    keepPicture(desk.dialog(), name + "-kernels");
    desk.click("programNext");
    QVERIFY2(desk.waitFor(Page::Report), qPrintable(desk.problem()));
    keepPicture(desk.dialog(), name + "-report");
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.problem()));
    qInfo().noquote() << name << ticked << desk.find<QLabel>("programSummary")->text();

    MainWindow &window = desk.fixture.window();
    QVERIFY(waitForOpenTraces(window, 1, kProgramMs));
    desk.dialog().reject();
    keepPicture(window, name + "-trace");
    window.findChild<QAction *>("callTree")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window.callTree().shownTree(), kLoadMs);
    keepPicture(window, name + "-tree");
    const Trace &trace = *window.timeline()->trace();
    QVERIFY(static_cast<int>(trace.launches().size()) >= ticked); // a name can have two variants
    QVERIFY(trace.sliceCount() > 0);
  }
};

QTEST_MAIN(WindowAttachGpuTest)
#include "window_attach_gpu_test.moc"
