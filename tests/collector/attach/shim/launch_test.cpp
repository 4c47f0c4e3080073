// SPDX-License-Identifier: Apache-2.0
// Selected launches run the instrumented twin, write their records to a file, and compute the
// original result.
#include <QScopeGuard>
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"
#include "tests/collector/attach/shim/event_files.h"
#include "tests/support/verify_result.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

const QString kDone = QStringLiteral("allocations 0\nevents 0\n");

QStringList withModule(const QString &image, const QStringList &commands) {
  return QStringList{"v2", "open", "module", "m", image, "function", "f", "m", "add"} + commands;
}

} // namespace

class ShimLaunchTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aChosenLaunchLeavesItsRecords();
  void aLaunchOfAPackedBufferIsLengthened();
  void aClusterLaunchKeepsItsConfiguration();
  void rangesWithStepsChooseTheirNumbers();
  void numbersCountTheLaunchesOfAName();
  void handlesOfEqualImagesAreOneKernel();
  void theSourceIsSentBeforeTheKernel();
  void aSourceThatComesLaterAsksAgain();
  void theServerKnowsTheProcess();
  void theServerKnowsTheRankAndTheDevices();
  void theNumberOfRanksIsThatOfTheSameLauncher();
  void aHandleThatIsUsedAgainIsItsNewKernel();
  void eachContextLoadsItsTwin();
  void aDestroyedContextLeavesItsRecords();
  void capturedLaunchesAreCountedAndNotSwapped_data();
  void capturedLaunchesAreCountedAndNotSwapped();
  void theEndOfNoCaptureLeavesTheCount();
  void aCaptureOfAnotherStreamStaysValid();
  void autotunedLaunchesAreNotCounted();
  void autotunedLaunchesCountOnRequest();
  void launchesInAnOperationNameIt();
  void attributesOfTheOriginalAreThoseOfTheTwin();
  void memoryOfRecordsWaitsForNoKernel();
  void aDeviceWithoutPoolsRecordsAsWell();
  void recordsArriveAtTheEndOfTheProgram();
  void aKilledProgramLeavesItsCounters();
  void aForkedChildBeginsAnew();
  void aForkedChildThatUsesNothingIsSilent();
  void listingMakesNoTwin();
  void aTwinWithoutABufferHasTheSameArguments();
};

void ShimLaunchTest::aChosenLaunchLeavesItsRecords() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{3, 3, 1}};
  script.twin.twin = 17;
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim",
      withModule(attached.image("plain", plainImage()),
                 {"stream", "launch", "f", "5", "plain", "sync", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 5\nlaunches add=4 twin=1\n") + kDone);
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.noticeLines(), std::string());
  QCOMPARE(received.wants.size(), size_t(1));
  QCOMPARE(received.wants[0].launch, uint64_t(3));
  QCOMPARE(received.wants[0].grid, (Extents{8, 1, 1}));
  QCOMPARE(received.wants[0].block, (Extents{128, 1, 1}));
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(1));
  const RecordHeader &header = files[0].header;
  QCOMPARE(files[0].state, RecordState::Arrived);
  QCOMPARE(header.result, 0);
  QCOMPARE(header.process, received.hellos[0].process);
  QCOMPARE(header.kernel, 0u);
  QCOMPARE(header.twin, 17u);
  QCOMPARE(header.launch, uint64_t(3));
  QCOMPARE(header.grid, (Extents{8, 1, 1}));
  QCOMPARE(header.block, (Extents{128, 1, 1}));
  QCOMPARE(header.registers, 40);
  QCOMPARE(header.originalRegisters, 32);
  QCOMPARE(header.blockBytes, uint64_t(256));
  QCOMPARE(header.recordedCtas, uint64_t(4));
  QVERIFY(header.stream != 0);
  QVERIFY(header.launchBegin <= header.launchEnd && header.launchBegin > 0);
  QVERIFY(header.hostCost > 0);
  QCOMPARE(header.smClockKHz, 1980000);
  QCOMPARE(std::string(header.deviceName.data()), std::string("Fake GPU"));
  QCOMPARE(files[0].records.size(), size_t(1024));
  // The twin writes this value at byte i (fake_driver/fake_work.cpp).
  for (size_t i = 0; i < files[0].records.size(); ++i)
    QCOMPARE(files[0].records[i], static_cast<char>(i * 7 + 3));
}

void ShimLaunchTest::aLaunchOfAPackedBufferIsLengthened() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"launch", "f", "2", "extra", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 2\nlaunches twin=2\n") + kDone);
  QCOMPARE(attached.recordFiles().size(), size_t(2));
}

