// SPDX-License-Identifier: Apache-2.0
// Runs on a remote machine, for which a script starts a worker that shares nothing with the client:
// the results, and every failure of the transfer.
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "core/base/number_text.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/run/npy.h"
#include "core/worker/worker_protocol.h"
#include "tests/app/cli/drained_chunks.h"
#include "tests/app/cli/spec_of_files.h"
#include "tests/app/cli/worker_talk.h"
#include "tests/app/remote/remote_machine.h"

using namespace pstudio;

class RemoteRunTest : public QObject {
  Q_OBJECT

private:
  QString m_program = PSTUDIO_SCRIPTED_COLLECT;
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<RemoteMachine> m_remote;

  QString path(const QString &name) const { return m_folder->filePath(name); }
  QString output() const { return path("out/result.pftrace"); }
  QStringList outputFolder() const {
    return QDir(path("out")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  }
  QString spec(const QString &function) const {
    return writeScriptedSpec(path(function + ".json"), function);
  }
  QStringList arguments(const QString &function, const QString &command,
                        const QStringList &more = {}) const {
    return QStringList{"run", spec(function), "-o", output(), "--worker", command} + more;
  }
  Finished run(const QString &function, const QString &command,
               const QStringList &more = {}) const {
    return runToEnd(m_program, arguments(function, command, more));
  }
  bool startAndReach(QProcess &process, const QString &function, const QString &command,
                     const QByteArray &wanted) const {
    process.start(m_program, arguments(function, command, {"--progress=json"}));
    QByteArray text;
    return waitForOutput(process, wanted, text);
  }
  void requireRemoteClean() const {
    QTRY_COMPARE_WITH_TIMEOUT(m_remote->left(), QStringList(), 10000);
  }
  static void requireText(const QString &text, const QString &part) {
    QVERIFY2(text.contains(part), qPrintable(text));
  }
  /// Adds the machine "lab" with this command to the remote settings.
  void addRemote(const QString &command, const QStringList &more = {}) const {
    const Finished added = runToEnd(m_program, QStringList{"remote", "add", "lab", command} + more);
    QVERIFY2(added.exitCode == 0, qPrintable(added.err));
  }
  /// Ids of all processes whose environment contains this text.
  static QList<pid_t> processesWith(const QByteArray &text) {
    QList<pid_t> found;
    for (const QString &entry : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      QFile file("/proc/" + entry + "/environ");
      if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text))
        found << entry.toInt();
    }
    return found;
  }
  void requireNoProcessLeft() const {
    const QByteArray mark = "TMPDIR=" + m_remote->path("tmp").toUtf8();
    QTRY_COMPARE_WITH_TIMEOUT(processesWith(mark), QList<pid_t>(), 10000);
  }

  /// A shell line that writes the hello message with this JSON text.
  static QString hello(const QString &json) {
    return QString("printf '\\x%1\\x00\\x00\\x00\\x01%2'")
        .arg(json.size(), 2, 16, QLatin1Char('0'))
        .arg(json);
  }
  /// A link that cut() can interrupt: its two ends are separate processes.
  static QString cuttable() { return "cat | $WORKER | cat; exit 255"; }
  /// Interrupts the link as a network failure does: neither end receives data of the other any
  /// more.
  static void cut(const QProcess &client) {
    const QList<pid_t> near = childrenOf(client.processId());
    QCOMPARE(near.size(), 1);
    const QList<pid_t> script = childrenOf(near[0]);
    QCOMPARE(script.size(), 1);
    int cats = 0;
    for (const pid_t part : childrenOf(script[0])) {
      QFile name(QString("/proc/%1/comm").arg(part));
      if (name.open(QIODevice::ReadOnly) && name.readAll() == "cat\n") {
        ::kill(part, SIGKILL);
        ++cats;
      }
    }
    QCOMPARE(cats, 2);
  }

  /// Sends the messages to a remote worker and returns its last reply.
  std::optional<WorkerMessage> lastAnswer(const std::vector<WorkerMessage> &said) const {
    const std::vector<WorkerMessage> answers = converse(m_remote->command(), {}, said);
    return answers.empty() ? std::nullopt : std::optional(answers.back());
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_remote = std::make_unique<RemoteMachine>(PSTUDIO_SCRIPTED_COLLECT);
    QVERIFY(QDir(m_folder->path()).mkdir("out"));
    std::ofstream(path("kernel.mlir").toStdString()) << "module {}";
    qputenv("PSTUDIO_REMOTES_FILE", path("remotes.json").toLocal8Bit());
    m_program = PSTUDIO_SCRIPTED_COLLECT;
  }

  void aRunElsewhereLooksLikeARunHere() {
    const Finished here = runToEnd(m_program, {"run", spec("good"), "-o", output()});
    QFile file(output());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray expected = file.readAll();
    file.close();
    QVERIFY(QFile::remove(output()));
    const Finished there = run("good", m_remote->command());
    QVERIFY2(there.exitCode == 0, qPrintable(there.err));
    QCOMPARE(there.out, here.out);
    QCOMPARE(outputFolder(), QStringList{"result.pftrace"});
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), expected);
    requireText(there.err, "connect\nsend\n");
    requireText(there.err, "receive\n");
    requireRemoteClean();
    requireNoProcessLeft();
  }

  void namedRemotesAreTargets() {
    addRemote(m_remote->command());
    const Finished listed = runToEnd(m_program, {"remote", "list"});
    QVERIFY(listed.out.startsWith("lab          /"));
    const Finished done =
        runToEnd(m_program, {"run", spec("good"), "-o", output(), "--target", "lab/cuda:sm_90a"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(readTraceFile(output().toStdString())->sliceCount(), size_t{1});
    const auto trace = readTraceFile(output().toStdString());
    QCOMPARE(trace->string(trace->launches()[0].target), std::string_view("cuda:sm_90a"));
    const Finished checked = runToEnd(m_program, {"remote", "check", "lab"});
    QCOMPARE(checked.exitCode, 0);
    requireText(checked.out, "lab/cpu      scripted\n");
    requireText(checked.out, "lab/cuda     NVIDIA GPU - not available: no driver\n");
    QCOMPARE(runToEnd(m_program, {"remote", "remove", "lab"}).exitCode, 0);
    const Finished gone = runToEnd(m_program, {"remote", "check", "lab"});
    QCOMPARE(gone.exitCode, 1);
    requireText(gone.err, "there is no remote 'lab'");
    requireRemoteClean();
  }

  void targetsOfAllMachinesAreListedAtTheSameTime() {
    // A machine answers when all three have been started as often as it has: one after the other,
    // they would never answer.
    const QString together = "echo >> \"$0.starts\"\n"
                             "starts=$(wc -l < \"$0.starts\")\n"
                             "until test $(cat \"${0%/*}\"/*.starts | wc -l) -ge $((3 * starts))\n"
                             "do sleep 0.01; done\nexec $WORKER";
    addRemote(m_remote->command(together));
    for (const char *name : {"second", "third"})
      QCOMPARE(runToEnd(m_program, {"remote", "add", name, m_remote->command(together)}).exitCode,
               0);
    QCOMPARE(runToEnd(m_program, {"remote", "add", "dead", m_remote->command("sleep 60"),
                                  "--connect-limit", "1"})
                 .exitCode,
             0);
    const Finished done = runToEnd(m_program, {"targets"});
    QCOMPARE(done.exitCode, 0);
    for (const char *line : {"cpu      scripted\n", "lab/cpu  scripted\n", "second/cpu scripted\n",
                             "third/cuda NVIDIA GPU - not available: no driver\n"})
      requireText(done.out, line);
    requireText(done.out, "dead/    " + m_remote->path("start-4") +
                              " - not available: no worker answered within 1 s");
    QCOMPARE(jsonLines(runToEnd(m_program, {"targets", "--json"}).out).size(), 9);
    QCOMPARE(runToEnd(m_program, {"targets", "--local"}).out.count('\n'), 2);
    requireNoProcessLeft();
  }

  void aSessionIsOfThisMachine() {
    const Finished done = runToEnd(m_program, {"session", spec("good"), "--target", "lab/cuda"});
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "a session runs on the local machine, but target \"lab/cuda\" is remote");
  }

  void everythingThatWasAskedForComesBack() {
    const Finished done =
        run("good", m_remote->command(), {"--passes", path("k.passes.json"), "--print-passes"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY(QFile::exists(path("k.passes.json")));
    requireText(done.err, "operations 4 -> 2");
    const Finished failed = run("bad_ir", m_remote->command(), {"--print-passes"});
    QCOMPARE(failed.exitCode, 1);
    requireText(failed.err, "canonicalize");
    requireText(failed.err, "error: kernel.mlir:3:7: expected an operation\n  hint: look there\n");
    requireRemoteClean();
  }

  void codeIsMadeThere() {
    const QStringList arguments{"run",        spec("good"), "-o",
                                "-",          "--emit=ptx", "--target",
                                "cuda:sm_90", "--worker",   m_remote->command()};
    const Finished done = runToEnd(m_program, arguments);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(done.out, QString("// good for cuda:sm_90\n"));
    requireRemoteClean();
  }

  void whatAProgramPrintsIsPrintedHere() {
    const Finished done = runToEnd(m_program, {"run", path("kernel.mlir"), "-o", output(),
                                               "--worker", m_remote->command(), "--progress=none"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(done.out.startsWith("half a line, and its end\n"), qPrintable(done.out));
  }

  void aKernelThatDiesThereIsNamedAsHere_data() {
    QTest::addColumn<QString>("message");
    QTest::addColumn<QStringList>("left");
    QTest::newRow("crash") << "stage launch: the worker process was terminated by SIGSEGV"
                           << QStringList{};
    QTest::newRow("leave") << "the worker process ended with exit code 3" << QStringList{};
    QTest::newRow("wrong") << "C[0] is 1, expected 2" << QStringList{"result.wrong.pftrace"};
    QTest::newRow("time_limit") << "the time limit was met"
                                << QStringList{"result.partial.pftrace"};
  }
  void aKernelThatDiesThereIsNamedAsHere() {
    QFETCH(QString, message);
    QFETCH(QStringList, left);
    const Finished done = run(QTest::currentDataTag(), m_remote->command());
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, message);
    QCOMPARE(outputFolder(), left);
    if (!left.isEmpty())
      QCOMPARE(readTraceFile(path("out/" + left[0]).toStdString())->sliceCount(), size_t{1});
    requireRemoteClean();
  }

  void aKernelThatIgnoresItsTimeLimitIsEndedThere() {
    const Finished done = run("deaf", m_remote->command(), {"--time-limit", "0.1"});
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "the kernel did not stop at its time limit");
    requireRemoteClean();
    requireNoProcessLeft();
  }

  void aStoppedRunBringsBackWhatItHas() {
    QProcess process;
    QVERIFY(startAndReach(process, "endless_records", m_remote->command(), "\"fraction\":0.5"));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "error: the run was stopped\n");
    QCOMPARE(outputFolder(), QStringList{"result.partial.pftrace"});
    requireRemoteClean();
  }

  void aClientThatIsKilledLeavesNothingThere() {
    for (const char *function : {"endless", "deaf"}) {
      QProcess process;
      QVERIFY(startAndReach(process, function, m_remote->command(), "\"fraction\":0.5"));
      QVERIFY(!m_remote->left().isEmpty());
      process.kill();
      finish(process);
      requireRemoteClean();
      requireNoProcessLeft();
      QTRY_VERIFY_WITH_TIMEOUT(outputFolder().isEmpty(), 10000);
    }
  }

  void aLinkThatDiesInALaunchIsSaid() {
    QProcess process;
    QVERIFY(startAndReach(process, "endless", m_remote->command(cuttable()), "\"fraction\":0.5"));
    cut(process);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "the connection was lost while running: ");
    requireText(done.err, "; no records had arrived");
    QCOMPARE(outputFolder(), QStringList());
    requireRemoteClean();
    requireNoProcessLeft();
  }

  void aTraceThatIsCutOffOnItsWayIsKeptAndCounted() {
    const Finished whole = run("large", m_remote->command());
    QVERIFY2(whole.exitCode == 0, qPrintable(whole.err));
    const qint64 size = QFile(output()).size();
    QVERIFY2(size > 1'500'000, qPrintable(QString::number(size)));
    QVERIFY(QFile::remove(output()));
    const Finished done = run("large", m_remote->command("$WORKER | stdbuf -o0 head -c 1000000"));
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "the connection was lost while receiving");
    QCOMPARE(outputFolder(), QStringList{"result.partial.pftrace"});
    const auto trace = readTraceFile(path("out/result.partial.pftrace").toStdString());
    QVERIFY(trace);
    const size_t got = trace->sliceCount();
    QVERIFY(got > 1000 && got < 400'000);
    requireText(done.err,
                QString::fromStdString(countText(got) + " of 400,000 slices had arrived, " +
                                       countText(400'000 - got) + " are missing"));
    QVERIFY(std::ranges::any_of(
        trace->notes(), [](const Note &note) { return note.code == "run.connection-lost"; }));
    requireRemoteClean();
    requireNoProcessLeft();
  }

  void aRemoteWorkerThatHangsIsGivenUp() {
    // The worker sends its hello message; the script then reads all input and sends nothing more.
    const QString script = m_remote->command("$WORKER < /dev/null; cat > /dev/null");
    addRemote(script, {"--silence-limit", "1"});
    QElapsedTimer timer;
    timer.start();
    const Finished done =
        runToEnd(m_program, {"run", spec("good"), "-o", output(), "--target", "lab/cpu"});
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "error: remote lab: the connection was lost while sending files: no data "
                          "for 1 s");
    QVERIFY(timer.elapsed() < 15000);
    requireNoProcessLeft();
  }

  void aRemoteWorkerThatIsBusyIsNotGivenUp() {
    addRemote(m_remote->command(), {"--silence-limit", "1"});
    QProcess process;
    process.start(m_program, {"run", spec("endless"), "-o", output(), "--target", "lab/cpu",
                              "--progress=json"});
    QByteArray text;
    QVERIFY(waitForOutput(process, "\"fraction\":0.5", text));
    // Longer than the silence limit, so that a client that does not receive heartbeats gives up.
    QTest::qWait(2000);
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    requireText(finish(process).err, "the run was stopped");
  }

  void everyBadStartHasItsWords_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("hint");
    QTest::newRow("no program") << "no-such-collect worker"
                                << "the worker program was not found on the remote machine"
                                << "install Proton Studio there";
    QTest::newRow("not executable") << "touch x; ./x"
                                    << "is not executable"
                                    << "permissions";
    QTest::newRow("only a banner")
        << "echo Welcome to lab-3; echo and more"
        << "expected a worker message, received text: \"Welcome to lab-3\""
        << "must not print anything";
    QTest::newRow("endless text") << "yes"
                                  << "expected a worker message, received text: \"y\""
                                  << "must not print anything";
    QTest::newRow("it ends") << "echo no luck >&2; exit 4"
                             << "no worker answered: the command ended with exit code 4: no luck"
                             << "terminal";
    QTest::newRow("older version")
        << hello("{\"program\":\"proton-collect 0\",\"version\":2}")
        << "'proton-collect 0' uses worker protocol version 2, this program version 3"
        << "the same version of Proton Studio on both sides";
    QTest::newRow("version of the future")
        << hello("{\"capabilities\":[\"x\"],\"program\":\"collect 9\",\"version\":9,\"a\":1}")
        << "'collect 9' uses worker protocol version 9"
        << "the same version";
    QTest::newRow("no files") << hello("{\"program\":\"bare\",\"version\":3}") + "; cat > /dev/null"
                              << "'bare' cannot receive the files of a run"
                              << "the same version";
    QTest::newRow("garbage behind the hello")
        << hello("{\"capabilities\":[\"files\"],\"program\":\"bare\",\"version\":3}") +
               "; echo garbage, and more than a few bytes of it; cat > /dev/null"
        << "expected a worker message, received other data"
        << "nothing else may print on the worker's standard output";
  }
  void everyBadStartHasItsWords() {
    QFETCH(QString, line);
    QFETCH(QString, message);
    QFETCH(QString, hint);
    const Finished done = run("good", m_remote->command(line));
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, message);
    requireText(done.err.mid(done.err.indexOf("hint:")), hint);
    QCOMPARE(outputFolder(), QStringList());
    requireNoProcessLeft();
  }

  void aCommandThatCannotBeStartedIsNamed() {
    const Finished done = run("good", "/nowhere/ssh lab worker");
    QCOMPARE(done.exitCode, 1);
    requireText(
        done.err,
        "cannot start the worker process: cannot run it: No such file or directory: /nowhere/ssh");
    requireText(done.err, "openssh-client");
    const Finished both = run("good", "x", {"--target", "lab/cpu"});
    requireText(both.err, "names a remote, and --worker gives another one");
  }

  void aBannerBeforeTheAnswerDoesNoHarm() {
    const Finished done = run("good", m_remote->command("echo Welcome to lab-3; exec $WORKER"));
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    requireText(done.err,
                "ignored output before the answer of the remote worker: Welcome to lab-3");
  }

  void moreThanARemoteWorkerTakesIsRejected() {
    const Finished bytes = run("good", m_remote->command("exec $WORKER --most-bytes 4"));
    QCOMPARE(bytes.exitCode, 1);
    requireText(bytes.err, "a file of 9 bytes is too large: the limit of a run is 4");
    const Finished files = run("good", m_remote->command("exec $WORKER --most-files 0"));
    requireText(files.err, "too many files: the limit of a run is 0");
    requireRemoteClean();
  }

  void aFileThatMayGrowNoFurtherThereIsSaid() {
    std::ofstream(path("kernel.mlir").toStdString()) << std::string(100'000, ' ');
    const Finished done = run("good", m_remote->command("ulimit -f 8; exec $WORKER"));
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "cannot write a received file: File too large");
    requireText(done.err, "make room in ");
    requireRemoteClean();
  }

  void aTraceThatFindsNoRoomHereIsSaid() {
    const QString line =
        QString("ulimit -f 500; exec %1 %2 --progress=none").arg(m_program, "\"$@\"");
    const Finished done = runToEnd(
        "bash", QStringList{"-c", line, "bash"} +
                    arguments("large", m_remote->command("ulimit -f unlimited; exec $WORKER")));
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "File too large");
    requireNoProcessLeft();
    requireRemoteClean();
  }

  void whatCannotBeWrittenHereIsRejectedBeforeAnythingIsSent() {
    const Finished done = runToEnd(m_program, {"run", spec("good"), "-o", path("none/x.pftrace"),
                                               "--worker", m_remote->command()});
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, path("none/x.pftrace") + ": cannot write the output");
    QVERIFY(!done.err.contains("connect"));
    const Finished passes = run("good", m_remote->command(), {"--passes", path("none/p.json")});
    QCOMPARE(passes.exitCode, 1);
    requireText(passes.err, path("none/p.json") + ": cannot give the file its name");
  }

  void aRemoteWorkerTakesFilesOnlyIntoItsFolder_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"../escape", "/escape", "a/../../../escape"})
      QTest::newRow(name) << QByteArray(name);
  }
  void aRemoteWorkerTakesFilesOnlyIntoItsFolder() {
    QFETCH(QByteArray, name);
    const auto last = lastAnswer(
        {HelloMessage{}, FileMessage{0, name.toStdString(), 1, 0}, ChunkMessage{0, 0, "x"}});
    QVERIFY(last && std::holds_alternative<ErrorMessage>(*last));
    requireText(QString::fromStdString(std::get<ErrorMessage>(*last).error.message),
                "it would leave the folder of the run");
    requireRemoteClean();
  }

  void aRemoteWorkerReadsOnlyWhatCameWithTheRun() {
    for (const char *file : {"/etc/hostname", "../../../etc/hostname", "etc/hostname"}) {
      RunRequest request;
      request.isBundled = true;
      request.specText = std::string("{\"kernel\": {\"file\": \"") + file +
                         "\", \"function\": \"good\"}, \"grid\": [1], \"block\": [1], "
                         "\"arguments\": []}";
      const auto last = lastAnswer({HelloMessage{}, request});
      QVERIFY(last && std::holds_alternative<ErrorMessage>(*last));
      QCOMPARE(std::get<ErrorMessage>(*last).error.code, ErrorCode::InvalidInput);
    }
    RunRequest program;
    program.isBundled = true;
    program.specPath = "/etc/x.mlir";
    QVERIFY(std::holds_alternative<ErrorMessage>(*lastAnswer({HelloMessage{}, program})));
    requireRemoteClean();
  }

  void filesThatAreDamagedOnTheirWayAreNotUsed() {
    const auto last = lastAnswer({HelloMessage{}, FileMessage{0, "k.mlir", 3, 0},
                                  ChunkMessage{0, 0, "abc"}, FileEndMessage{0, 3, 1}});
    QVERIFY(last && std::holds_alternative<ErrorMessage>(*last));
    requireText(QString::fromStdString(std::get<ErrorMessage>(*last).error.message),
                "the received file is damaged");
    requireRemoteClean();
  }

  void aClientThatGoesWhileItSendsLeavesNothingThere() {
    QProcess process;
    process.start(m_remote->command(), QStringList());
    for (const WorkerMessage &message : std::vector<WorkerMessage>{
             HelloMessage{}, FileMessage{0, "k.mlir", 1000, 0}, ChunkMessage{0, 0, "half"}}) {
      const std::vector<std::byte> frame = encodeMessage(message).value();
      process.write(reinterpret_cast<const char *>(frame.data()), qint64(frame.size()));
    }
    QVERIFY(QTest::qWaitFor([&] { return !m_remote->left().isEmpty(); }, 10000));
    process.closeWriteChannel();
    QCOMPARE(finish(process).exitCode, 0);
    QCOMPARE(m_remote->left(), QStringList());
  }

