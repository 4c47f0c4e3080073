// SPDX-License-Identifier: Apache-2.0
// Whatever fails, the program runs its original kernels, to its own end.
#include <cstring>

#include <elf.h>

#include <QElapsedTimer>
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

const QString kThreeOriginals =
    QStringLiteral("total 3\nlaunches add=3\nallocations 0\nevents 0\n");

/// Three launches of `add`, all of them chosen.
VictimOutcome runThree(AttachedRun &attached, const QStringList &before = {},
                       const QString &how = QStringLiteral("plain")) {
  return attached.run("victim",
                      before + QStringList{"launch", "f", "3", how, "flush", "10000", "print"});
}

QStringList opened(const AttachedRun &attached) {
  return {"v2",       "open", "module", "m",  attached.image("plain", plainImage()),
          "function", "f",    "m",      "add"};
}

} // namespace

class ShimFailureTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aTwinThatFailsLeavesTheOriginal_data();
  void aTwinThatFailsLeavesTheOriginal();
  void anImageThatTheDriverRejectsIsNotRead();
  void aHandleThatBecameAnotherKernelIsNotSwapped();
  void aRejectedKernelIsNotAskedForAgain();
  void aRejectedLaunchLeavesTheLaterOnes();
  void aProgramWithoutFreeDescriptorsIsRecordedLater();
  void aKernelThatKeepsFailingIsGivenUp();
  void kernelsBeyondTheTableAreCountedTogether();
  void aLateTwinIsNotWaitedFor();
  void withoutAWaitTheNextLaunchIsRecordedInstead();
  void launchesWithoutAWaitShareOneRequest();
  void aRejectionEndsPostponedLaunches();
  void memoryOfAllRecordsHasALimit();
  void launchesHaveALimit();
  void aServerThatEndsChangesNothing_data();
  void aServerThatEndsChangesNothing();
  void aServerThatNeverAnswersIsGivenUp();
  void aServerThatAnswersNonsenseIsGivenUp_data();
  void aServerThatAnswersNonsenseIsGivenUp();
  void withoutAServerTheProgramRuns();
  void aFullDiskIsNoSignal();
  void aFullDiskForTheCountersIsNoSignal();
  void filesOfAnEarlierProgramOfTheProcessAreLeftAlone();
  void closedDescriptorsAreNotUsed();
  void aForkedChildLeavesTheProgramsDescriptorOpen();
  void aTwinThatFaultsIsNamed();
  void aSpillingTwinIsRecordedWithANotice();
  void aSpillingCooperativeTwinIsNotLaunched();
  void aFailingTwinLeavesACaptureValid();
  void aTwinForNoCtaIsNotLaunched();
  void aHandleOfNoKernelIsTheDriversConcern();
  void aLaunchAfterTheDriversEndIsTheDriversConcern();
  void aKernelThatNeverEndsIsNotAskedForAfterTheDriversEnd();
};

void ShimFailureTest::aTwinThatFailsLeavesTheOriginal_data() {
  QTest::addColumn<QByteArray>("code");
  QTest::addColumn<QString>("entry");
  QTest::addColumn<quint64>("blockBytes");
  QTest::addColumn<QString>("notice");
  const auto good = QByteArray::fromStdString(twinImage());
  const auto image = [](const char *text) {
    return QByteArray::fromStdString(fakeImage(text, ImageKind::Cubin));
  };
  QTest::newRow("no image") << QByteArray("nothing") << "twin" << quint64(256)
                            << "driver.error: cuModuleLoadData: error 200";
  QTest::newRow("no code") << QByteArray() << "twin" << quint64(256)
                           << "driver.error: the server sent no code";
  QTest::newRow("no such kernel") << good << "absent" << quint64(256)
                                  << "driver.error: cuModuleGetFunction: error 500";
  QTest::newRow("launch") << QByteArray::fromStdString(twinImage("launch=701")) << "twin"
                          << quint64(256)
                          << "driver.error: launch: error 701; 128 threads with 40 registers and 0 "
                             "bytes of local memory (32 and 0 without records), 0 bytes of dynamic "
                             "shared memory";
  QTest::newRow("parameters") << image("kernel twin parameters=5\n") << "twin" << quint64(256)
                              << "twin.failed: its parameters are not those of the kernel";
  QTest::newRow("device memory") << good << "twin" << (quint64(100) << 20)
                                 << "memory.device: 419430400 bytes, cuMemAlloc: "
                                    "CUDA_ERROR_OUT_OF_MEMORY";
  QTest::newRow("overflow") << good << "twin" << ~quint64(0) << "memory.limit: ";
}