void ShimLaunchTest::aClusterLaunchKeepsItsConfiguration() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"launch", "f", "1", "ex", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches twin=1\n") + kDone);
  const auto files = attached.recordFiles();
  QCOMPARE(files.at(0).header.cluster, (Extents{2, 1, 1}));
  QCOMPARE(files.at(0).header.dynamicSharedBytes, 1024u);
}

void ShimLaunchTest::rangesWithStepsChooseTheirNumbers() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{2, 2, 1}, {5, 11, 3}};
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()), {"launch", "f", "12", "plain"}));
  QCOMPARE(outcome.output, QString());
  std::vector<uint64_t> numbers;
  for (const WantTwin &want : attached.received().wants)
    numbers.push_back(want.launch);
  QCOMPARE(numbers, (std::vector<uint64_t>{2, 5, 8, 11}));
}

void ShimLaunchTest::numbersCountTheLaunchesOfAName() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{3, 3, 1}};
  AttachedRun attached(script);
  // The same name in two images: two kernels, one count.
  const QString first = attached.image("first", plainImage());
  const QString second = attached.image("second", plainImage() + "different");
  const VictimOutcome outcome =
      attached.run("victim", withModule(first, {"module", "n", second, "function", "g", "n", "add",
                                                "launch", "f", "2", "plain", "launch", "g", "2",
                                                "plain", "flush", "10000", "print"}));
  // Text after an image's last segment is not part of the image: both images are equal.
  QCOMPARE(outcome.output, QStringLiteral("total 4\nlaunches add=3 twin=1\n") + kDone);
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.seen.size(), size_t(1));
  QCOMPARE(received.wants.at(0).launch, uint64_t(3));
}

void ShimLaunchTest::handlesOfEqualImagesAreOneKernel() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{3, 4, 1}};
  AttachedRun attached(script);
  const QString first = attached.image("first", plainImage());
  const QString second = attached.image(
      "second", fakeImage("kernel add parameters=2 registers=33\n", ImageKind::Cubin));
  const VictimOutcome outcome =
      attached.run("victim", withModule(first, {"module", "n", second, "function", "g", "n", "add",
                                                "launch", "f", "2", "plain", "launch", "g", "2",
                                                "plain", "launch", "f", "1", "plain"}));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.seen.size(), size_t(2));
  QVERIFY(received.seen[0].imageHash != received.seen[1].imageHash);
  QCOMPARE(received.seen[1].name, std::string("add"));
  QCOMPARE(received.wants.size(), size_t(2));
  QCOMPARE(received.wants[0].kernel, 1u); // launches 3 and 4 are of the second image
  QCOMPARE(received.wants[1].launch, uint64_t(4));
  const auto rows = attached.counterFiles().at(0).rows;
  QCOMPARE(rows.at(0), (CounterRow{3, 0, 0, 0}));
  QCOMPARE(rows.at(1), (CounterRow{2, 0, 0, 2}));
}

void ShimLaunchTest::theSourceIsSentBeforeTheKernel() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"source", "f", "/cache/add.cubin", "launch", "f", "1", "plain"}));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.sources.size(), size_t(1));
  QCOMPARE(received.sources[0].cubin, std::string("/cache/add.cubin"));
  QCOMPARE(received.sources[0].metadata, std::string("metadata.json"));
  QCOMPARE(received.seen.size(), size_t(1));
  QCOMPARE(received.seen[0].architecture, std::string("sm_90"));
  const std::vector<MessageType> expected{MessageType::Hello,        MessageType::DeviceSeen,
                                          MessageType::KernelSource, MessageType::KernelSeen,
                                          MessageType::Hello,        MessageType::WantTwin};
  QCOMPARE(received.order, expected);
}

void ShimLaunchTest::theServerKnowsTheRankAndTheDevices() {
  AttachedRun attached(recordingScript());
  attached.setVariable("RANK", "3");
  attached.setVariable("WORLD_SIZE", "8");
  attached.setVariable("SLURM_PROCID", "0");
  attached.run("victim", withModule(attached.image("plain", plainImage()), {}));
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.hellos.at(0).rank, std::string("3"));
  QCOMPARE(received.hellos.at(0).worldSize, std::string("8"));
  QCOMPARE(received.devices.size(), size_t(1));
  QCOMPARE(received.devices[0].device, 0u);
  QCOMPARE(received.devices[0].name, std::string("Fake GPU"));
  QCOMPARE(received.devices[0].uuid, std::string("GPU-0f1f2f3f-4f5f-6f7f-8f9f-afbfcfdfefff"));
}