#ifdef PSTUDIO_TEST_WITH_COLLECTOR
  void nothingOfTheFileSystemIsShared() {
    if (!RemoteMachine::canHide())
      QSKIP("this machine lets nobody make a mount namespace");
    m_program = PSTUDIO_PROTON_COLLECT;
    m_remote = std::make_unique<RemoteMachine>(PSTUDIO_PROTON_COLLECT);
    writeSpecOfFiles(*m_folder);
    const QStringList common{path("files.json"), "--progress=none",
                             "--mode",           "default:callbacks=count_bytes@load",
                             "--callbacks",      path("cb.c")};
    const Finished local = runToEnd(m_program, QStringList{"run", "-o", path("here.pftrace"),
                                                           "--callback-output", path("here.npy")} +
                                                   common);
    QVERIFY2(local.exitCode == 0, qPrintable(local.err));
    const Finished remote =
        runToEnd(m_program, QStringList{"run", "-o", output(), "--callback-output",
                                        path("there.npy"), "--keep-capture", path("raw.pscapture"),
                                        "--worker", m_remote->commandWithout(m_folder->path())} +
                                common);
    QVERIFY2(remote.exitCode == 0, qPrintable(remote.err));
    QCOMPARE(QString(remote.out).replace(output(), "F"),
             QString(local.out).replace(path("here.pftrace"), "F"));
    const auto counted = readNpy(path("there.npy").toStdString());
    QVERIFY(counted && counted->at(0) > 0.0);
    QVERIFY(std::ranges::equal(counted->bytes(), readNpy(path("here.npy").toStdString())->bytes()));
    const auto a = readTraceFile(path("here.pftrace").toStdString());
    const auto b = readTraceFile(output().toStdString());
    QCOMPARE(a->sliceCount(), b->sliceCount());
    QVERIFY(std::ranges::equal(a->sliceBegins(), b->sliceBegins()));
    const auto raw = readTraceFile(path("raw.pscapture").toStdString());
    QVERIFY2(raw, raw ? "" : raw.error().toString().c_str());
    QCOMPARE(raw->sliceCount(), a->sliceCount());
    requireRemoteClean();
  }

  void errorsNameTheFilesOfThisMachine() {
    m_program = PSTUDIO_PROTON_COLLECT;
    m_remote = std::make_unique<RemoteMachine>(PSTUDIO_PROTON_COLLECT);
    std::ofstream(path("kernel.mlir").toStdString()) << "module {\n  not an operation\n}";
    const Finished done = run("good", m_remote->command());
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "error: " + path("kernel.mlir") + ":2:");
    QVERIFY(!done.err.contains("proton-worker-"));
  }

  void recordsThatHadBeenDrainedAreKeptWhenTheLinkDies() {
    m_program = PSTUDIO_PROTON_COLLECT;
    m_remote = std::make_unique<RemoteMachine>(PSTUDIO_PROTON_COLLECT);
    QProcess process;
    process.start(m_program,
                  {"run", PSTUDIO_SOURCE_DIR "/tests/collector/kernels/stream_stalls.json", "-o",
                   output(), "--mode", "default:strategy=stream:slots=16", "--time-limit", "60",
                   "--progress=json", "--worker", m_remote->command(cuttable())});
    QVERIFY(waitForDrainedChunks(path("out"), 2, 49)); // on the client's side of the link
    cut(process);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    requireText(done.err, "the connection was lost while running");
    requireText(done.err, " bytes of its records had arrived, ");
    QCOMPARE(outputFolder(), QStringList{"result.partial.pftrace"});
    const auto trace = readTraceFile(path("out/result.partial.pftrace").toStdString());
    QVERIFY(trace && trace->sliceCount() >= 190);
    QVERIFY(std::ranges::any_of(
        trace->notes(), [](const Note &note) { return note.code == "run.connection-lost"; }));
    requireRemoteClean();
    requireNoProcessLeft();
  }
#endif
};

QTEST_GUILESS_MAIN(RemoteRunTest)
#include "remote_run_test.moc"
