// SPDX-License-Identifier: Apache-2.0
// Whole programs in the window: chosen or dropped, set up in the dialog for runs, run by the
// worker.
#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "app/dialogs/run_dialog.h"
#include "app/dialogs/run_form.h"
#include "app/settings/text.h"
#include "app/window/message_list.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

QString program(const char *name) {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/program/programs/") +
         QLatin1String(name);
}

/// Drops the file on the window; `answer` gets the dialog that comes.
void drop(MainWindow &window, const QString &file, const std::function<void(RunDialog &)> &answer) {
  bool hasAnswered = false;
  QTimer look; // until the dialog is there
  QObject::connect(&look, &QTimer::timeout, &window, [&] {
    auto *dialog = qobject_cast<RunDialog *>(QApplication::activeModalWidget());
    if (!dialog || hasAnswered)
      return;
    hasAnswered = true;
    answer(*dialog);
  });
  look.start(10);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &enter);
  QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &event);
  QVERIFY(hasAnswered);
}

} // namespace

class WindowProgramsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aDroppedProgramRunsAndShowsItsLaunches() {
    const auto worker = realWorker();
    if (!worker)
      QSKIP("this build has no proton-collect");
    WindowFixture fixture(worker);
    fixture.show();
    MainWindow &window = fixture.window();
    drop(window, program("two_modules.mlir"), [](RunDialog &dialog) {
      QVERIFY(dialog.form().isProgram());
      dialog.findChild<QPushButton *>(QStringLiteral("runButton"))->click();
    });
    QVERIFY(waitForOpenTraces(window, 1, kRunMs));
    const auto trace = window.timeline()->trace();
    QCOMPARE(trace->launches().size(), size_t{3});
    QCOMPARE(trace->sliceCount(), size_t{3});
    QVERIFY(window.windowTitle().startsWith(QLatin1String("two_modules")));
  }

  void whatTheDialogSaysReachesTheWorker() {
    const auto worker = realWorker();
    if (!worker)
      QSKIP("this build has no proton-collect");
    WindowFixture fixture(worker);
    fixture.show();
    ProgramSpec spec;
    spec.file = toPath(program("two_modules.mlir"));
    spec.mode = *InstrumentationMode::parse("none");
    fixture.window().runs().runProgram(spec);
    QVERIFY(waitForOpenTraces(fixture.window(), 1, kRunMs));
    const auto trace = fixture.window().timeline()->trace();
    QCOMPARE(trace->launches().size(), size_t{3});
    QCOMPARE(trace->sliceCount(), size_t{0});
  }

  void aDroppedSpecificationIsSetUp() {
    WindowFixture fixture;
    fixture.show();
    drop(fixture.window(), gemmSpec(), [](RunDialog &dialog) {
      const auto spec = dialog.form().spec();
      dialog.reject();
      QVERIFY(spec && !dialog.form().isProgram());
      QCOMPARE(spec->function, std::string("gemm_tiled"));
    });
    QCOMPARE(fixture.window().messages().messageCount(), 0);
    QVERIFY(fixture.window().openTraces().list().traces().empty());
  }

  void droppedPtxIsSetUpWithItsFirstKernel() {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("scale.ptx")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(".version 8.0\n.target sm_90\n.address_size 64\n"
               ".visible .entry scale(.param .u64 data, .param .u32 count)\n"
               ".maxntid 64, 1, 1\n{\n\tret;\n}\n");
    file.close();
    WindowFixture fixture;
    fixture.show();
    drop(fixture.window(), file.fileName(), [&](RunDialog &dialog) {
      const auto spec = dialog.form().spec();
      const QString title = dialog.windowTitle();
      dialog.reject();
      QVERIFY(spec && !dialog.form().isProgram());
      QCOMPARE(spec->kernelFile, toPath(file.fileName()));
      QCOMPARE(spec->function, std::string("scale"));
      QCOMPARE(spec->target, std::string("cuda"));
      QCOMPARE(spec->block[0], 64u);
      QCOMPARE(spec->arguments.size(), size_t{2});
      QCOMPARE(title, QStringLiteral("Run the kernel scale"));
    });
    QCOMPARE(fixture.window().messages().messageCount(), 0);
    QVERIFY(fixture.window().openTraces().list().traces().empty());
  }

  void damagedPtxIsRejectedWithItsPlace() {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("text.ptx")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("hello") > 0);
    file.close();
    WindowFixture fixture;
    fixture.show();
    fixture.window().openFiles({file.fileName()});
    QCOMPARE(fixture.window().messages().messageCount(), 1);
    const QString text = fixture.window().messages().newestText();
    QVERIFY2(text.contains(QLatin1String("text.ptx:1:1")), qPrintable(text));
  }

  void aDismissedDialogRunsNothing() {
    WindowFixture fixture;
    fixture.show();
    drop(fixture.window(), program("two_modules.mlir"), [](RunDialog &dialog) { dialog.reject(); });
    QVERIFY(!fixture.window().runs().isRunning());
    QVERIFY(fixture.window().openTraces().list().traces().empty());
  }

  void kernelsWithoutHostCodeAreRejectedWithAReason() {
    const auto worker = realWorker();
    if (!worker)
      QSKIP("this build has no proton-collect");
    WindowFixture fixture(worker);
    fixture.show();
    ProgramSpec spec;
    spec.file = toPath(QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/kernels/vector_add.mlir"));
    fixture.window().runs().runProgram(spec);
    auto *bar = fixture.window().findChild<MessageList *>();
    QVERIFY(QTest::qWaitFor([&] { return bar->messageCount() == 1; }, kRunMs));
    QVERIFY2(bar->newestText().contains(QLatin1String("the program has no function main")),
             qPrintable(bar->newestText()));
  }
};

QTEST_MAIN(WindowProgramsTest)
#include "window_programs_test.moc"