void ShimFailureTest::aTwinThatFailsLeavesTheOriginal() {
  QFETCH(QByteArray, code);
  QFETCH(QString, entry);
  QFETCH(quint64, blockBytes);
  QFETCH(QString, notice);
  ServerScript script = recordingScript();
  script.welcome.settings.mostRecordBytes = uint64_t(1) << 30;
  script.code = code.toStdString();
  script.twin.entry = entry.toStdString();
  script.twin.blockBytes = blockBytes;
  AttachedRun attached(script);
  const VictimOutcome outcome = runThree(attached, opened(attached));
  QCOMPARE(outcome.output, kThreeOriginals);
  const std::string line = notice.toStdString() + "\n";
  QCOMPARE(attached.received().noticeLines(), line + line + line);
  QCOMPARE(attached.received().notices[2].launch, uint64_t(3));
  QCOMPARE(attached.recordFiles().size(), size_t(0));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{3, 0, 0, 0}));
}

void ShimFailureTest::anImageThatTheDriverRejectsIsNotRead() {
  AttachedRun attached(recordingScript());
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = uint64_t(1) << 46; // far outside
  header.e_shnum = 10;
  header.e_shentsize = sizeof(Elf64_Shdr);
  const std::string bytes(reinterpret_cast<const char *>(&header), sizeof header);
  const VictimOutcome outcome = attached.run(
      "victim", {"v2", "open", "module", "m", attached.image("broken", bytes), "load",
                 "cuModuleLoadDataEx", "n", attached.image("broken", bytes), "exit", "4"});
  QCOMPARE(outcome.exitCode, 4);
  QCOMPARE(outcome.output,
           QStringLiteral("cuModuleLoadData answers 200\ncuModuleLoadDataEx answers 200\n"));
}

// The module goes and its handle is used again through functions that have no hook.
void ShimFailureTest::aHandleThatBecameAnotherKernelIsNotSwapped() {
  AttachedRun attached(recordingScript());
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome = attached.run(
      "victim",
      opened(attached) + QStringList{"module", "n", image, "hiddenunload", "m", "hidden", "g", "n",
                                     "other", "same", "f", "g", "launch", "g", "2", "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("same 1\ntotal 2\nlaunches other=2\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.received().noticeLines(),
           std::string("driver.error: the handle of the kernel is another kernel's now\n"));
  QCOMPARE(attached.received().seen.size(), size_t(2)); // the second launch has its own name
}

void ShimFailureTest::aRejectedKernelIsNotAskedForAgain() {
  ServerScript script = recordingScript();
  script.rejection = "code.none";
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.received().wants.size(), size_t(1));
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimFailureTest::aRejectedLaunchLeavesTheLaterOnes() {
  ServerScript script = recordingScript();
  script.rejection = "memory.limit";
  script.isRejectionFinal = false;
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.received().wants.size(), size_t(3));
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimFailureTest::aProgramWithoutFreeDescriptorsIsRecordedLater() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) + QStringList{"descriptors", "3", "launch", "f", "1", "plain",
                                               "descriptors", "1024", "launch", "f", "1", "plain",
                                               "flush", "10000", "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("total 2\nlaunches add=1 twin=1\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.received().noticeLines(),
           std::string("twin.late: no connection to proton-collect\n"));
}

void ShimFailureTest::aKernelThatKeepsFailingIsGivenUp() {
  ServerScript script = recordingScript();
  script.code = twinImage("launch=701");
  script.welcome.settings.mostLaunches = 2;
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.received().wants.size(), size_t(2));
  QCOMPARE(attached.received().notices.size(), size_t(2));
}

