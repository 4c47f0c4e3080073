// SPDX-License-Identifier: Apache-2.0
// Runs through a worker process that behaves well or badly.
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include "app/run/run_controller.h"
#include "app/run/target_query.h"
#include "app/settings/text.h"
#include "tests/app/support/window_fixture.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr int kLimitMs = 20000;

/// One controller, one folder, and what came of the run.
struct Run {
  explicit Run(const WorkerCommand &worker) {
    request.specText = "{}";
    request.folder = "/";
    request.output = toPath(folder.filePath(QStringLiteral("out.pftrace")));
    request.temporary = toPath(folder.filePath(QStringLiteral("out.pftrace.part")));
    QObject::connect(&controller, &RunController::failed, &controller,
                     [this](const RunFailure &f) { failure = f; });
    started = controller.start(worker, request);
  }
  bool waitForEnd() {
    return QTest::qWaitFor([this] { return !controller.isRunning(); }, kLimitMs);
  }
  bool isCleanedUp() const { return !QFileInfo::exists(pathToQString(request.temporary)); }

  QTemporaryDir folder;
  RunRequest request;
  RunController controller;
  std::optional<RunFailure> failure;
  Result<void> started;
};

} // namespace

class RunControllerTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

  void crashedWorkerIsReportedWithItsSignalStageAndLog() {
    Run run(fakeWorker(QStringLiteral("crash")));
    QVERIFY(run.waitForEnd());
    QVERIFY(run.failure);
    QCOMPARE(run.failure->error.message,
             std::string("the worker process was terminated by SIGSEGV (Segmentation fault)"));
    QCOMPARE(run.failure->error.where, std::string("stage launch"));
    QCOMPARE(run.failure->stage, QStringLiteral("launch"));
    QVERIFY(run.failure->log.contains(QStringLiteral("compiling something")));
    QVERIFY(run.failure->log.contains(QStringLiteral("the driver says something")));
    QVERIFY(run.isCleanedUp());
  }

  void killedWorkerIsReportedAsKilled() {
    Run run(fakeWorker(QStringLiteral("hang")));
    QVERIFY(QTest::qWaitFor([&] { return run.controller.stage() == QLatin1String("launch"); },
                            kLimitMs));
    QCOMPARE(::kill(static_cast<pid_t>(run.controller.workerProcessId()), SIGKILL), 0);
    QVERIFY(run.waitForEnd());
    QVERIFY(run.failure);
    QCOMPARE(run.failure->error.message,
             std::string("the worker process was killed, probably because memory ran out"));
    QVERIFY(run.isCleanedUp());
  }

  void reportOfThePassesGoesWithARunThatIsCutOff() {
    QTemporaryDir folder;
    const QString passes = folder.filePath(QStringLiteral("out.passes.json"));
    writeBytes(passes, "{}");
    {
      RunRequest request;
      request.specText = "{}";
      request.folder = "/";
      request.output = toPath(folder.filePath(QStringLiteral("out.pftrace")));
      request.temporary = toPath(folder.filePath(QStringLiteral("out.pftrace.part")));
      request.passes = toPath(passes);
      RunController controller;
      QVERIFY(controller.start(fakeWorker(QStringLiteral("hang")), request));
      QVERIFY(
          QTest::qWaitFor([&] { return controller.stage() == QLatin1String("launch"); }, kLimitMs));
    }
    QVERIFY(QDir(folder.path()).isEmpty());
  }

  void workerThatEndsWithoutAnswerIsReportedWithItsExitCode() {
    Run run(fakeWorker(QStringLiteral("exit")));
    QVERIFY(run.waitForEnd());
    QVERIFY(run.failure);
    QVERIFY(run.failure->error.message.find("exit code 7") != std::string::npos);
  }

  void errorOfTheWorkerArrivesUnchanged() {
    Run run(fakeWorker(QStringLiteral("error")));
    QVERIFY(run.waitForEnd());
    QVERIFY(run.failure);
    QCOMPARE(run.failure->error.where, std::string("k.mlir:12:5"));
    QCOMPARE(run.failure->error.message, std::string("read of A at index 4096 of 4096"));
    QCOMPARE(run.failure->error.hint, std::string("check the bounds"));
  }

  void outputThatIsNoFrameEndsTheRun() {
    Run run(fakeWorker(QStringLiteral("garbage")));
    QVERIFY(run.waitForEnd());
    QVERIFY(run.failure);
    QVERIFY(run.failure->error.hint.find("version") != std::string::npos);
  }

  void workerOfAnotherVersionIsRejected() {
    Run run(fakeWorker(QStringLiteral("version")));
    QVERIFY(run.waitForEnd());
    QVERIFY(run.failure);
    QCOMPARE(run.failure->error.code, ErrorCode::Unsupported);
  }

  void missingProgramIsAnErrorWithItsPath() {
    Run run({QStringLiteral("/nowhere/proton-collect")});
    QVERIFY(run.waitForEnd());
    QVERIFY(run.failure);
    QCOMPARE(run.failure->error.where, std::string("/nowhere/proton-collect"));
  }

  void obedientWorkerIsCancelledAtOnce() {
    Run run(fakeWorker(QStringLiteral("obedient")));
    QSignalSpy cancelled(&run.controller, &RunController::cancelled);
    QVERIFY(QTest::qWaitFor([&] { return run.controller.stage() == QLatin1String("launch"); },
                            kLimitMs));
    QElapsedTimer clock;
    clock.start();
    run.controller.cancel();
    QVERIFY(run.waitForEnd());
    QCOMPARE(cancelled.count(), 1);
    QVERIFY(clock.elapsed() < RunController::kCancelGrace.count());
    QVERIFY(!run.failure);
  }

  void deafWorkerIsKilledAfterTheGraceTime() {
    Run run(fakeWorker(QStringLiteral("hang")));
    QSignalSpy cancelled(&run.controller, &RunController::cancelled);
    QVERIFY(QTest::qWaitFor([&] { return run.controller.stage() == QLatin1String("launch"); },
                            kLimitMs));
    run.controller.cancel();
    QVERIFY(run.waitForEnd());
    QCOMPARE(cancelled.count(), 1);
    QVERIFY(run.isCleanedUp());
  }

  void secondRunIsRejectedWhileOneIsRunning() {
    Run run(fakeWorker(QStringLiteral("hang")));
    QVERIFY(run.started);
    QVERIFY(!run.controller.start(fakeWorker(QStringLiteral("hang")), run.request));
    run.controller.cancel();
    QVERIFY(run.waitForEnd());
  }

  void targetLinesAreRead() {
    const auto targets = parseTargets(
        "{\"target\":\"cpu\",\"description\":\"CPU model: 4 virtual SMs\",\"available\":true,"
        "\"reason\":\"\",\"offers\":[]}\n"
        "{\"target\":\"cuda\",\"description\":\"NVIDIA GPU\",\"available\":false,"
        "\"reason\":\"no driver found\",\"offers\":[]}\nno JSON\n\n"
        "{\"target\":\"lab/cuda\",\"description\":\"H200\",\"available\":true,"
        "\"reason\":\"\",\"offers\":[\"CUPTI 13.0\"]}\n"
        "{\"remote\":\"desk\",\"reason\":\"no worker\",\"hint\":\"start it\"}\n");
    QCOMPARE(targets.size(), 4);
    QCOMPARE(targets[2].name, QStringLiteral("lab/cuda"));
    QCOMPARE(targets[2].offers, QStringList{QStringLiteral("CUPTI 13.0")});
    QCOMPARE(targets[3].name, QStringLiteral("desk/"));
    QVERIFY(!targets[3].isAvailable);
    QCOMPARE(targets[3].reason, QStringLiteral("no worker. start it"));
    QCOMPARE(targets[0].name, QStringLiteral("cpu"));
    QCOMPARE(targets[0].description, QStringLiteral("CPU model: 4 virtual SMs"));
    QVERIFY(targets[0].isAvailable);
    QVERIFY(!targets[1].isAvailable);
    QCOMPARE(targets[1].reason, QStringLiteral("no driver found"));
  }
};

QTEST_MAIN(RunControllerTest)
#include "run_controller_test.moc"
