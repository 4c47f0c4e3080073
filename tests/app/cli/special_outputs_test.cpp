// SPDX-License-Identifier: Apache-2.0
// proton-collect with special files as output paths: FIFOs, links, standard output.
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <unistd.h>

#include "tests/app/cli/collect_process.h"
#include "tests/app/cli/scripted_folder.h"
#include "tests/support/fifo_reader.h"

using namespace pstudio;

namespace {

const QString kScripted = PSTUDIO_SCRIPTED_COLLECT;
const QString kReal = PSTUDIO_PROTON_COLLECT;
const QString kSource = PSTUDIO_SOURCE_DIR;

/// Exit code of a process and all bytes that it wrote.
struct Written {
  int exitCode = -1;
  QByteArray out;
  QByteArray err;
};

Written runIn(const QString &folder, const QString &program, const QStringList &arguments,
              const QByteArray &input = {}) {
  QProcess process;
  process.setWorkingDirectory(folder);
  process.start(program, arguments);
  process.write(input);
  process.closeWriteChannel();
  process.waitForFinished(60000);
  return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

class SpecialOutputsTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const QString &name) const { return m_folder->filePath(name); }
  /// Names of all entries of the output folder.
  QStringList names() const {
    return QDir(path("out"))
        .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
  }
  QByteArray bytesOf(const QString &name) const {
    QFile file(path("out/" + name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
  }
  /// Runs a command in the output folder.
  Written run(const QString &program, const QStringList &arguments) const {
    return runIn(path("out"), program, arguments);
  }
  /// Arguments of a run whose behaviour the function name selects, with paths relative to the
  /// output folder.
  QStringList runOf(const QString &function, const QStringList &more) const {
    test::writeScriptedSpec(path(function + ".json"), function);
    return QStringList{"run", path(function + ".json")} + more;
  }

  /// The commands whose output goes to the file that `-o` (or "--json") names: program, arguments,
  /// and the text that each of them writes to standard output as well.
  void addCommands() const {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("run") << kScripted << QStringList{"run"} << QByteArray("wrote ");
    QTest::newRow("emit") << kScripted << QStringList{"run", "--target", "cuda", "--emit=ptx"}
                          << QByteArray("wrote ");
    QTest::newRow("convert") << kReal
                             << QStringList{"convert",
                                            kSource + "/tests/data/captures/softmax_cpu.pscapture"}
                             << QByteArray("512 slices");
    QTest::newRow("bench") << kScripted << QStringList{"bench", "--target", "cpu"}
                           << QByteArray("all kinds of cells");
#ifdef PSTUDIO_TEST_WITH_COLLECTOR
    QTest::newRow("instrument") << kReal
                                << QStringList{"instrument",
                                               kSource + "/resources/kernels/vector_add.mlir",
                                               "--block", "128"}
                                << QByteArray("wrote ");
#endif
  }
  /// Adds the output path to the arguments.
  QStringList completed(QStringList arguments, const QString &output) const {
    if (arguments[0] == "run")
      arguments = runOf("good", arguments.mid(1));
    return arguments + QStringList{arguments[0] == "bench" ? "--json" : "-o", output};
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(test::prepareScriptedFolder(m_folder->path()));
  }

  void aFifoGetsWhatAFileWouldAndStays_data() {
    addCommands();
  }
  void aFifoGetsWhatAFileWouldAndStays() {
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    const Written file = run(program, completed(arguments, path("regular")));
    QVERIFY2(file.exitCode == 0, file.err);
    QFile regular(path("regular"));
    QVERIFY(regular.open(QIODevice::ReadOnly));
    test::FifoReader reader(path("out/fifo"));
    QVERIFY(reader.isMade);
    const Written done = run(program, completed(arguments, "fifo"));
    QVERIFY2(done.exitCode == 0, done.err);
    QCOMPARE(reader.take(), regular.readAll());
    QVERIFY(reader.isThere());
    QCOMPARE(names(), QStringList{"fifo"});
  }

  void aLinkStaysAndItsTargetIsWritten_data() {
    addCommands();
  }
  void aLinkStaysAndItsTargetIsWritten() {
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    QVERIFY(QDir(m_folder->path()).mkdir("other"));
    QVERIFY(::symlink("../other/target", qPrintable(path("out/link"))) == 0);
    const Written done = run(program, completed(arguments, "link"));
    QVERIFY2(done.exitCode == 0, done.err);
    QVERIFY(QFileInfo(path("out/link")).isSymLink());
    QVERIFY(QFileInfo(path("other/target")).size() > 0);
    QCOMPARE(QDir(path("other")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"target"});
  }

  void standardOutputHoldsTheDataAlone_data() {
    addCommands();
  }
  void standardOutputHoldsTheDataAlone() {
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, answer);
    const Written file = run(program, completed(arguments, path("regular")));
    QVERIFY2(file.out.contains(answer), file.out);
    QFile regular(path("regular"));
    QVERIFY(regular.open(QIODevice::ReadOnly));
    const QByteArray wanted = regular.readAll();
    for (const char *name : {"-", "/dev/stdout"}) {
      const Written done = run(program, completed(arguments, name));
      QVERIFY2(done.exitCode == 0, done.err);
      QVERIFY2(done.out == wanted, done.out.left(200));
      QCOMPARE(names(), QStringList());
    }
    // The shell has opened the file and has written to it before.
    const QString line = QString("(printf before; \"$@\") > all");
    const Written shell = run("/bin/sh", QStringList{"-c", line, "sh", program} +
                                             completed(arguments, "/dev/stdout"));
    QVERIFY2(shell.exitCode == 0, shell.err);
    QCOMPARE(bytesOf("all"), "before" + wanted);
    QCOMPARE(names(), QStringList{"all"});
  }

  void aClosedStandardOutputIsAnError_data() {
    addCommands();
  }
  void aClosedStandardOutputIsAnError() {
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    const Written done = run("/bin/sh", QStringList{"-c", "exec \"$@\" >&-", "sh", program} +
                                            completed(arguments, "-"));
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("error: standard output: cannot write"), done.err);
    QCOMPARE(names(), QStringList());
  }

