// SPDX-License-Identifier: Apache-2.0
// Begin and end of attached programs: exit codes, signals, folders, processes that outlive the
// command or disappear.
#include <QtTest>

#include <csignal>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "core/process/descriptor.h"
#include "tests/collector/attach/host/attach_run.h"

using namespace pstudio;
using pstudio::test::AttachRun;

class AttachEndsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void cleanup() { qunsetenv("NV_SANITIZER_INJECTION"); }

  void exitCodeIsTheProgramsOwn() {
    AttachRun run;
    const auto outcome = run.run({"exit=7"});
    QVERIFY(outcome);
    QCOMPARE(outcome->exitCode, 7);
    QCOMPARE(run.reported("program")[0]["exit_code"].toInt(), 7);
  }

  void killedProgramGives128AndItsSignal() {
    AttachRun run;
    const auto outcome = run.run(run.softmax() + QStringList{"launch=0,2", "raise=9"});
    QVERIFY(outcome);
    QCOMPARE(outcome->exitCode, 128 + SIGKILL);
    QCOMPARE(run.reported("recorded").size(), 1);
    QVERIFY(run.text().contains("did not end in the usual way"));
  }

  void signalsReachTheProgram() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) {
      AttachRun run;
      // Qt Test has a thread that does not block signals. A forked process does not have this
      // thread.
      const pid_t parent = ::fork();
      if (parent == 0) {
        const auto outcome =
            run.run(run.softmax() + QStringList{"await=" + QString::number(signal)});
        ::_exit(outcome ? outcome->exitCode : 99);
      }
      int status = 0;
      QCOMPARE(::waitpid(parent, &status, 0), parent);
      QVERIFY(WIFEXITED(status));
      QCOMPARE(WEXITSTATUS(status), 40 + signal);
    }
  }

  void sanitizersKeepTheProgramAsItIs() {
    qputenv("NV_SANITIZER_INJECTION", "1");
    AttachRun run;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.rejection(), "tool");
    QCOMPARE(run.reported("rejected")[0]["kernel"].toString(), "softmax_k");
    QVERIFY(run.text().contains("compute-sanitizer"));
  }

  void outputThatVanishesDoesNotChangeTheExitCode() {
    AttachRun run;
    run.request.command = {"/bin/sh", "-c", "rm -rf '" + run.request.output.string() + "'; exit 6"};
    const auto outcome = attach::attach(run.request, run.places);
    QVERIFY(outcome);
    QCOMPARE(outcome->exitCode, 6);
    QVERIFY(outcome->failure);
    QCOMPARE(outcome->failure->code, ErrorCode::Io);
  }

  void missingProgramIsAnError() {
    AttachRun run;
    run.request.command = {"/nonexistent/program"};
    const auto outcome = attach::attach(run.request, run.places);
    QVERIFY(!outcome);
    QCOMPARE(int(outcome.error().code), int(ErrorCode::Io));
    QCOMPARE(QString::fromStdString(outcome.error().where), "/nonexistent/program");
  }

  void folderThatCannotBeMadeIsAnError() {
    AttachRun run;
    AttachRun::write(run.path("file"), "x");
    run.request.output = run.path("file/out").toStdString();
    const auto outcome = run.run({"exit=0"});
    QVERIFY(!outcome);
    QCOMPARE(int(outcome.error().code), int(ErrorCode::Io));
  }

  void folderOfAnotherProgramIsNotTouched() {
    AttachRun run;
    QDir().mkpath(run.out());
    AttachRun::write(run.out("notes.txt"), "mine");
    const auto outcome = run.run({"exit=0"});
    QVERIFY(!outcome);
    QCOMPARE(int(outcome.error().code), int(ErrorCode::InvalidInput));
    QCOMPARE(QDir(run.out()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"notes.txt"});
  }

  void nextRunReplacesItsOwnFilesAndNoOthers() {
    AttachRun run;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.traces().size(), 1);
    const QString first = run.traces()[0];
    QVERIFY(QFile::copy(run.out(first), run.out("kept.0.pftrace")));
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.traces().size(), 2);
    QVERIFY(run.traces().contains("kept.0.pftrace"));
    QVERIFY(!run.traces().contains(first));
  }

  void folderThatAnotherRunWritesIsNotTouched() {
    AttachRun run;
    QVERIFY(run.run({"exit=0"}));
    const Descriptor folder(::open(run.request.output.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    QCOMPARE(::flock(folder.get(), LOCK_EX | LOCK_NB), 0);
    const auto outcome = run.run({"exit=0"});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::InvalidInput);
    QVERIFY(outcome.error().message.find("another proton-collect attach") != std::string::npos);
    QVERIFY(QFileInfo::exists(run.out("report.txt")));
  }

  void longPathsHaveTheirSocketElsewhere() {
    AttachRun run;
    run.request.output = run.path(QString(120, 'x')).toStdString();
    run.request.settings.keepsRaw = true;
    const QString seen = run.path("socket");
    QVERIFY(run.run(QStringList{"environment=PSTUDIO_ATTACH," + seen} + run.softmax() +
                    QStringList{"launch=0,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
    QFile file(seen);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString socket = QString::fromUtf8(file.readAll());
    QVERIFY(!socket.startsWith(run.out()));
    QVERIFY(run.text().contains(socket));
    QVERIFY(!QFileInfo::exists(QFileInfo(socket).path()));
  }

  void damagedPacketEndsItsConnectionAndNoOther() {
    AttachRun run;
    QStringList steps = run.softmax() + QStringList{"launch=0,2"};
    QVERIFY(run.run(QStringList{"garbage"} + steps));
    QCOMPARE(run.reported("recorded").size(), 1);
  }

  void processWithANumberThatIsTakenIsNotRecorded() {
    AttachRun run;
    const QStringList steps = run.softmax() + QStringList{"launch=0,2"};
    QVERIFY(run.run(steps + QStringList{"hello", "launch=0,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
  }

  void processThatOutlivesTheCommandIsStillServed() {
    AttachRun run;
    const auto outcome =
        run.run(QStringList{"hello", "detach"} + run.softmax() + QStringList{"launch=0,2"});
    QVERIFY(outcome);
    QCOMPARE(outcome->exitCode, 0);
    QCOMPARE(run.reported("recorded").size(), 1);
  }

  void processThatStaysIsLeftAlone() {
    AttachRun run;
    run.request.descendantTimeout = std::chrono::milliseconds(100);
    const QString gone = run.path("gone");
    const auto outcome = run.run(QStringList{"hello", "detach"} + run.softmax() +
                                 QStringList{"gone", "touch=" + gone});
    QVERIFY(outcome);
    QVERIFY(run.text().contains("were still running"));
    QTRY_VERIFY(QFileInfo::exists(gone)); // the process continues after the end of the server
  }

  void programGoesOnWhenItsParentIsKilled() {
    AttachRun run;
    const QString ready = run.path("ready"), gone = run.path("gone");
    const pid_t parent = ::fork();
    if (parent == 0) {
      static_cast<void>(run.run(run.softmax() + QStringList{"launch=0,2", "touch=" + ready, "gone",
                                                            "launch=0,2", "touch=" + gone}));
      ::_exit(0);
    }
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(ready), 30'000);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    QTRY_VERIFY(QFileInfo::exists(gone));
  }

  void environmentIsPrependedAndKept() {
    AttachRun run;
    qputenv("PYTHONPATH", "/before");
    QVERIFY(run.run({"environment=PYTHONPATH," + run.path("seen")}));
    qunsetenv("PYTHONPATH");
    QFile file(run.path("seen"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()),
             QString::fromStdString(run.places.python.string()) + ":/before");
  }

  void programWithoutAGpuIsReportedAsSuch() {
    AttachRun run;
    const auto outcome = run.run({});
    QVERIFY(outcome);
    QVERIFY(outcome->summary.find("no process of the command used a GPU") != std::string::npos);
  }

  void launchesOfUnseenKernelsAreCounted() {
    AttachRun run;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2", "unknown=5"}));
    QVERIFY(run.text().contains("5 launches of kernels whose code was not seen"));
  }
};

QTEST_GUILESS_MAIN(AttachEndsTest)
#include "attach_ends_test.moc"