void ShimFailureTest::kernelsBeyondTheTableAreCountedTogether() {
  AttachedRun attached;
  std::string text;
  for (uint32_t i = 0; i < kMostKernels + 5; ++i)
    text += "kernel k" + std::to_string(i) + " parameters=2\n";
  const QString image = attached.image("many", fakeImage(text, ImageKind::Cubin));
  const VictimOutcome outcome =
      attached.run("victim", {"v2", "open", "module", "m", image, "launchall", "m",
                              QString::number(kMostKernels + 5)});
  QCOMPARE(outcome.output, QString());
  const CounterFile counters = attached.counterFiles().at(0);
  QCOMPARE(counters.uncounted, uint64_t(5));
  QCOMPARE(counters.rows.size(), size_t(kMostKernels));
  QCOMPARE(attached.received().seen.size(), size_t(kMostKernels));
  QCOMPARE(attached.received().seen.back().name, std::string("k8191"));
}

void ShimFailureTest::aLateTwinIsNotWaitedFor() {
  ServerScript script = recordingScript();
  script.isSilentAt = MessageType::WantTwin;
  script.welcome.settings.twinTimeoutMs = 20;
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.received().noticeLines(),
           std::string("twin.late: \ntwin.late: \ntwin.late: \n"));
}

void ShimFailureTest::withoutAWaitTheNextLaunchIsRecordedInstead() {
  ServerScript script = recordingScript();
  script.welcome.settings.waitsForTwins = false;
  script.choices["add"] = {{1, 1, 1}};
  script.answersAtNotice = true;
  AttachedRun attached(script);
  // The choice of `other` comes after the answer for the twin of `add`.
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) + QStringList{"launch", "f", "1", "plain", "function", "g", "m",
                                               "other", "launch", "g", "1", "plain", "launch", "f",
                                               "2", "plain", "flush", "10000", "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("total 4\nlaunches add=2 other=1 twin=1\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.recordFiles().size(), size_t(1));
  QCOMPARE(attached.recordFiles()[0].header.launch, uint64_t(2));
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.noticeLines(), std::string("twin.postponed: \npostponed.recorded: launch 1\n"));
  QCOMPARE(received.notices[0].launch, uint64_t(1));
  QCOMPARE(received.notices[1].launch, uint64_t(2));
  QCOMPARE(received.wants.size(), size_t(1));
  QCOMPARE(received.wants[0].launch, uint64_t(1));
}

void ShimFailureTest::launchesWithoutAWaitShareOneRequest() {
  ServerScript script = recordingScript();
  script.welcome.settings.waitsForTwins = false;
  script.isSilentAt = MessageType::WantTwin;
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.wants.size(), size_t(1));
  QCOMPARE(received.noticeLines(),
           std::string("twin.postponed: \ntwin.postponed: \ntwin.postponed: \n"));
}

void ShimFailureTest::aRejectionEndsPostponedLaunches() {
  ServerScript script = recordingScript();
  script.welcome.settings.waitsForTwins = false;
  script.rejection = "code.none";
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.received().wants.size(), size_t(1));
}

void ShimFailureTest::memoryOfAllRecordsHasALimit() {
  ServerScript script = recordingScript();
  script.code = twinImage("ms=1000");
  script.welcome.settings.mostRecordBytes = 2500; // two launches of 1024 bytes
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output,
           QStringLiteral("total 3\nlaunches add=1 twin=2\nallocations 0\nevents 0\n"));
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.noticeLines(),
           std::string("memory.limit: 1024 bytes, 2048 bytes are in use by earlier launches\n"));
}

