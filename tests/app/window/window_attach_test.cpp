// SPDX-License-Identifier: Apache-2.0
// Programs as they are in the window: listed, ticked, recorded, opened. The program has no GPU: it
// speaks the protocol of the preloaded library.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTableView>
#include <QTableWidget>
#include <QTimer>

#include "app/dialogs/kernel_choice.h"
#include "app/settings/text.h"
#include "app/window/message_list.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/app/support/program_desk.h"
#include "tests/support/verify_result.h"
#include "viewer/widgets/start_page.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

using Page = ProgramDialog::Page;

const QString kFakeProgram = QStringLiteral(PSTUDIO_FAKE_PROGRAM);

/// A window, a cache with one Triton kernel, and the open dialog.
class Desk : public ProgramDesk {
public:
  explicit Desk(const std::optional<WorkerCommand> &worker = realWorker()) : ProgramDesk(worker) {
    QDir().mkpath(fixture.path(QStringLiteral("cache/ABCD")));
    QFile::copy(QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/kernels/triton_softmax.llir"),
                file("llir"));
    writeBytes(file("cubin"), "the original");
    writeBytes(file("json"), "{}");
    // Its back end answers without a compiler.
    writeBytes(interpreter(),
               "#!/bin/sh\nPYTHONPATH=" PSTUDIO_SOURCE_DIR
               "/tests/collector/attach/host/python exec " PSTUDIO_TEST_PYTHON " \"$@\"\n");
    QFile::setPermissions(interpreter(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }

  QString file(const char *extension) const {
    return fixture.path(QLatin1String("cache/ABCD/softmax_k.") + QLatin1String(extension));
  }
  QString interpreter() const { return fixture.path(QStringLiteral("python")); }
  /// The program with a kernel that can be recorded, one that cannot, and further steps.
  QString command(const QString &steps, const QString &program = kFakeProgram) const {
    return QStringLiteral("'%1' hello interpreter=%2 kernel=0,softmax_k,%3 kernel=1,gemm, %4")
        .arg(program, interpreter(), file("cubin"), steps);
  }

  /// Types a command and a folder, with the variables that the kernel's cache needs.
  void enter(const QString &command) const {
    type("programCommand", command);
    type("programFolder", fixture.path(QStringLiteral(".")));
    if (find<QTableWidget>("programEnvironment")->rowCount() == 0) {
      addVariable("TRITON_CACHE_DIR", fixture.path(QStringLiteral("cache")));
      addVariable("PSTUDIO_CACHE_DIR", QString());
    }
  }
};

QString readText(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const QString kThreeLaunches = QStringLiteral(
    "launch=0,6 launch=0,6 launch=0,6 launch=1,2 autotuning=0 captured=1 print=hello");

} // namespace

class WindowAttachTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() {
    if (!realWorker())
      QSKIP("this build has no proton-collect");
  }

  void tickedKernelsBecomeAnOpenTrace() {
    Desk desk;
    desk.enter(desk.command(kThreeLaunches));
    QVERIFY(desk.find<QLabel>("programWords")->text().contains(QLatin1String("11 arguments")));
    desk.click("programNext");
    QCOMPARE(desk.dialog().page(), Page::Output);
    QVERIFY(desk.waitFor(Page::Kernels));
    const QString output = desk.find<QPlainTextEdit>("programOutputText")->toPlainText();
    QVERIFY(output.split(QLatin1Char('\n')).contains(QLatin1String("hello")));
    QCOMPARE(desk.cell(0, KernelTableModel::Name), QStringLiteral("softmax_k"));
    QCOMPARE(desk.cell(0, KernelTableModel::Launches), QStringLiteral("3"));
    QCOMPARE(desk.cell(0, KernelTableModel::Autotuning), QStringLiteral("1"));
    QCOMPARE(desk.cell(0, KernelTableModel::RecordedLaunches), QStringLiteral("1"));
    QCOMPARE(desk.cell(0, KernelTableModel::GpuTime), QStringLiteral("–"));
    QCOMPARE(desk.cell(0, KernelTableModel::State), QStringLiteral("yes"));
    QCOMPARE(desk.cell(1, KernelTableModel::Captured), QStringLiteral("1"));
    QVERIFY(desk.cell(1, KernelTableModel::State).startsWith("no: neither Triton's LLVM IR"));

    auto *record = desk.find<QAbstractButton>("programNext");
    QCOMPARE(record->text(), QStringLiteral("Record activity"));
    desk.find<QComboBox>("recordActivity")->setCurrentIndex(2); // not recorded
    QVERIFY(!record->isEnabled());
    desk.tick(1); // cannot be instrumented
    QVERIFY(!record->isEnabled());
    desk.tick(0);
    QCOMPARE(record->text(), QStringLiteral("Record"));
    QVERIFY(record->isEnabled());
    desk.chooseLaunches(0, QStringLiteral("2-3, 9"));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Report));
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.problem()));
    QCOMPARE(desk.find<QLabel>("programSummary")->text(), // the program has no launch 9
             QStringLiteral("2 launches recorded; 1 row on what was not recorded"));
    auto *report = desk.find<QTableWidget>("programReport");
    QCOMPARE(report->item(0, 0)->text(), QStringLiteral("Not recorded"));
    QCOMPARE(report->item(1, 0)->text(), QStringLiteral("Recorded"));
    QCOMPARE(report->item(1, 2)->text(), QStringLiteral("2"));
    QVERIFY(report->item(1, 3)->text().contains("functions,loops,barriers"));

    MainWindow &window = desk.fixture.window();
    QVERIFY(waitForOpenTraces(window, 1));
    QCOMPARE(window.timeline()->trace()->launches().size(), size_t{2});
    QVERIFY(window.windowTitle().startsWith("fake-attached-program."));
    QVERIFY(window.isWindowModified()); // in the folder of results, until it is saved
  }

  void rangeAndKernelScopesReachTheProgramAndItsCountsComeBack() {
    Desk desk;
    const QString settings = desk.fixture.path(QStringLiteral("settings"));
    desk.enter(desk.command(QStringLiteral("settings=%1 replay=0 outside=0 outside=0 launch=0,6 "
                                           "launch=0,6")
                                .arg(settings)));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    QCOMPARE(readText(settings), QStringLiteral("range '' scopes off"));
    auto *table = desk.find<QTableView>("kernelTable");
    QVERIFY(!table->isColumnHidden(KernelTableModel::Outside));
    QVERIFY(!table->isColumnHidden(KernelTableModel::Replays));
    QCOMPARE(desk.cell(0, KernelTableModel::Outside), QStringLiteral("2"));
    QCOMPARE(desk.cell(0, KernelTableModel::Replays), QStringLiteral("1"));
    QCOMPARE(desk.cell(1, KernelTableModel::Outside), QStringLiteral("0"));
    desk.tick(0);
    auto *scroll = desk.find<QScrollArea>("kernelRecordingScroll");
    auto *scopes = desk.find<QCheckBox>("kernelScopes");
    scroll->ensureWidgetVisible(scopes);
    QTest::mouseClick(scopes, Qt::LeftButton, {}, {8, scopes->height() / 2});
    QVERIFY(scopes->isChecked());
    auto *range = desk.find<QLineEdit>("countedRange");
    scroll->ensureWidgetVisible(range);
    QTest::mouseClick(range, Qt::LeftButton);
    QTest::keyClicks(range, QStringLiteral("scope=a b"));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Report));
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.problem()));
    QCOMPARE(readText(settings), QStringLiteral("range 'scope=a b' scopes on"));
    desk.click("programBack");
    QCOMPARE(desk.dialog().page(), Page::Kernels);
    QCOMPARE(desk.cell(0, KernelTableModel::Launches), QStringLiteral("3"));
    QCOMPARE(desk.cell(0, KernelTableModel::Outside), QStringLiteral("2"));
    desk.click("programBack");
    desk.click("programNext"); // a listing counts in the same range
    QVERIFY(desk.waitFor(Page::Kernels));
    QCOMPARE(readText(settings), QStringLiteral("range 'scope=a b' scopes off"));
  }

  void countsThatNoKernelHasAreNotColumns() {
    Desk desk;
    desk.enter(desk.command(QStringLiteral("launch=0,6")));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    auto *table = desk.find<QTableView>("kernelTable");
    QVERIFY(table->isColumnHidden(KernelTableModel::Outside));
    QVERIFY(table->isColumnHidden(KernelTableModel::Replays));
    QVERIFY(table->isColumnHidden(KernelTableModel::Captured));
    QVERIFY(!table->isColumnHidden(KernelTableModel::Launches));
  }

  void tracesGoIntoTheChosenFolderWhichOpensAgain() {
    Desk desk;
    desk.enter(desk.command(kThreeLaunches));
    const QString output = desk.fixture.path(QStringLiteral("out"));
    desk.type("programOutput", output);
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    desk.tick(0);
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Report));
    MainWindow &window = desk.fixture.window();
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(!window.isWindowModified());
    QCOMPARE(QDir(output).entryList({"*.pftrace"}).size(), 1);
    QVERIFY(window.closeTrace(window.openTraces().list().current()));
    window.openFiles({output});
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(window.closeTrace(window.openTraces().list().current()));
    window.openFiles({output + "/report.json"});
    QVERIFY(waitForOpenTraces(window, 1));
    QCOMPARE(window.messages().messageCount(), 0);
  }

  void aFolderOfSeveralProcessesOpensTheirMergedTraceAlone() {
    WindowFixture fixture;
    const QString output = fixture.path(QStringLiteral("ranks"));
    QVERIFY(QDir().mkpath(output));
    for (const char *name : {"merged", "train.1.rank0", "train.2.rank1"}) {
      TraceBuilder trace;
      trace.addTrack(TrackKind::Thread, name, TrackId(), 0, 0);
      VERIFY_RESULT(writePftrace(std::move(trace).finish(),
                                 (output + "/" + name + ".pftrace").toStdString()));
    }
    QFile report(output + "/report.json");
    QVERIFY(report.open(QIODevice::WriteOnly));
    report.write("{\"type\":\"program\",\"command\":[\"train\"],\"exit_code\":0}\n"
                 "{\"type\":\"note\",\"text\":\"2 of 8 ranks recorded\"}\n");
    report.close();
    MainWindow &window = fixture.window();
    window.openFiles({output});
    QVERIFY(waitForOpenTraces(window, 1));
    QCOMPARE(window.openTraces().list().traces()[0].title, QStringLiteral("merged"));
    const QString message = window.messages().newestText();
    QVERIFY2(message.contains("2 of 8 ranks recorded"), qPrintable(message));
    QVERIFY2(message.contains("train.1.rank0.pftrace, train.2.rank1.pftrace"), qPrintable(message));
  }

  void launchesThatWereNotReachedAreExplained() {
    Desk desk;
    desk.enter(desk.command(kThreeLaunches));
    desk.type("programOutput", desk.fixture.path(QStringLiteral("out")));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    desk.tick(0);
    desk.chooseLaunches(0, QStringLiteral("50"));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Report));
    QCOMPARE(desk.find<QLabel>("programSummary")->text(), QStringLiteral("Nothing was recorded"));
    auto *report = desk.find<QTableWidget>("programReport");
    QCOMPARE(report->item(0, 0)->text(), QStringLiteral("Not recorded"));
    QVERIFY(report->item(0, 3)->text().contains("did not reach the chosen launch"));
    QVERIFY(report->item(0, 4)->text().contains("choose a smaller number"));
    // The folder says the same when it is opened.
    desk.fixture.window().openFiles({desk.fixture.path(QStringLiteral("out"))});
    QCOMPARE(desk.fixture.window().messages().messageCount(), 1);
    QVERIFY(desk.fixture.window().messages().newestText().contains("did not reach"));
  }

  void wrongLaunchNumbersAndModesAreExplained() {
    Desk desk;
    desk.enter(desk.command(kThreeLaunches));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    desk.tick(0);
    desk.chooseLaunches(0, QStringLiteral("none"));
    desk.click("programNext");
    QCOMPARE(desk.dialog().page(), Page::Kernels);
    QVERIFY(desk.fieldError("kernels").contains("no choice of launches"));
    desk.chooseLaunches(0, QStringLiteral("1"));
    QVERIFY(desk.fieldError("kernels").isEmpty());
    desk.type("chosenProcesses", QStringLiteral("rank=a"));
    desk.click("programNext");
    QCOMPARE(desk.dialog().page(), Page::Kernels);
    QVERIFY(desk.fieldError("processes").contains("no rank or range of ranks"));
    desk.type("chosenProcesses", QStringLiteral("rank=0-3"));
    desk.type("modeText", QStringLiteral("loops:strategy=stream"));
    QTest::keyClick(desk.find<QLineEdit>("modeText"), Qt::Key_Tab);
    desk.click("programNext");
    QCOMPARE(desk.dialog().page(), Page::Kernels);
    QVERIFY(desk.fieldError("instrumentation").contains("strategy=stream"));
  }

  void badInputIsExplainedAtItsField() {
    struct {
      const char *command, *folder, *field, *words;
    } const kInputs[] = {{"", "/", "command", "the command is empty"},
                         {"python 'a b", "/", "command", "unterminated quote"},
                         {"no-such-program", "/", "command", "PATH"},
                         {"/etc/passwd", "/", "command", "not executable"},
                         {"ls", "/nonexistent", "folder", "does not exist"}};
    Desk desk;
    for (const auto &[command, folder, field, words] : kInputs) {
      desk.type("programCommand", QString::fromUtf8(command));
      desk.type("programFolder", QString::fromUtf8(folder));
      desk.click("programNext");
      QCOMPARE(desk.dialog().page(), Page::Command);
      const QString text = desk.fieldError(field);
      QVERIFY2(text.contains(QLatin1String(words)), qPrintable(text));
      desk.type("programCommand", QStringLiteral("ls"));
      QVERIFY2(desk.fieldError(field).isEmpty(), words);
    }
  }

  void anExitCodeIsShownWithTheLastOutput() {
    Desk desk;
    desk.enter(desk.command(QStringLiteral("launch=0,2 print=diverged exit=3")));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    QCOMPARE(desk.problem(), QStringLiteral("The program ended with exit code 3. Its last "
                                            "output:\ndiverged"));
    QCOMPARE(desk.cell(0, KernelTableModel::Launches), QStringLiteral("1"));
  }

  void withoutTicksTheActivityIsRecorded() {
    Desk desk;
    desk.enter(desk.command(QStringLiteral("launch=0,2 activity=softmax_k")));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    const int unseen = 1; // inside_a_library: only its activity is recorded
    QCOMPARE(desk.cell(unseen, KernelTableModel::Launches), QStringLiteral("–"));
    QVERIFY(desk.cell(unseen, KernelTableModel::State).startsWith("no: "));
    desk.find<QComboBox>("callPath")->setCurrentIndex(2);
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Report));
    QVERIFY2(desk.problem().isEmpty(), qPrintable(desk.problem()));
    QVERIFY(waitForOpenTraces(desk.fixture.window(), 1, kLoadMs));
    QVERIFY(desk.fixture.window().timeline()->trace()->launches().empty());
    QCOMPARE(desk.find<QLabel>("programSummary")->text(),
             QStringLiteral("Kernels and copies of the GPU recorded"));
  }

  void aProgramWithoutCudaIsExplained() {
    Desk desk;
    desk.enter(QStringLiteral("true"));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    QVERIFY(!desk.find<QTableView>("kernelTable")->isVisible());
    auto *empty = desk.find<QLabel>("noKernels");
    QVERIFY(empty->isVisible());
    QVERIFY(empty->text().contains("no process of the command used a GPU"));
    QVERIFY(!desk.find<QAbstractButton>("programNext")->isEnabled());
  }

  void aProgramThatTheSystemRejectsIsExplained() {
    Desk desk;
    const QString program = desk.fixture.path(QStringLiteral("text"));
    writeBytes(program, "error: no program\n");
    QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner);
    desk.enter(program);
    desk.click("programNext");
    QVERIFY(desk.waitForEnd());
    QVERIFY2(desk.problem().contains("Exec format error"), qPrintable(desk.problem()));
    QVERIFY(desk.find<QPlainTextEdit>("programOutputText")->toPlainText().isEmpty());
  }

  void aRunThatDoesNotBeginShowsNoEarlierReport() {
    Desk desk;
    const QString program = desk.fixture.path(QStringLiteral("program"));
    QVERIFY(QFile::copy(kFakeProgram, program));
    desk.enter(desk.command(QStringLiteral("launch=0,2 activity=softmax_k"), program));
    desk.type("programOutput", desk.fixture.path(QStringLiteral("out")));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Report));
    QVERIFY(QFileInfo::exists(desk.fixture.path(QStringLiteral("out/report.json"))));
    desk.click("programBack");
    QCOMPARE(desk.dialog().page(), Page::Kernels);
    writeBytes(program, "no program\n");
    desk.click("programNext");
    QVERIFY(desk.waitForEnd());
    QCOMPARE(desk.dialog().page(), Page::Output);
    QVERIFY2(desk.problem().contains("Exec format error"), qPrintable(desk.problem()));
  }

  void linesOfTheProgramAreNoErrorsOfTheRun() {
    Desk desk;
    desk.enter(desk.command(QStringLiteral(
        "'print=wrote nothing' 'print=error: of the program' 'print=note: x' exit=3")));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    QCOMPARE(desk.problem(), QStringLiteral("The program ended with exit code 3. Its last output:\n"
                                            "wrote nothing\nerror: of the program\nnote: x"));
  }

  void anEndlessProgramIsStoppedAndTheWindowStaysAlive() {
    Desk desk;
    desk.enter(desk.command(QStringLiteral("launch=0,2 print=ready linger=600000")));
    int ticks = 0;
    QTimer alive;
    connect(&alive, &QTimer::timeout, this, [&ticks] { ++ticks; });
    alive.start(1);
    desk.click("programNext");
    auto *output = desk.find<QPlainTextEdit>("programOutputText");
    QVERIFY(QTest::qWaitFor([&] { return output->toPlainText().contains("ready"); }, kRunMs));
    QVERIFY(ticks > 0);
    QVERIFY(desk.dialog().run().isRunning());
    desk.click("programStop");
    QVERIFY(desk.waitFor(Page::Kernels));
    QVERIFY(desk.problem().contains("was stopped"));
    QCOMPARE(desk.cell(0, KernelTableModel::Launches), QStringLiteral("1"));
  }

  void aProgramThatIgnoresRequestsIsKilled() {
    Desk desk;
    desk.enter(
        QStringLiteral("'" PSTUDIO_FAKE_PROGRAM "' ignore=2 ignore=15 print=ready linger=600000"));
    desk.click("programNext");
    auto *output = desk.find<QPlainTextEdit>("programOutputText");
    QVERIFY(QTest::qWaitFor([&] { return output->toPlainText().contains("ready"); }, kRunMs));
    QTest::keyClick(&desk.dialog(), Qt::Key_Escape); // stops, and does not close
    QVERIFY(desk.dialog().isVisible());
    QCOMPARE(desk.find<QAbstractButton>("programStop")->text(), QStringLiteral("Kill"));
    desk.click("programStop");
    QVERIFY(desk.waitForEnd());
    QCOMPARE(desk.dialog().page(), Page::Output);
    QVERIFY(desk.problem().contains("was killed"));
    desk.click("programBack");
    QCOMPARE(desk.dialog().page(), Page::Command);
  }

  void closingTheWindowEndsTheProgram() {
    qint64 process = 0;
    {
      Desk desk;
      desk.enter(QStringLiteral("'" PSTUDIO_FAKE_PROGRAM "' pid linger=600000"));
      desk.click("programNext");
      auto *output = desk.find<QPlainTextEdit>("programOutputText");
      QVERIFY(QTest::qWaitFor([&] { return output->toPlainText().toLongLong() > 0; }, kRunMs));
      process = output->toPlainText().toLongLong();
    }
    QVERIFY(QTest::qWaitFor(
        [&] {
          return !QFileInfo::exists(QStringLiteral("/proc/%1/exe").arg(process)) ||
                 QFileInfo(QStringLiteral("/proc/%1/exe").arg(process)).symLinkTarget().isEmpty();
        },
        kLoadMs));
  }

  void aFolderOfOtherFilesIsNotWrittenTo() {
    Desk desk;
    desk.enter(QStringLiteral("true"));
    desk.type("programOutput", desk.fixture.path(QStringLiteral("cache/ABCD")));
    desk.click("programNext");
    QVERIFY(desk.fieldError("output").contains("contains other files"));
  }

  void aMissingCollectorIsSaid() {
    Desk desk(std::nullopt);
    QVERIFY(!desk.problem().isEmpty());
    QVERIFY(!desk.find<QAbstractButton>("programNext")->isEnabled());
    desk.click("programNext");
    QVERIFY(!desk.waitFor(Page::Kernels)); // at once: no run has begun
    QVERIFY2(desk.failure().contains("proton-collect was not found"), qPrintable(desk.failure()));
  }

  void aCollectorThatCannotRunEndsWithItsReason_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("missing") << QByteArray() << "proton-collect cannot be started";
    QTest::newRow("no program") << QByteArray("\177ELF") << "proton-collect cannot be started";
    QTest::newRow("exits") << QByteArray("#!/bin/sh\necho libx.so: cannot open >&2; exit 127\n")
                           << "proton-collect ended with exit code 127 and left no report";
    QTest::newRow("dies") << QByteArray("#!/bin/sh\necho libx.so: cannot open >&2; kill -9 $$\n")
                          << "proton-collect was killed, probably because memory ran out";
  }
  void aCollectorThatCannotRunEndsWithItsReason() {
    QFETCH(QByteArray, text);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    const QString program = folder.filePath("proton-collect");
    if (!text.isEmpty())
      writeBytes(program, text);
    QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    Desk desk(WorkerCommand{program});
    desk.enter(QStringLiteral("true"));
    desk.click("programNext");
    QVERIFY(!desk.waitFor(Page::Kernels));
    QCOMPARE(desk.dialog().page(), Page::Output);
    QVERIFY2(desk.problem().contains(words), qPrintable(desk.failure()));
    QVERIFY2(desk.problem().contains(program), qPrintable(desk.problem()));
    QCOMPARE(desk.failure().contains("libx.so: cannot open"), text.startsWith('#'));
    desk.click("programBack");
    QCOMPARE(desk.dialog().page(), Page::Command);
    QVERIFY(desk.find<QAbstractButton>("programNext")->isEnabled());
  }

  void recentProgramsAreOneClickAway() {
    Desk desk;
    desk.enter(desk.command(kThreeLaunches));
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    desk.tick(0);
    desk.chooseLaunches(0, QStringLiteral("2"));
    desk.type("modeText", QStringLiteral("loops"));
    QTest::keyClick(desk.find<QLineEdit>("modeText"), Qt::Key_Tab);
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Report));
    QVERIFY(waitForOpenTraces(desk.fixture.window(), 1));
    QVERIFY(desk.fixture.restart());
    desk.fixture.show({1024, 700});
    auto *recent =
        desk.fixture.window().findChild<QAbstractButton *>(QStringLiteral("recentProgram:0"));
    QVERIFY(recent);
    QTest::mouseClick(recent, Qt::LeftButton);
    QVERIFY(desk.dialog().isVisible());
    QCOMPARE(desk.find<QLineEdit>("programCommand")->text(), desk.command(kThreeLaunches));
    QCOMPARE(desk.find<QTableWidget>("programEnvironment")->rowCount(), 2);
    desk.click("programNext");
    QVERIFY(desk.waitFor(Page::Kernels));
    QVERIFY(desk.find<QAbstractButton>("programNext")->isEnabled()); // still ticked
    QCOMPARE(desk.cell(0, KernelTableModel::RecordedLaunches), QStringLiteral("2"));
    QVERIFY(desk.find<QLineEdit>("modeText")->text().startsWith("loops"));
  }

  void aFolderWithoutReportIsExplained() {
    Desk desk;
    desk.fixture.window().openFiles({desk.fixture.path(QStringLiteral("cache"))});
    QCOMPARE(desk.fixture.window().messages().messageCount(), 1);
    QVERIFY(desk.fixture.window().messages().newestText().contains("no report.json"));
  }
};

QTEST_MAIN(WindowAttachTest)
#include "window_attach_test.moc"