  void whatARunPrintsDoesNotMixWithItsTrace() {
    std::ofstream(path("program.mlir").toStdString()) << "module {}";
    const Written done = run(kScripted, {"run", path("program.mlir"), "-o", "-"});
    QVERIFY2(done.exitCode == 0, done.err);
    QVERIFY(!done.out.contains("half a line") && !done.out.contains("wrote"));
    QVERIFY2(done.err.contains("half a line, and its end\n"), done.err);
    QVERIFY(done.err.contains("wrote -: 1 slices"));
    const Written json = run(kScripted, runOf("good", {"--progress=json", "-o", "-"}));
    QVERIFY2(json.exitCode == 0, json.err);
    QVERIFY(!json.out.contains("\"type\""));
    QCOMPARE(jsonLines(QString::fromUtf8(json.err)).last()["type"].toString(), QString("result"));
  }

  void theOtherFilesOfARunMayBeFifosToo() {
    test::FifoReader reader(path("out/passes"));
    const Written done = run(kScripted, runOf("good", {"-o", "a.pftrace", "--passes", "passes"}));
    QVERIFY2(done.exitCode == 0, done.err);
    QVERIFY(reader.take().contains("canonicalize"));
    QVERIFY(reader.isThere());
    QCOMPARE(names(), (QStringList{"a.pftrace", "passes"}));
    const Written printed = run(kScripted, runOf("good", {"-o", "a.pftrace", "--passes", "-"}));
    QVERIFY2(printed.out.startsWith("{") && printed.out.contains("canonicalize"), printed.out);
    QVERIFY2(printed.err.contains("wrote a.pftrace"), printed.err);
  }

  void standardOutputTakesOneFile() {
    for (const QStringList &more : {QStringList{}, QStringList{"--target", "cuda", "--emit=ptx"}}) {
      const Written done =
          run(kScripted, runOf("good", QStringList{"-o", "-", "--passes", "/dev/stdout"} + more));
      QCOMPARE(done.exitCode, 1);
      QVERIFY2(done.err.contains("only one output of a run can be standard output"), done.err);
      QCOMPARE(done.out, QByteArray());
    }
  }

  void aFailedRunLeavesNothingBesideAFifo_data() {
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("wrong") << QByteArray("the recorded data are discarded");
    QTest::newRow("time_limit") << QByteArray("the recorded data are discarded");
    QTest::newRow("bad_ir") << QByteArray("expected an operation");
    QTest::newRow("crash") << QByteArray("SIGSEGV");
  }
  void aFailedRunLeavesNothingBesideAFifo() {
    QFETCH(QByteArray, error);
    test::FifoReader reader(path("out/fifo"));
    const Written done = run(kScripted, runOf(QTest::currentDataTag(), {"-o", "fifo"}));
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains(error), done.err);
    QCOMPARE(reader.take(), QByteArray()); // the reader sees the end of the stream
    QVERIFY(reader.isThere());
    QCOMPARE(names(), QStringList{"fifo"});
  }

  void aFullDeviceIsAnError() {
    if (!QFileInfo::exists("/dev/full") || ::geteuid() == 0)
      QSKIP("only where nothing can replace /dev/full: not as root");
    const Written done = run(kScripted, runOf("good", {"-o", "/dev/full"}));
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("No space left"), done.err);
  }

#ifdef PSTUDIO_TEST_WITH_COLLECTOR
  void instrumentWritesNoTableBesideAFifo() {
    const QStringList command{"instrument", kSource + "/resources/kernels/vector_add.mlir",
                              "--block", "128", "-o"};
    test::FifoReader reader(path("out/fifo"));
    const Written done = run(kReal, command + QStringList{"fifo"});
    QVERIFY2(done.exitCode == 0, done.err);
    QVERIFY2(done.err.contains("Use --table to print it"), done.err);
    QVERIFY2(done.out.startsWith("wrote fifo: kernels 1"), done.out);
    QVERIFY(reader.take().contains("define"));
    QCOMPARE(names(), QStringList{"fifo"});
    const Written both = run(kReal, command + QStringList{"-", "--table"});
    QCOMPARE(both.exitCode, 1);
    QVERIFY2(both.err.contains("--table and -o - both write to standard output"), both.err);
    QCOMPARE(both.out, QByteArray());
  }

  void aSessionKeepsItsAnswersApartFromTraces() {
    test::FifoReader reader(path("out/fifo"));
    const Written done =
        runIn(path("out"), kReal,
              {"session", "--no-cache", kSource + "/resources/kernels/vector_add.json"},
              "instrument vector_add default\nlaunch -o -\nlaunch -o fifo\nquit\n");
    QCOMPARE(done.exitCode, 1); // the first launch fails
    QVERIFY2(done.err.contains("the session writes its messages to standard output"), done.err);
    QVERIFY2(done.out.contains("wrote fifo: "), done.out);
    QVERIFY(reader.take().size() > 100);
    QVERIFY(reader.isThere());
    QCOMPARE(names(), QStringList{"fifo"});
  }
#endif
};

QTEST_GUILESS_MAIN(SpecialOutputsTest)
#include "special_outputs_test.moc"