void ShimFailureTest::launchesHaveALimit() {
  ServerScript script = recordingScript();
  script.welcome.settings.mostLaunches = 1;
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output,
           QStringLiteral("total 3\nlaunches add=2 twin=1\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.received().noticeLines(), std::string("most.launches: \n"));
  QCOMPARE(attached.received().notices[0].launch, uint64_t(2));
}

void ShimFailureTest::aServerThatEndsChangesNothing_data() {
  QTest::addColumn<int>("type");
  QTest::newRow("Hello") << int(MessageType::Hello);
  QTest::newRow("KernelSeen") << int(MessageType::KernelSeen);
  QTest::newRow("WantTwin") << int(MessageType::WantTwin);
  QTest::newRow("Notice") << int(MessageType::Notice);
}

void ShimFailureTest::aServerThatEndsChangesNothing() {
  QFETCH(int, type);
  ServerScript script = recordingScript();
  script.endsAt = static_cast<MessageType>(type);
  AttachedRun attached(script);
  QElapsedTimer timer;
  timer.start();
  // The last notice goes into a connection that has no other end: no signal may come of it.
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"notice", "tool", "one", "launch", "f",
                                                            "3", "notice", "tool", "two", "print"});
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(outcome.output, kThreeOriginals);
  QVERIFY2(timer.elapsed() < 20000, "the program waited for a server that was gone");
}

void ShimFailureTest::aServerThatNeverAnswersIsGivenUp() {
  ServerScript script = recordingScript();
  script.isSilentAt = MessageType::KernelSeen;
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.received().seen.size(), size_t(1));
  QCOMPARE(attached.received().wants.size(), size_t(0));
}

void ShimFailureTest::aServerThatAnswersNonsenseIsGivenUp_data() {
  QTest::addColumn<int>("type");
  QTest::newRow("Hello") << int(MessageType::Hello);
  QTest::newRow("KernelSeen") << int(MessageType::KernelSeen);
  QTest::newRow("WantTwin") << int(MessageType::WantTwin);
}

void ShimFailureTest::aServerThatAnswersNonsenseIsGivenUp() {
  QFETCH(int, type);
  ServerScript script = recordingScript();
  script.answersWrongAt = static_cast<MessageType>(type);
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.recordFiles().size(), size_t(0));
}

void ShimFailureTest::withoutAServerTheProgramRuns() {
  AttachedRun attached(recordingScript());
  attached.received(); // the thread ends, the socket stays
  QFile::remove(attached.folder() + QStringLiteral("/socket"));
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.fileNames(), QStringList());
}

void ShimFailureTest::aFullDiskIsNoSignal() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      runThree(attached, opened(attached) + QStringList{"filelimit", "4500"});
  QCOMPARE(outcome.output, kThreeOriginals);
  QCOMPARE(attached.received().notices.size(), size_t(3));
  QCOMPARE(attached.received().notices[0].code, std::string("disk.full"));
  QCOMPARE(attached.recordFiles().size(), size_t(0));
}

void ShimFailureTest::aFullDiskForTheCountersIsNoSignal() {
  AttachedRun attached(recordingScript());
  QStringList commands = opened(attached);
  commands.insert(1, QStringLiteral("4500"));
  commands.insert(1, QStringLiteral("filelimit"));
  QCOMPARE(runThree(attached, commands).output, kThreeOriginals);
  QCOMPARE(attached.received().noticeLines(),
           std::string("disk.full: the counters of the process\n"));
  QCOMPARE(attached.fileNames(), QStringList{QStringLiteral("socket")});
}

void ShimFailureTest::closedDescriptorsAreNotUsed() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      runThree(attached, opened(attached) + QStringList{"launch", "f", "1", "plain", "flush",
                                                        "10000", "closefiles", "occupy", "notice",
                                                        "tool", "unseen", "occupied"});
  QCOMPARE(outcome.output,
           QStringLiteral("received 0\ntotal 4\nlaunches add=3 twin=1\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimFailureTest::filesOfAnEarlierProgramOfTheProcessAreLeftAlone() {
  AttachedRun attached(recordingScript());
  const QStringList second =
      opened(attached) + QStringList{"launch", "f", "3", "plain", "flush", "10000", "print"};
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) +
                    QStringList{"launch", "f", "1", "plain", "flush", "10000", "exec"} +
                    second.mid(1));
  QCOMPARE(outcome.output, kThreeOriginals);
  QCOMPARE(attached.received().hellos.size(), size_t(3)); // one of them for the twin
  QCOMPARE(attached.received().noticeLines(),
           std::string("files.taken: the counters of the process\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{1, 0, 0, 1}));
  QCOMPARE(attached.recordFiles().size(), size_t(1));
}

void ShimFailureTest::aForkedChildLeavesTheProgramsDescriptorOpen() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"launch", "f", "1", "plain", "flush",
                                                            "10000", "closefiles", "occupy", "fork",
                                                            "kept", "leave", "end"});
  QCOMPARE(outcome.output, QStringLiteral("kept 1\nchild 0\n"));
}