void ShimLaunchTest::theNumberOfRanksIsThatOfTheSameLauncher() {
  AttachedRun attached(recordingScript());
  attached.setVariable("RANK", ""); // as a launcher around the tests may set it
  attached.setVariable("WORLD_SIZE", "8");
  attached.setVariable("OMPI_COMM_WORLD_RANK", "1");
  attached.setVariable("OMPI_COMM_WORLD_SIZE", "2");
  attached.run("victim", withModule(attached.image("plain", plainImage()), {}));
  QCOMPARE(attached.received().hellos.at(0).rank, std::string("1"));
  QCOMPARE(attached.received().hellos.at(0).worldSize, std::string("2"));
}

void ShimLaunchTest::aSourceThatComesLaterAsksAgain() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"launch", "f", "1", "plain", "source", "f", "/cache/add.cubin"}));
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.received().seen.size(), size_t(2));
  QCOMPARE(attached.received().seen[1].kernel, 0u);
}

void ShimLaunchTest::theServerKnowsTheProcess() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim", QStringList{"v2", "interpreter", "/usr/bin/python3", "notice", "tool", "ncu",
                            "open", "module", "m", attached.image("plain", plainImage()), "notice",
                            "tool", "gdb", "interpreter", "/usr/bin/other"});
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.hellos.size(), size_t(1));
  QVERIFY(received.hellos[0].command.find("victim v2 interpreter") != std::string::npos);
  QCOMPARE(received.hellos[0].parent, static_cast<uint32_t>(QCoreApplication::applicationPid()));
  QVERIFY(!received.hellos[0].isFurther);
  QCOMPARE(received.interpreters.size(), size_t(2));
  QCOMPARE(received.interpreters[0].executable, std::string("/usr/bin/python3"));
  QCOMPARE(received.interpreters[0].path, (std::vector<std::string>{"/one", "/two"}));
  QCOMPARE(received.noticeLines(), std::string("tool: ncu\ntool: gdb\n"));
}

void ShimLaunchTest::aHandleThatIsUsedAgainIsItsNewKernel() {
  ServerScript script = recordingScript();
  script.choices["other"] = {{1, 9, 1}};
  AttachedRun attached(script);
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome =
      attached.run("victim", withModule(image, {"launch", "f",        "1",     "plain",  "flush",
                                                "10000",  "unload",   "m",     "module", "n",
                                                image,    "function", "g",     "n",      "other",
                                                "same",   "f",        "g",     "launch", "g",
                                                "2",      "plain",    "flush", "10000",  "print"}));
  QCOMPARE(outcome.output, QStringLiteral("same 1\ntotal 3\nlaunches twin=3\n") + kDone);
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.seen.size(), size_t(2));
  QCOMPARE(received.seen[1].name, std::string("other"));
  QCOMPARE(received.wants.at(1).kernel, 1u);
  QCOMPARE(received.wants.at(1).launch, uint64_t(1));
  QCOMPARE(received.noticeLines(), std::string());
}

void ShimLaunchTest::eachContextLoadsItsTwin() {
  AttachedRun attached(recordingScript());
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome =
      attached.run("victim", withModule(image, {"launch", "f",      "2",     "plain",  "context",
                                                "c",      "module", "n",     image,    "function",
                                                "g",      "n",      "add",   "launch", "g",
                                                "2",      "plain",  "flush", "10000",  "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 4\nlaunches twin=4\n") + kDone);
  QCOMPARE(attached.received().seen.size(), size_t(1));
  QCOMPARE(attached.recordFiles().size(), size_t(4));
}

void ShimLaunchTest::aDestroyedContextLeavesItsRecords() {
  ServerScript script = recordingScript();
  script.code = twinImage("ms=100");
  AttachedRun attached(script);
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome = attached.run(
      "victim", {"v2",       "open",    "context", "c",        "module",  "m",       image,
                 "function", "f",       "m",       "add",      "launch",  "f",       "1",
                 "plain",    "destroy", "c",       "enter",    "context", "context", "d",
                 "module",   "n",       image,     "function", "g",       "n",       "add",
                 "launch",   "g",       "1",       "plain",    "destroy", "d",       "print"});
  QCOMPARE(outcome.output, QStringLiteral("total 2\nlaunches twin=2\n") + kDone);
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(2));
  for (const RecordFile &file : files)
    QCOMPARE(file.state, RecordState::Arrived);
}

