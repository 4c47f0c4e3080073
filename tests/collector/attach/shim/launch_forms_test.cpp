// SPDX-License-Identifier: Apache-2.0
// Attributes, shared memory and residency of twins, with the rules of the driver.
#include <QScopeGuard>
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

const QString kDone = QStringLiteral("allocations 0\nevents 0\n");
/// The limit of a CTA, which Triton allows each kernel with more than 48 KiB.
const QString kLimit = QStringLiteral("232448");

/// The kernel `add` of an image, whose handle is "f", before `commands`.
QStringList withKernel(const AttachedRun &attached, const std::string &values,
                       const QStringList &commands) {
  const QString image = attached.image(
      "form", fakeImage("kernel add parameters=2 " + values + "\n", ImageKind::Cubin));
  return QStringList{"v2", "open", "module", "m", image, "function", "f", "m", "add"} + commands;
}

ServerScript scriptOf(const std::string &twinValues, const std::string &mayWait = {}) {
  ServerScript script = recordingScript();
  script.code = twinImage(twinValues);
  script.twin.mayWait = mayWait;
  return script;
}

} // namespace

class ShimLaunchFormsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void staticSharedMemoryOfATwinIsTakenOffTheLimit();
  void aLaunchWithoutRoomForTheTwinNamesTheSizes();
  void aLimitThatTheDriverRejectsFallsToWhatTheLaunchNeeds();
  void anAttributeThatTheDriverRejectsIsNamedWithItsValue();
  void aRejectedHintLeavesTheLaunchRecorded();
  void clusterAttributesOfTheOriginalAreSetOnTheTwin();
  void clusterAttributesOfTheCodeAreNotSetAgain();
  void aRejectedLaunchNamesWhatTheTwinTakes();
  void lowerResidencyOfAKernelThatNeverWaitsIsANote();
  void aTwinThatMayWaitAndWouldNotFitTheDeviceIsNotLaunched();
  void aCooperativeTwinThatWouldNotFitTheDeviceIsNotLaunched();
  void aClusterTwinThatWouldNotFitTheDeviceIsNotLaunched();
  void theServerReceivesTheFreeMemory();
  void littleDeviceMemoryLimitsTheRecords();
};

