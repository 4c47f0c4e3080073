// SPDX-License-Identifier: Apache-2.0
// The commands and the worker of proton-collect with a scripted collector: every way in which a run
// can end.
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/trace_builder.h"
#include "core/worker/worker_protocol.h"
#include "tests/app/cli/collect_process.h"
#include "tests/app/cli/scripted_folder.h"
#include "tests/app/cli/worker_talk.h"

using namespace pstudio;

class RunCommandTest : public QObject {
  Q_OBJECT

private:
  QString m_program = PSTUDIO_SCRIPTED_COLLECT;
  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const QString &name) const { return m_folder->filePath(name); }
  QString output() const { return path("out/result file.pftrace"); }
  QStringList outputFolder() const {
    return QDir(path("out")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  }
  /// A specification that selects the behaviour of the scripted collector by the function name.
  QString spec(const QString &function, const QString &more = {}) const {
    const QString file = path(function + ".json");
    test::writeScriptedSpec(file, function, more);
    return file;
  }
  QStringList arguments(const QString &function, const QStringList &more = {}) const {
    return QStringList{"run", spec(function), "-o", output()} + more;
  }
  Finished run(const QString &function, const QStringList &more = {}) const {
    return runToEnd(m_program, arguments(function, more));
  }
  /// Starts a run with JSON progress and waits until the run reaches its launch.
  bool startAndReachLaunch(QProcess &process, const QString &function,
                           const QStringList &more = {}) const {
    process.start(m_program, arguments(function, QStringList{"--progress=json"} + more));
    QByteArray text;
    return waitForOutput(process, "\"fraction\":0.5", text);
  }

  /// Sends the messages to a worker and returns all replies. The pipe stays open until the worker
  /// ends.
  std::vector<WorkerMessage> answersTo(const std::vector<WorkerMessage> &said) const {
    return converse(m_program, {"worker"}, said);
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(test::prepareScriptedFolder(m_folder->path()));
  }

  void aRunLeavesOneFileAndSaysWhatIsInIt() {
    const Finished done = run("good");
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(outputFolder(), QStringList{"result file.pftrace"});
    QCOMPARE(done.out, "check C: max error 1e-07, allowed 0.0001\nwrote " + output() +
                           ": 1 slices, 10 records, 4 dropped\n");
    QCOMPARE(done.err, QString("parse\n  mode default\nlaunch\ncheck\nwrite\n"));
    const auto trace = readTraceFile(output().toStdString());
    QVERIFY2(trace, trace ? "" : trace.error().toString().c_str());
    QCOMPARE(trace->sliceCount(), size_t{1});
  }

  void jsonProgressIsOneObjectALine() {
    const Finished done = run("good", {"--progress=json", "--mode", "default:slots=64"});
    QCOMPARE(done.exitCode, 0);
    const QList<QJsonObject> lines = jsonLines(done.out);
    QStringList types;
    for (const QJsonObject &line : lines)
      types << line["type"].toString();
    QCOMPARE(types, (QStringList{"stage", "log", "stage", "progress", "stage", "stage", "result"}));
    QCOMPARE(lines[1]["line"].toString(), QString("mode default:slots=64"));
    QCOMPARE(lines[3]["stage"].toString(), QString("launch"));
    QCOMPARE(lines[3]["fraction"].toDouble(), 0.5);
    QCOMPARE(lines[6]["trace"].toString(), output());
    QCOMPARE(lines[6]["records_dropped"].toInt(), 4);
    QCOMPARE(done.err, QString());
  }

  void withoutProgressOnlyTheResultIsPrinted() {
    const Finished done = run("good", {"--progress=none"});
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(done.err, QString());
    QVERIFY(done.out.startsWith("check C"));
  }

  void whatALibraryPrintsDoesNotDisturbTheRun() {
    const Finished done = run("chatter");
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY(done.err.contains("a library prints on standard output"));
  }

  void errorsOfTheRunArriveWhole() {
    const Finished compile = run("bad_ir");
    QCOMPARE(compile.exitCode, 1);
    QVERIFY(compile.err.endsWith(
        "error: kernel.mlir:3:7: expected an operation\n  hint: look there\n"));
    const Finished wrong = run("wrong", {"--progress=json"});
    QCOMPARE(wrong.exitCode, 1);
    const QJsonObject last = jsonLines(wrong.out).last();
    QCOMPARE(last["type"].toString(), QString("error"));
    QCOMPARE(last["code"].toString(), QString("wrong-result"));
    QCOMPARE(last["where"].toString(), QString("check C"));
  }

  void aFailedRunLeavesTheOldFile() {
    std::ofstream(output().toStdString()) << "old";
    for (const char *function : {"bad_ir", "crash", "time_limit", "wrong"}) {
      QCOMPARE(run(function).exitCode, 1);
      QFile file(output());
      QVERIFY(file.open(QIODevice::ReadOnly));
      QCOMPARE(file.readAll(), QByteArray("old"));
    }
  }

  void whatAFailedRunRecordedIsKeptBesideTheOutput_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("time_limit") << "result file.partial.pftrace";
    QTest::newRow("wrong") << "result file.wrong.pftrace";
  }
  void whatAFailedRunRecordedIsKeptBesideTheOutput() {
    QFETCH(QString, file);
    const Finished done = run(QTest::currentDataTag());
    QCOMPARE(done.exitCode, 1);
    QCOMPARE(outputFolder(), QStringList{file});
    QVERIFY2(done.err.endsWith("\nthe recorded data are in " + path("out/" + file) + "\n"),
             qPrintable(done.err));
    const auto trace = readTraceFile(path("out/" + file).toStdString());
    QVERIFY2(trace, trace ? "" : trace.error().toString().c_str());
    QCOMPARE(trace->sliceCount(), size_t{1});
    const Finished json = run(QTest::currentDataTag(), {"--progress=json"});
    QCOMPARE(jsonLines(json.out).last()["trace"].toString(), path("out/" + file));
    QCOMPARE(outputFolder(), QStringList{file}); // replaced
  }

  void aStoppedRunKeepsWhatItHas() {
    QProcess process;
    QVERIFY(startAndReachLaunch(process, "endless_records"));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY(done.err.startsWith("error: the run was stopped\n"));
    QCOMPARE(outputFolder(), QStringList{"result file.partial.pftrace"});
  }

  void nothingIsKeptForAnApplicationThatIsGone() {
    QProcess process;
    QVERIFY(startAndReachLaunch(process, "endless_records"));
    const QList<pid_t> workers = childrenOf(process.processId());
    QCOMPARE(workers.size(), 1);
    process.kill();
    finish(process);
    // A worker that has ended can no longer write a file.
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(workers[0]), 60000);
    QVERIFY(outputFolder().isEmpty());
  }

  void aWorkerThatDiesIsNamedWithItsSignalAndStage_data() {
    QTest::addColumn<QString>("message");
    QTest::newRow("crash")
        << "stage launch: the worker process was terminated by SIGSEGV (Segmentation fault)";
    QTest::newRow("abort")
        << "stage launch: the worker process was terminated by SIGABRT (Aborted)";
    QTest::newRow("leave")
        << "stage launch: the worker process ended with exit code 3 before it returned a result";
  }
  void aWorkerThatDiesIsNamedWithItsSignalAndStage() {
    QFETCH(QString, message);
    const Finished done = run(QTest::currentDataTag());
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("error: " + message), qPrintable(done.err));
    QVERIFY(outputFolder().isEmpty());
  }

  void aWorkerKilledFromOutsideIsNoticed() {
    QProcess process;
    QVERIFY(startAndReachLaunch(process, "endless"));
    const QList<pid_t> workers = childrenOf(process.processId());
    QCOMPARE(workers.size(), 1);
    ::kill(workers[0], SIGKILL);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("stage launch: the worker process was killed, probably"),
             qPrintable(done.err));
    QVERIFY(outputFolder().isEmpty());
  }

  void aSignalStopsTheRunAndLeavesNoFile() {
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
      QProcess process;
      QVERIFY(startAndReachLaunch(process, "endless"));
      ::kill(static_cast<pid_t>(process.processId()), signal);
      const Finished done = finish(process);
      QCOMPARE(done.status, QProcess::NormalExit);
      QCOMPARE(done.exitCode, 1);
      QCOMPARE(done.err, QString("error: the run was stopped\n"));
      QVERIFY(outputFolder().isEmpty());
    }
  }

  void aSecondSignalKillsAWorkerThatDoesNotListen() {
    QProcess process;
    QVERIFY(startAndReachLaunch(process, "deaf"));
    const QList<pid_t> workers = childrenOf(process.processId());
    QElapsedTimer timer;
    timer.start();
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    // Two equal pending signals are delivered as one.
    QTRY_VERIFY_WITH_TIMEOUT(!isPending(process.processId(), SIGINT), 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY(timer.elapsed() < 4000);
    QCOMPARE(::kill(workers.value(0), 0), -1);
    QVERIFY(outputFolder().isEmpty());
  }

  void aWorkerThatDoesNotKeepItsTimeLimitIsEnded() {
    const Finished done = run("deaf", {"--time-limit", "0.1"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("error: stage launch: the kernel did not stop at its time limit"),
             qPrintable(done.err));
    QVERIFY(outputFolder().isEmpty());
  }

  void aWorkerWhoseParentIsKilledTidiesUp() {
    QProcess process;
    QVERIFY(startAndReachLaunch(process, "endless"));
    QCOMPARE(outputFolder().size(), 1);
    process.kill();
    finish(process);
    QTRY_VERIFY_WITH_TIMEOUT(outputFolder().isEmpty(), 10000);
  }

  void whatCannotBeWrittenIsRejectedBeforeTheKernelRuns_data() {
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("message");
    QTest::newRow("missing folder") << "none/x.pftrace"
                                    << "cannot write the output: No such file or directory";
    QTest::newRow("a folder") << "out"
                              << "cannot write the file: it names a folder";
    QTest::newRow("below a file") << "kernel.mlir/x.pftrace"
                                  << "cannot write the output: Not a directory";
  }
  void whatCannotBeWrittenIsRejectedBeforeTheKernelRuns() {
    QFETCH(QString, output);
    QFETCH(QString, message);
    const Finished done = runToEnd(m_program, {"run", spec("good"), "-o", path(output)});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.startsWith("error: " + path(output) + ": " + message), qPrintable(done.err));
  }

  void badSpecificationsAreRejectedBeforeAProcessStarts() {
    const Finished missing = runToEnd(m_program, {"run", path("none.json"), "-o", output()});
    QCOMPARE(missing.exitCode, 1);
    QCOMPARE(missing.err,
             "error: " + path("none.json") + ": cannot read the file: No such file or directory\n");
    const QString file = spec("good", ", \"gird\": 1");
    const Finished unknown = runToEnd(m_program, {"run", file, "-o", output()});
    QCOMPARE(unknown.exitCode, 1);
    QCOMPARE(unknown.err,
             "error: " + file + ": gird: unknown field 'gird'\n  hint: did you mean 'grid'?\n");
    const Finished target = run("good", {"--target", "C PU"});
    QCOMPARE(target.exitCode, 1);
    QVERIFY(target.err.startsWith("error: --target: 'C PU' is not a target"));
    QVERIFY(outputFolder().isEmpty());
  }

  void theFileForRawBuffersReachesTheCollector() {
    const Finished done = run("good", {"--keep-capture", path("raw.capture")});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(done.err.contains("keeps " + path("raw.capture")), qPrintable(done.err));
  }

  void thePassesAreWrittenAndPrintedWhateverBecomesOfTheRun() {
    const QString file = path("k.passes.json");
    const Finished done = run("good", {"--passes", file, "--print-passes"});
    QCOMPARE(done.exitCode, 0);
    QVERIFY(QFile::exists(file));
    QVERIFY2(done.err.contains("operations 4 -> 2"), qPrintable(done.err));
    QVERIFY(QFile::remove(file) && QFile::remove(output()));
    const Finished failed = run("bad_ir", {"--print-passes"});
    QCOMPARE(failed.exitCode, 1);
    QVERIFY2(failed.err.contains("canonicalize"), qPrintable(failed.err));
    QVERIFY(!run("good").err.contains("canonicalize"));
  }

  void codeIsWrittenInsteadOfRunning() {
    const Finished done = run("good", {"--emit=ptx", "--target", "cuda:sm_90"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(done.out, "wrote " + output() + "\n");
    QFile file(output());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("// good for cuda:sm_90\n"));
    QVERIFY(QFile::remove(output()));
    const Finished rejected = run("good", {"--emit=ptx"});
    QCOMPARE(rejected.exitCode, 1);
    QCOMPARE(rejected.err, QString("error: target \"cpu\" has no PTX\n"));
    QVERIFY(outputFolder().isEmpty());
  }

  void aDashPrintsTheCodeAndNothingElse() {
    const Finished done = runToEnd(
        m_program, {"run", spec("good"), "-o", "-", "--emit=ptx", "--target", "cuda:sm_90"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(done.out, QString("// good for cuda:sm_90\n"));
  }

  void wrongUsageEndsWithTwo_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"walk"};
    QTest::newRow("no specification") << QStringList{"run"};
    QTest::newRow("no output") << QStringList{"run", "x.json"};
    QTest::newRow("unknown option") << QStringList{"run", "x.json", "-o", "y", "--fast"};
    QTest::newRow("progress style") << QStringList{"run", "x.json", "-o", "y", "--progress=loud"};
    QTest::newRow("code") << QStringList{"run", "x.json", "-o", "y", "--emit=sass"};
    QTest::newRow("time limit") << QStringList{"run", "x.json", "-o", "y", "--time-limit", "soon"};
  }
  void wrongUsageEndsWithTwo() {
    QFETCH(QStringList, arguments);
    const Finished done = runToEnd(m_program, arguments);
    QCOMPARE(done.exitCode, 2);
    QVERIFY(!done.err.isEmpty());
    QVERIFY(done.out.isEmpty());
  }

  void helpAndVersionAreNoMistakes() {
    QCOMPARE(runToEnd(m_program, {"--help"}).exitCode, 0);
    QCOMPARE(runToEnd(m_program, {"run", "--help"}).exitCode, 0);
    QVERIFY(runToEnd(m_program, {"--version"}).out.startsWith("proton-collect "));
  }

  void countersAreListedOneALine() {
    const Finished done = runToEnd(m_program, {"counters"});
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(done.out, QStringLiteral("dram__bytes\nsm__cycles_elapsed\n"));
    const Finished none = runToEnd(m_program, {"counters", "--chip", "none"});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("there is no chip"), qPrintable(none.err));
  }

  void whatIsAddedToARunIsCheckedBeforeItStarts() {
    const std::pair<QStringList, const char *> wrong[] = {{{"--activity", "kernel"}, "--activity"},
                                                          {{"--pc-samples", "33"}, "--pc-samples"},
                                                          {{"--counters", "a;b"}, "--counters"}};
    for (const auto &[options, said] : wrong) {
      const Finished done = runToEnd(m_program, arguments("good", options));
      QCOMPARE(done.exitCode, 1);
      QVERIFY2(done.err.contains(said), qPrintable(done.err));
    }
    QCOMPARE(
        runToEnd(m_program, arguments("good", {"--activity", "all", "--no-activity"})).exitCode, 2);
    QCOMPARE(runToEnd(m_program, arguments("good", {"--no-activity", "--pc-samples", "--counters",
                                                    "sm__cycles_elapsed.avg"}))
                 .exitCode,
             0);
  }

  void targetsSayWhyTheyCannotBeUsed() {
    const Finished done = runToEnd(m_program, {"targets"});
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(done.out,
             QString("cpu      scripted\ncuda     NVIDIA GPU - not available: no driver\n"));
  }

  void infoTellsClocksAndTheCostOfRecording() {
    TraceBuilder builder;
    Launch launch;
    launch.recordingCost = RecordingCost{12.6, 3, 35, 41};
    const Arg registers = Arg::ofUint(builder.intern("registers.plain"), 96);
    launch.args = builder.addArgs(std::span(&registers, 1));
    builder.addLaunch(launch);
    builder.addClock({Cycles(0), Picoseconds(0), 500.0, 12'300, TimeBase::Measured});
    builder.addClock({Cycles(0), Picoseconds(0), 505.0, 9'000, TimeBase::Measured});
    QVERIFY(writePftrace(std::move(builder).finish(), path("gpu.pftrace").toStdString()));
    const Finished done = runToEnd(m_program, {"info", path("gpu.pftrace")});
    QVERIFY2(
        done.out.contains("clocks    2 measured, 2 GHz (1.9802 to 2), error at most 12.3 ns\n"),
        qPrintable(done.out));
    QVERIFY2(
        done.out.contains(
            "  time base: measured\n  recording cost per record 12.6 cycles (3 to 35), empty wait "
            "for copies 41 cycles; included in the times\n  registers.plain 96\n"),
        qPrintable(done.out));
  }

  void infoTellsLaunchesRecordsAndNotes() {
    QCOMPARE(run("good").exitCode, 0);
    const Finished done = runToEnd(m_program, {"info", output()});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(
        done.out.contains(
            "launch    good on cpu\n  grid 2 x 3 x 1, block 64 x 1 x 1, dynamic shared 0 bytes\n"
            "  records 10 written, 4 dropped, 0 unmatched\n  time base: cost model, not "
            "hardware\n"),
        qPrintable(done.out));
    QVERIFY(done.out.contains("slices    1\n"));
    QVERIFY(
        done.out.contains("note      data loss, record.dropped: records were dropped (4 times)\n"));
    QCOMPARE(runToEnd(m_program, {"info", path("none.pftrace")}).exitCode, 1);
  }

  void aWorkerServesAnyApplicationThatSpeaksItsProtocol() {
    RunRequest request;
    request.specText =
        R"({"kernel": {"file": "kernel.mlir", "function": "good"}, "grid": [1], "block": [1],
                           "arguments": []})";
    request.folder = m_folder->path().toStdString();
    request.output = output().toStdString();
    for (const QString &temporary : {QString(), path("out/new folder")}) {
      request.temporary = temporary.toStdString();
      const std::vector<WorkerMessage> answers = answersTo({HelloMessage{}, request});
      QVERIFY(!answers.empty() && std::holds_alternative<HelloMessage>(answers.front()));
      QVERIFY(std::holds_alternative<ResultMessage>(answers.back()));
      QCOMPARE(outputFolder(), QStringList{"result file.pftrace"});
      QVERIFY(QFile::remove(output()));
    }
    request.temporary = path("none/part").toStdString();
    const std::vector<WorkerMessage> rejection = answersTo({HelloMessage{}, request});
    QVERIFY(std::holds_alternative<ErrorMessage>(rejection.back()));
    QCOMPARE(std::get<ErrorMessage>(rejection.back()).error.code, ErrorCode::Io);
    QCOMPARE(std::get<ErrorMessage>(rejection.back()).stage, std::string());
  }

  void aWorkerRejectsAnotherVersion() {
    const std::vector<WorkerMessage> answers =
        answersTo({HelloMessage{kWorkerProtocolVersion + 1, "newer"}});
    QCOMPARE(answers.size(), size_t{2});
    QCOMPARE(std::get<ErrorMessage>(answers[1]).error.code, ErrorCode::Unsupported);
  }

  void aWorkerRejectsWhatIsNotItsProtocol() {
    QProcess process;
    process.start(m_program, {"worker"});
    process.write("GET / HTTP/1.1\r\n\r\n");
    process.closeWriteChannel();
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("worker stream byte 0"), qPrintable(done.err));
  }
};

QTEST_GUILESS_MAIN(RunCommandTest)
#include "run_command_test.moc"