void ShimLaunchTest::capturedLaunchesAreCountedAndNotSwapped_data() {
  QTest::addColumn<QString>("way");
  QTest::newRow("legacy") << QStringLiteral("v2");
  QTest::newRow("per thread") << QStringLiteral("handle-ptsz");
}

void ShimLaunchTest::capturedLaunchesAreCountedAndNotSwapped() {
  QFETCH(QString, way);
  ServerScript script = recordingScript();
  AttachedRun attached(script);
  QStringList arguments = withModule(attached.image("plain", plainImage()),
                                     {"capture", "0", "launch", "f", "3", "plain", "endcapture",
                                      "launch", "f", "1", "ex", "flush", "10000", "print"});
  arguments[0] = way;
  const VictimOutcome outcome = attached.run("victim", arguments);
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches add=3 twin=1\n") + kDone);
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{1, 0, 3, 1}));
  QCOMPARE(attached.received().wants.at(0).launch, uint64_t(1));
}

void ShimLaunchTest::theEndOfNoCaptureLeavesTheCount() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"stream", "capture", "0", "swapstream", "endcapture",
                                         "swapstream", "launch", "f", "3", "plain", "endcapture"}));
  QCOMPARE(outcome.output, QStringLiteral("cuStreamEndCapture answers 401\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{0, 0, 3, 0}));
  QCOMPARE(attached.received().notices.size(), size_t(0));
}

void ShimLaunchTest::aCaptureOfAnotherStreamStaysValid() {
  // A global capture forbids calls that a twin requires, from any thread, unless the caller sets
  // its thread's capture mode to relaxed.
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"stream", "capture", "0", "swapstream", "launch", "f", "2", "plain",
                            "flush", "10000", "swapstream", "endcapture", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 2\nlaunches twin=2\n") + kDone);
}

void ShimLaunchTest::autotunedLaunchesAreNotCounted() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{2, 2, 1}};
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"launch", "f",      "1", "plain", "autotune", "1",        "autotune",
                            "1",      "launch", "f", "3",     "plain",    "autotune", "0",
                            "launch", "f",      "1", "plain", "autotune", "0",        "autotune",
                            "0",      "launch", "f", "1",     "plain"}));
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{2, 4, 0, 1}));
  QCOMPARE(attached.received().wants.at(0).launch, uint64_t(2));
}

void ShimLaunchTest::autotunedLaunchesCountOnRequest() {
  ServerScript script = recordingScript();
  script.welcome.settings.countsAutotuning = true;
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"autotune", "1", "launch", "f", "2", "plain"}));
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{2, 0, 0, 2}));
}

void ShimLaunchTest::launchesInAnOperationNameIt() {
  ServerScript script = recordingScript();
  script.welcome.settings.callPath = CallPath::Scopes;
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"operation", "1", "operation", "0", "operation", "1", "launch", "f",
                            "2", "plain", "operation", "0", "launch", "f", "1", "plain"}));
  QCOMPARE(outcome.output, QString());
  const EventFiles files(attached);
  const auto launches = files.launches();
  const auto metrics = files.all<MetricEvent>(EventKind::Metric);
  QCOMPARE(launches.size(), size_t(3));
  QCOMPARE(metrics.size(), size_t(2));
  QVERIFY(metrics[1].scope != 0 && metrics[0].scope != metrics[1].scope);
  QCOMPARE(launches[0].operation, metrics[1].scope);
  QCOMPARE(launches[1].operation, metrics[1].scope);
  QCOMPARE(launches[2].operation, uint64_t(0));
}

void ShimLaunchTest::attributesOfTheOriginalAreThoseOfTheTwin() {
  AttachedRun attached(recordingScript());
  // 8: dynamic shared memory, 9: carve-out, 14: clusters of more than 8 CTAs.
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"attribute", "f", "8", "200000", "attribute", "f", "9",
                                         "75", "attribute", "f", "14", "1", "launch", "f", "1",
                                         "plain", "lastlaunch"}));
  QCOMPARE(outcome.output, QStringLiteral("twin 8=200000 9=75 14=1\n"));
}

void ShimLaunchTest::memoryOfRecordsWaitsForNoKernel() {
  ServerScript script = recordingScript();
  script.code = twinImage("ms=100");
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"launch", "f", "3", "plain", "sync", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 3\nlaunches twin=3\n") + kDone);
  QCOMPARE(attached.recordFiles().size(), size_t(3));
}