void ShimLaunchFormsTest::staticSharedMemoryOfATwinIsTakenOffTheLimit() {
  AttachedRun attached(scriptOf("static=1024"));
  const VictimOutcome outcome = attached.run(
      "victim", withKernel(attached, "",
                           {"attribute", "f", "8", kLimit, "shared", "65536", "launch", "f", "1",
                            "plain", "lastlaunch", "flush", "10000", "print"}));
  QCOMPARE(outcome.output,
           QStringLiteral("twin 8=231424 9=-1 14=0\ntotal 1\nlaunches twin=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimLaunchFormsTest::aLaunchWithoutRoomForTheTwinNamesTheSizes() {
  AttachedRun attached(scriptOf("static=1024"));
  const VictimOutcome outcome =
      attached.run("victim", withKernel(attached, "static=16",
                                        {"attribute", "f", "8", "232432", "shared", "232000",
                                         "launch", "f", "1", "plain", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(),
           std::string("shared.limit: the launch has 232000 bytes of dynamic shared memory, the "
                       "instrumented kernel 1024 bytes of static shared memory (the original 16), "
                       "the device allows 232448 bytes for a CTA\n"));
}

void ShimLaunchFormsTest::aLimitThatTheDriverRejectsFallsToWhatTheLaunchNeeds() {
  AttachedRun attached(scriptOf("most=70000"));
  const VictimOutcome outcome =
      attached.run("victim", withKernel(attached, "",
                                        {"attribute", "f", "8", kLimit, "shared", "65536", "launch",
                                         "f", "1", "plain", "lastlaunch"}));
  QCOMPARE(outcome.output, QStringLiteral("twin 8=65536 9=-1 14=0\n"));
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimLaunchFormsTest::anAttributeThatTheDriverRejectsIsNamedWithItsValue() {
  AttachedRun attached(scriptOf("static=1024 most=50000"));
  const VictimOutcome outcome =
      attached.run("victim", withKernel(attached, "",
                                        {"attribute", "f", "8", kLimit, "shared", "65536", "launch",
                                         "f", "1", "plain", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(),
           std::string("driver.error: cuFuncSetAttribute(MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536): "
                       "CUDA_ERROR_INVALID_VALUE; the launch has 65536 bytes of dynamic shared "
                       "memory, the instrumented kernel 1024 bytes of static shared memory (the "
                       "original 0), the device allows 232448 bytes for a CTA\n"));
}

void ShimLaunchFormsTest::aRejectedHintLeavesTheLaunchRecorded() {
  AttachedRun attached(scriptOf("hints=0"));
  const VictimOutcome outcome = attached.run(
      "victim", withKernel(attached, "",
                           {"attribute", "f", "9", "75", "launch", "f", "1", "plain", "print"}));
  QVERIFY2(outcome.output.startsWith(QStringLiteral("total 1\nlaunches twin=1\n")),
           qPrintable(outcome.output));
  QCOMPARE(attached.received().noticeLines(),
           std::string("attribute.recorded: cuFuncSetAttribute(PREFERRED_SHARED_MEMORY_CARVEOUT, "
                       "75): CUDA_ERROR_NOT_SUPPORTED\n"));
}

void ShimLaunchFormsTest::clusterAttributesOfTheOriginalAreSetOnTheTwin() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim",
      withKernel(attached, "", {"attribute", "f", "11", "2",     "attribute", "f",     "12",   "1",
                                "attribute", "f", "13", "1",     "attribute", "f",     "15",   "2",
                                "launch",    "f", "1",  "plain", "flush",     "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches twin=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(), std::string());
  QCOMPARE(attached.recordFiles().at(0).header.cluster, (Extents{2, 1, 1}));
}

void ShimLaunchFormsTest::clusterAttributesOfTheCodeAreNotSetAgain() {
  AttachedRun attached(scriptOf("cluster=2"));
  const VictimOutcome outcome =
      attached.run("victim", withKernel(attached, "cluster=2",
                                        {"launch", "f", "1", "plain", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches twin=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimLaunchFormsTest::aRejectedLaunchNamesWhatTheTwinTakes() {
  AttachedRun attached(scriptOf("launch=701 static=1024"));
  const VictimOutcome outcome = attached.run(
      "victim", withKernel(attached, "", {"shared", "4096", "launch", "f", "1", "plain", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(),
           std::string("driver.error: launch: error 701; 128 threads with 40 registers and 0 bytes "
                       "of local memory (32 and 0 without records), 4096 bytes of dynamic shared "
                       "memory\n"));
}

void ShimLaunchFormsTest::lowerResidencyOfAKernelThatNeverWaitsIsANote() {
  AttachedRun attached(scriptOf("ctas=1")); // 4 at once of the grid's 8, with the original 32
  const VictimOutcome outcome = attached.run(
      "victim", withKernel(attached, "", {"launch", "f", "1", "plain", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches twin=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(),
           std::string("residency.recorded: 8 CTAs, 32 run at once without records and 4 with "
                       "them\n"));
  const auto files = attached.recordFiles();
  QCOMPARE(files.at(0).header.residentCtas, uint64_t(4));
  QCOMPARE(files.at(0).header.originalResidentCtas, uint64_t(32));
}

void ShimLaunchFormsTest::aTwinThatMayWaitAndWouldNotFitTheDeviceIsNotLaunched() {
  AttachedRun attached(scriptOf("ctas=1", "a loop reads a flag"));
  const VictimOutcome outcome =
      attached.run("victim", withKernel(attached, "", {"launch", "f", "1", "plain", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(),
           std::string("cooperative: a loop reads a flag; 8 CTAs, 32 run at once without records "
                       "and 4 with them\n"));
}

void ShimLaunchFormsTest::aCooperativeTwinThatWouldNotFitTheDeviceIsNotLaunched() {
  AttachedRun attached(scriptOf("ctas=1"));
  const VictimOutcome outcome = attached.run(
      "victim", withKernel(attached, "", {"launch", "f", "1", "cooperative", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(),
           std::string("cooperative: the launch is cooperative; 8 CTAs, 32 run at once without "
                       "records and 4 with them\n"));
}

void ShimLaunchFormsTest::aClusterTwinThatWouldNotFitTheDeviceIsNotLaunched() {
  AttachedRun attached(scriptOf("ctas=1"));
  const VictimOutcome outcome =
      attached.run("victim", withKernel(attached, "", {"launch", "f", "1", "ex", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=1\n") + kDone);
  QCOMPARE(attached.received().noticeLines(),
           std::string("cooperative: CTAs of a cluster run together; 8 CTAs, 32 run at once "
                       "without records and 4 with them\n"));
}

void ShimLaunchFormsTest::theServerReceivesTheFreeMemory() {
  ServerScript script = scriptOf("ms=300");
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", withKernel(attached, "", {"launch", "f", "2", "plain", "flush", "10000"}));
  QCOMPARE(outcome.output, QString());
  const auto &wants = attached.received().wants;
  QCOMPARE(wants.at(0).freeBytes, uint64_t(1 << 20));
  QCOMPARE(wants.at(1).freeBytes, uint64_t((1 << 20) - 1024)); // the first launch holds 1024
}

void ShimLaunchFormsTest::littleDeviceMemoryLimitsTheRecords() {
  AttachedRun attached(recordingScript());
  attached.setVariable(QStringLiteral("FAKE_FREE_MEMORY"), QStringLiteral("400000"));
  const VictimOutcome outcome =
      attached.run("victim", withKernel(attached, "", {"launch", "f", "1", "plain"}));
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.received().wants.at(0).freeBytes, uint64_t(100000));
}

QTEST_GUILESS_MAIN(ShimLaunchFormsTest)
#include "launch_forms_test.moc"