void ShimFailureTest::aTwinThatFaultsIsNamed() {
  ServerScript script = recordingScript();
  script.code = twinImage("fault=700");
  script.choices["add"] = {{2, 9, 1}};
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"launch", "f", "2", "plain", "flush",
                                                            "10000", "sync"});
  QCOMPARE(outcome.output, QStringLiteral("sync answers 700\n"));
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(1));
  QCOMPARE(files[0].state, RecordState::Failed);
  QCOMPARE(files[0].header.result, 700);
  QCOMPARE(attached.received().noticeLines(), std::string("fault: cuEventQuery: error 700\n"));
}

void ShimFailureTest::aSpillingTwinIsRecordedWithANotice() {
  ServerScript script = recordingScript();
  script.code = twinImage("local=48");
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"launch", "f", "1", "plain"});
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.received().noticeLines(),
           std::string("spill.recorded: 48 bytes of a thread\n"));
  QCOMPARE(attached.recordFiles().at(0).header.localBytes, 48);
}

void ShimFailureTest::aSpillingCooperativeTwinIsNotLaunched() {
  ServerScript script = recordingScript();
  script.code = twinImage("local=48");
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached), QStringLiteral("cooperative")).output,
           kThreeOriginals);
  QCOMPARE(attached.recordFiles().size(), size_t(0));
  QCOMPARE(attached.received().notices.at(0).code, std::string("spill"));
}

void ShimFailureTest::aFailingTwinLeavesACaptureValid() {
  ServerScript script = recordingScript();
  script.code = twinImage("launch=701");
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) + QStringList{"stream", "capture", "0", "swapstream", "launch",
                                               "f", "3", "swapstream", "endcapture", "print"});
  QCOMPARE(outcome.output, kThreeOriginals);
  QCOMPARE(attached.received().notices.size(), size_t(3));
}

void ShimFailureTest::aTwinForNoCtaIsNotLaunched() {
  ServerScript script = recordingScript();
  script.twin.recordedCtas = 0;
  AttachedRun attached(script);
  QCOMPARE(runThree(attached, opened(attached)).output, kThreeOriginals);
  QCOMPARE(attached.received().notices.at(0).text, std::string("it records no CTA"));
}

void ShimFailureTest::aHandleOfNoKernelIsTheDriversConcern() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"launch", "g", "1", "unload", "m",
                                                            "launch", "f", "1"});
  QCOMPARE(outcome.output, QStringLiteral("launch answers 400\nlaunch answers 400\n"));
  QCOMPARE(attached.counterFiles().at(0).unknown, uint64_t(2));
}

void ShimFailureTest::aLaunchAfterTheDriversEndIsTheDriversConcern() {
  AttachedRun attached(recordingScript());
  QStringList commands = opened(attached);
  commands.insert(1, QStringLiteral("f"));
  commands.insert(1, QStringLiteral("late"));
  const VictimOutcome outcome = attached.run("victim", commands + QStringList{"launch", "f", "1"});
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(outcome.output, QStringLiteral("late 4\n"));
  QCOMPARE(attached.recordFiles().size(), size_t(1));
  QCOMPARE(attached.recordFiles().at(0).state, RecordState::Arrived);
  QCOMPARE(attached.received().noticeLines(),
           std::string("driver.error: cuStreamIsCapturing: error 4\n"));
}

void ShimFailureTest::aKernelThatNeverEndsIsNotAskedForAfterTheDriversEnd() {
  ServerScript script = recordingScript();
  script.code = twinImage("ms=100000");
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"launch", "f", "2", "plain"});
  QCOMPARE(outcome.output, QString());
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(2));
  for (const RecordFile &file : files)
    QCOMPARE(file.state, RecordState::Launched);
}

QTEST_GUILESS_MAIN(ShimFailureTest)
#include "failure_test.moc"