void ShimLaunchTest::aDeviceWithoutPoolsRecordsAsWell() {
  qputenv("FAKE_NO_POOLS", "1");
  const auto reset = qScopeGuard([] { qunsetenv("FAKE_NO_POOLS"); });
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"launch", "f", "3", "plain", "sync", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 3\nlaunches twin=3\n") + kDone);
  QCOMPARE(attached.recordFiles().size(), size_t(3));
}

void ShimLaunchTest::recordsArriveAtTheEndOfTheProgram() {
  ServerScript script = recordingScript();
  script.code = twinImage("ms=300");
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"launch", "f", "2", "plain", "exit", "7"}));
  QCOMPARE(outcome.exitCode, 7);
  const auto files = attached.recordFiles();
  QCOMPARE(files.size(), size_t(2));
  for (const RecordFile &file : files)
    QCOMPARE(file.state, RecordState::Arrived);
  QCOMPARE(attached.counterFiles().at(0).isClosed, 1u);
}

void ShimLaunchTest::aKilledProgramLeavesItsCounters() {
  ServerScript script = recordingScript();
  script.code = twinImage("ms=60000");
  script.choices["add"] = {{2, 2, 1}};
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"launch", "f", "5", "plain", "kill"}));
  QCOMPARE(outcome.exitCode, 128 + 9);
  const CounterFile counters = attached.counterFiles().at(0);
  QCOMPARE(counters.rows.at(0), (CounterRow{5, 0, 0, 1}));
  QCOMPARE(counters.isClosed, 0u);
  QCOMPARE(attached.recordFiles().at(0).state, RecordState::Launched);
}

void ShimLaunchTest::aForkedChildBeginsAnew() {
  AttachedRun attached(recordingScript());
  const QString image = attached.image("plain", plainImage());
  // The child ends at once: a sanitizer cannot check leaks in a child whose parent had threads.
  const QStringList child{"module", "n", image, "function", "g",     "n",    "add",
                          "launch", "g", "2",   "flush",    "10000", "quit", "0"};
  const VictimOutcome outcome = attached.run(
      "victim",
      withModule(image, QStringList{"launch", "f", "1", "flush", "10000", "fork"} + child +
                            QStringList{"end", "launch", "f", "1", "flush", "10000"}));
  QCOMPARE(outcome.output, QStringLiteral("child 0\n"));
  const ReceivedMessages &received = attached.received();
  std::vector<Hello> processes;
  for (const Hello &hello : received.hellos)
    if (!hello.isFurther)
      processes.push_back(hello);
  QCOMPARE(processes.size(), size_t(2));
  QCOMPARE(processes[1].parent, processes[0].process);
  QCOMPARE(attached.counterFiles().size(), size_t(2));
  for (const CounterFile &file : attached.counterFiles())
    QCOMPARE(file.rows.at(0), (CounterRow{2, 0, 0, 2}));
}

void ShimLaunchTest::aForkedChildThatUsesNothingIsSilent() {
  AttachedRun attached(recordingScript());
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()),
                           {"launch", "f", "1", "plain", "fork", "flush", "100", "exit", "2", "end",
                            "launch", "f", "1", "plain", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("child 512\ntotal 2\nlaunches twin=2\n") + kDone);
  QCOMPARE(attached.counterFiles().size(), size_t(1));
}

void ShimLaunchTest::listingMakesNoTwin() {
  ServerScript script = recordingScript();
  script.welcome.mayRecord = false;
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      "victim", withModule(attached.image("plain", plainImage()), {"launch", "f", "3", "plain"}));
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.received().wants.size(), size_t(0));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{3, 0, 0, 0}));
}

void ShimLaunchTest::aTwinWithoutABufferHasTheSameArguments() {
  ServerScript script = recordingScript();
  script.twin.blockBytes = 0;
  script.code = fakeImage("kernel twin parameters=2\n", ImageKind::Cubin);
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run("victim", withModule(attached.image("plain", plainImage()),
                                        {"launch", "f", "1", "plain", "flush", "10000", "print"}));
  QCOMPARE(outcome.output, QStringLiteral("total 1\nlaunches twin=1\n") + kDone);
  const auto files = attached.recordFiles();
  QCOMPARE(files.at(0).state, RecordState::Arrived);
  QCOMPARE(files.at(0).records.size(), size_t(0));
}

QTEST_GUILESS_MAIN(ShimLaunchTest)
#include "launch_test.moc"
