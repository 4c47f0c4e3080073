// SPDX-License-Identifier: Apache-2.0
// Launches, and what CUPTI records of their work, as events.
#include <set>

#include <QFile>
#include <QTest>

#include "tests/collector/attach/shim/event_files.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

QString noticesOf(AttachedRun &attached) {
  return QString::fromStdString(attached.received().noticeLines());
}

QStringList opened(const AttachedRun &attached, const std::string &image = plainImage()) {
  return {"v2", "open", "module", "m", attached.image("plain", image), "function", "f", "m", "add"};
}

VictimOutcome launchThree(AttachedRun &attached) {
  return attached.run("victim", opened(attached) + QStringList{"launch", "f", "3", "print"});
}

const QString kThree = QStringLiteral("total 3\nlaunches add=3\nallocations 0\nevents 0\n");

} // namespace

class ShimActivityTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void kernelsBelongToTheirLaunches();
  void copiesAndSetsBelongToTheirCalls_data();
  void copiesAndSetsBelongToTheirCalls();
  void copiesBetweenDevicesBelongToTheirCalls();
  void setsOfRowsBelongToTheirCalls_data();
  void setsOfRowsBelongToTheirCalls();
  void nodesOfAGraphBelongToItsLaunch();
  void aReplayAsAWholeIsOneActivity();
  void timesAreTheHosts();
  void aCopyBeforeAllKernelsIsRecorded();
  void theTwinBelongsToItsLaunchAndItsRecordsToNone();
  void copiesOfVariablesBelongToNoLaunch();
  void launchesThatDoNotCountAreEventsToo();
  void withoutTheWishThereIsNothing();
  void callPathsAloneNeedNoCupti();
  void withoutCuptiTheProgramRuns();
  void cuptiIsFoundBesideTheProgramsRuntime();
  void aCuptiThatCannotBeUsedIsLeftAlone_data();
  void aCuptiThatCannotBeUsedIsLeftAlone();
  void manyBuffersArriveWhole();
  void lostRecordsAreCounted_data();
  void lostRecordsAreCounted();
  void aFullDiskIsNoSignal();
  void activitiesArriveBeforeAContextGoes();
  void aRunningKernelIsWaitedForAtTheEnd();
  void aKernelThatNeverEndsIsLostAndCounted();
  void aCuptiThatHangsDoesNotHoldUpTheEnd();
  void aCuptiThatHangsHoldsUpContextsOnce();
  void aConstructorMayCallWhileAnotherThreadBegins();
  void aChildOfAProgramThatUsedTheDriverHasNoActivity();
  void aForkedChildThatUsesTheDriverFirstHasIts();
};

void ShimActivityTest::kernelsBelongToTheirLaunches() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  QCOMPARE(launchThree(attached).output, kThree);
  QCOMPARE(noticesOf(attached), QString());
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(3));
  QCOMPARE(files.kernels().size(), size_t(3));
  std::set<uint64_t> launches;
  for (const KernelActivity &kernel : files.kernels()) {
    QCOMPARE(files.texts.at(kernel.text), std::string("add"));
    QCOMPARE(kernel.grid, (std::array<uint32_t, 3>{8, 1, 1}));
    QCOMPARE(kernel.blockX, uint16_t(128));
    QCOMPARE(kernel.blockY, uint16_t(1));
    QCOMPARE(kernel.blockZ, uint16_t(1));
    QCOMPARE(kernel.registers, uint16_t(32));
    QCOMPARE(kernel.stream, uint64_t(7));
    QCOMPARE(kernel.graphPart, GraphPart::None);
    launches.insert(files.launchOf(kernel.correlation));
  }
  QCOMPARE(launches, (std::set<uint64_t>{1, 2, 3}));
  for (size_t i = 0; i < 3; ++i) {
    const LaunchEvent launch = files.launches()[i];
    QCOMPARE(launch.id, uint64_t(i + 1));
    QCOMPARE(launch.number, uint64_t(i + 1));
    QCOMPARE(launch.kernel, 0u);
    QCOMPARE(launch.flags, 0u);
    QCOMPARE(launch.kind, LaunchKind::Kernel);
    QVERIFY(launch.begin > 0 && launch.end >= launch.begin);
  }
  QVERIFY(files.events[0].thread == 0); // the clocks
  QCOMPARE(files.lostActivities(), uint64_t(0));
}

void ShimActivityTest::copiesAndSetsBelongToTheirCalls_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("way");
  for (const char *way : {"handle", "v1", "v2", "v2-ptsz"})
    QTest::newRow(way) << QStringLiteral("victim") << QString::fromLatin1(way);
  QTest::newRow("linked") << QStringLiteral("linked_victim") << QStringLiteral("linked");
  QTest::newRow("linked-ptsz") << QStringLiteral("linked_victim") << QStringLiteral("linked-ptsz");
}

void ShimActivityTest::copiesAndSetsBelongToTheirCalls() {
  QFETCH(QString, program);
  QFETCH(QString, way);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  QCOMPARE(attached.run(program, {way, "open", "copy", "64", "set", "32"}).output, QString());
  const EventFiles files(attached);
  const auto copies = files.all<CopyActivity>(EventKind::Copy);
  QCOMPARE(copies.size(), size_t(2));
  for (size_t i = 0; i < 2; ++i) {
    QCOMPARE(copies[i].bytes, uint64_t(64));
    QCOMPARE(copies[i].direction, uint8_t(1));
    QCOMPARE(copies[i].sourceKind, uint8_t(1));
    QCOMPARE(copies[i].targetKind, uint8_t(3));
    QCOMPARE(files.launchOf(copies[i].correlation), uint64_t(i + 1));
  }
  const auto sets = files.all<CopyActivity>(EventKind::Set);
  QCOMPARE(sets.size(), size_t(1));
  QCOMPARE(sets[0].bytes, uint64_t(32));
  QCOMPARE(sets[0].targetKind, uint8_t(3));
  QCOMPARE(files.launchOf(sets[0].correlation), uint64_t(3));
  QCOMPARE(files.launches().at(0).kind, LaunchKind::Copy);
  QCOMPARE(files.launches().at(2).kind, LaunchKind::Set);
  QCOMPARE(files.launches().at(2).kernel, UINT32_MAX);
  QCOMPARE(files.launches().at(2).number, uint64_t(0));
}

void ShimActivityTest::copiesBetweenDevicesBelongToTheirCalls() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  QCOMPARE(attached.run("victim", {"v2", "open", "peer", "64"}).output, QString());
  const EventFiles files(attached);
  const auto copies = files.all<CopyActivity>(EventKind::Copy);
  QCOMPARE(copies.size(), size_t(1));
  QCOMPARE(copies[0].bytes, uint64_t(64));
  QCOMPARE(copies[0].direction, uint8_t(10));
  QCOMPARE(copies[0].sourceKind, uint8_t(3));
  QCOMPARE(copies[0].targetKind, uint8_t(3));
  QCOMPARE(copies[0].graphPart, GraphPart::None);
  QCOMPARE(files.launchOf(copies[0].correlation), uint64_t(1));
  QCOMPARE(files.lostActivities(), uint64_t(0));
}

void ShimActivityTest::setsOfRowsBelongToTheirCalls_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("way");
  for (const char *way : {"handle", "v2"})
    QTest::newRow(way) << QStringLiteral("victim") << QString::fromLatin1(way);
  QTest::newRow("linked") << QStringLiteral("linked_victim") << QStringLiteral("linked");
}

void ShimActivityTest::setsOfRowsBelongToTheirCalls() {
  QFETCH(QString, program);
  QFETCH(QString, way);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  QCOMPARE(attached.run(program, {way, "open", "setrows", "16"}).output, QString());
  const EventFiles files(attached);
  const auto sets = files.all<CopyActivity>(EventKind::Set);
  QCOMPARE(sets.size(), size_t(2));
  for (size_t i = 0; i < 2; ++i) {
    QCOMPARE(sets[i].bytes, uint64_t(64));
    QCOMPARE(files.launchOf(sets[i].correlation), uint64_t(i + 1));
  }
}

void ShimActivityTest::nodesOfAGraphBelongToItsLaunch() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.run("victim", {"v2", "open", "graph"});
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(1));
  QCOMPARE(files.launches()[0].kind, LaunchKind::Graph);
  QCOMPARE(files.kernels().size(), size_t(1));
  QCOMPARE(files.kernels()[0].graphPart, GraphPart::Node);
  QCOMPARE(files.launchOf(files.kernels()[0].correlation), files.launches()[0].id);
}

void ShimActivityTest::aReplayAsAWholeIsOneActivity() {
  ServerScript script = activityScript();
  script.welcome.settings.activity = DeviceActivity::Graphs;
  AttachedRun attached(script);
  attached.offerCupti();
  attached.run("victim", opened(attached) + QStringList{"launch", "f", "1", "plain", "graph"});
  const EventFiles files(attached);
  QCOMPARE(files.kernels().size(), size_t(2));
  QCOMPARE(files.kernels()[0].graphPart, GraphPart::None);
  const KernelActivity replay = files.kernels()[1];
  QCOMPARE(replay.graphPart, GraphPart::Whole);
  QCOMPARE(files.texts.at(replay.text), std::string("graph 3"));
  QCOMPARE(replay.grid, (std::array<uint32_t, 3>{}));
  QCOMPARE(files.launches().size(), size_t(2));
  QCOMPARE(files.launchOf(replay.correlation), files.launches()[1].id);
}

void ShimActivityTest::timesAreTheHosts() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  launchThree(attached);
  const EventFiles files(attached);
  const auto pairs = files.all<ClockPairEvent>(EventKind::ClockPair);
  QCOMPARE(pairs.size(), size_t(2));
  for (const ClockPairEvent &pair : pairs) {
    QVERIFY(pair.device + 1000000 > pair.host && pair.host + 1000000 > pair.device);
    QVERIFY(pair.uncertainty < 1000000000);
  }
  for (const KernelActivity &kernel : files.kernels()) {
    QVERIFY(kernel.begin >= pairs[0].host && kernel.end <= pairs[1].host + 1000000000);
    QVERIFY(kernel.end > kernel.begin);
  }
}

void ShimActivityTest::aCopyBeforeAllKernelsIsRecorded() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.run("victim", {"handle", "open", "copy", "8"});
  QCOMPARE(EventFiles(attached).all<CopyActivity>(EventKind::Copy).size(), size_t(2));
}

void ShimActivityTest::theTwinBelongsToItsLaunchAndItsRecordsToNone() {
  ServerScript script = activityScript();
  script.choices["add"] = {{2, 2, 1}};
  AttachedRun attached(script);
  attached.offerCupti();
  QVERIFY(
      launchThree(attached).output.startsWith(QStringLiteral("total 3\nlaunches add=2 twin=1\n")));
  QCOMPARE(attached.recordFiles().size(), size_t(1));
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(3));
  QCOMPARE(files.launches()[1].flags, uint32_t(kLaunchRecorded));
  QCOMPARE(files.launches()[2].flags, 0u);
  int twins = 0;
  for (const KernelActivity &kernel : files.kernels())
    if (files.texts.at(kernel.text) == "twin") {
      ++twins;
      QCOMPARE(files.launchOf(kernel.correlation), uint64_t(2));
    }
  QCOMPARE(twins, 1);
  const auto copies = files.all<CopyActivity>(EventKind::Copy);
  const auto sets = files.all<CopyActivity>(EventKind::Set);
  QCOMPARE(copies.size(), size_t(1));
  QCOMPARE(sets.size(), size_t(1));
  QCOMPARE(files.launchOf(copies[0].correlation), kOwnLaunch);
  QCOMPARE(files.launchOf(sets[0].correlation), kOwnLaunch);
}

void ShimActivityTest::copiesOfVariablesBelongToNoLaunch() {
  ServerScript script = activityScript();
  script.choices["add"] = {{1, 2, 1}};
  script.code = fakeImage("variable weight 8\nvariable pstudio_address_of_count 8\n"
                          "kernel twin parameters=3 cell=1 weight=1\n",
                          ImageKind::Cubin);
  script.twin.variables = {{VariableForm::Addressed, "count", "pstudio_address_of_count", 8},
                           {VariableForm::Copied, "weight", "weight", 8}};
  AttachedRun attached(script);
  attached.offerCupti();
  const QString image = attached.image(
      "weighing", fakeImage("variable weight 8 5\nvariable count 8\nkernel add parameters=2 "
                            "count=1 weight=1\n",
                            ImageKind::Cubin));
  const VictimOutcome outcome =
      attached.run("victim", {"v2", "open", "module", "m", image, "function", "f", "m", "add",
                              "launch", "f", "2", "plain", "flush", "10000", "print"});
  QVERIFY2(outcome.output.startsWith(QStringLiteral("total 12\nlaunches twin=2\n")),
           qPrintable(outcome.output));
  const EventFiles files(attached);
  const auto copies = files.all<CopyActivity>(EventKind::Copy);
  // One address, and of each launch its constant and its records.
  QCOMPARE(copies.size(), size_t(5));
  for (const CopyActivity &copy : copies)
    QCOMPARE(files.launchOf(copy.correlation), kOwnLaunch);
}

void ShimActivityTest::launchesThatDoNotCountAreEventsToo() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.run("victim",
               opened(attached) + QStringList{"autotune", "1", "launch", "f", "1", "plain",
                                              "autotune", "0", "stream", "capture", "0", "launch",
                                              "f", "1", "plain", "endcapture"});
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(2));
  QCOMPARE(files.launches()[0].flags, uint32_t(kLaunchAutotuning));
  QCOMPARE(files.launches()[0].number, uint64_t(0));
  QCOMPARE(files.launches()[1].flags, uint32_t(kLaunchCaptured));
  QCOMPARE(files.launches()[1].kernel, 0u);
  QCOMPARE(files.kernels().size(), size_t(1));
}

void ShimActivityTest::withoutTheWishThereIsNothing() {
  ServerScript script = activityScript();
  script.welcome.settings.activity = DeviceActivity::Off;
  AttachedRun attached(script);
  attached.offerCupti();
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) + QStringList{"launch", "f", "3", "copy", "8", "cupti", "print"});
  QCOMPARE(outcome.output, QStringLiteral("no libcupti\n") + kThree);
  QCOMPARE(EventFiles(attached).files, 0);
}

void ShimActivityTest::callPathsAloneNeedNoCupti() {
  ServerScript script = activityScript();
  script.welcome.settings.activity = DeviceActivity::Off;
  script.welcome.settings.callPath = CallPath::Scopes;
  AttachedRun attached(script);
  attached.offerCupti();
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"launch", "f", "3", "cupti", "print"});
  QCOMPARE(outcome.output, QStringLiteral("no libcupti\n") + kThree);
  const EventFiles files(attached);
  QCOMPARE(files.events.size(), size_t(3));
  QCOMPARE(files.launches().size(), size_t(3));
  QVERIFY(files.events[0].thread > 0);
}

void ShimActivityTest::withoutCuptiTheProgramRuns() {
  AttachedRun attached(activityScript());
  attached.setVariable("FAKE_DRIVER_VERSION", "11080"); // no libcupti suits it
  QCOMPARE(launchThree(attached).output, kThree);
  QCOMPARE(noticesOf(attached),
           QStringLiteral("activity.none: the driver is of CUDA 11, 12 or later is needed\n"));
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(3));
  QCOMPARE(files.kernels().size(), size_t(0));
}

void ShimActivityTest::cuptiIsFoundBesideTheProgramsRuntime() {
  AttachedRun attached(activityScript());
  const QString runtime = attached.folder() + QStringLiteral("/libcudart.so.13");
  QVERIFY(QFile::copy(attachFolder() + QStringLiteral("/last_library.so"), runtime));
  QVERIFY(QFile::copy(attachFolder() + QStringLiteral("/cupti/libcupti.so.13"),
                      attached.folder() + QStringLiteral("/libcupti.so.13")));
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "dlopen", runtime} + opened(attached).mid(1) +
                                 QStringList{"launch", "f", "3", "print"});
  QCOMPARE(outcome.output, kThree);
  QCOMPARE(EventFiles(attached).kernels().size(), size_t(3));
}

void ShimActivityTest::aCuptiThatCannotBeUsedIsLeftAlone_data() {
  QTest::addColumn<QString>("words");
  QTest::addColumn<QString>("variable");
  QTest::addColumn<QString>("notice");
  QTest::newRow("old") << "old"
                       << "NONE"
                       << "activity.failed: its version 18 is not of CUDA 12 or 13\n";
  QTest::newRow("rejects") << "rejects"
                           << "NONE"
                           << "activity.failed: cuptiActivityEnable: CUPTI_ERROR_NOT_COMPATIBLE\n";
  QTest::newRow("taken") << "taken"
                         << "NONE"
                         << "activity.profiler: it uses CUPTI already\n";
  QTest::newRow("injected") << ""
                            << "CUDA_INJECTION64_PATH"
                            << "activity.profiler: CUDA_INJECTION64_PATH is set\n";
  QTest::newRow("NVTX") << ""
                        << "NVTX_INJECTION64_PATH"
                        << "activity.profiler: NVTX_INJECTION64_PATH is set\n";
}

void ShimActivityTest::aCuptiThatCannotBeUsedIsLeftAlone() {
  QFETCH(QString, words);
  QFETCH(QString, variable);
  QFETCH(QString, notice);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", words);
  attached.setVariable(variable, "/tool.so");
  const VictimOutcome outcome =
      attached.run("victim", opened(attached) + QStringList{"launch", "f", "3", "print", "cupti"});
  const QString rest = outcome.output.mid(kThree.size());
  QCOMPARE(outcome.output.left(kThree.size()), kThree);
  QVERIFY2(rest == QStringLiteral("no libcupti\n") ||
               rest == QStringLiteral("kinds\nclock system\n"),
           qPrintable(rest));
  QCOMPARE(noticesOf(attached), notice);
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(3));
  QCOMPARE(files.kernels().size(), size_t(0));
}

void ShimActivityTest::manyBuffersArriveWhole() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", "small");
  attached.run("victim", opened(attached) + QStringList{"launch", "f", "100"});
  const EventFiles files(attached);
  QCOMPARE(files.kernels().size(), size_t(100));
  QCOMPARE(files.texts.size(), size_t(1));
  for (const KernelActivity &kernel : files.kernels())
    QVERIFY(files.launchOf(kernel.correlation) > 0);
}

void ShimActivityTest::lostRecordsAreCounted_data() {
  QTest::addColumn<QString>("words");
  QTest::newRow("dropped") << "drops";
  QTest::newRow("of an unknown kind") << "unknown";
}

void ShimActivityTest::lostRecordsAreCounted() {
  QFETCH(QString, words);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", words);
  QCOMPARE(launchThree(attached).output, kThree);
  const EventFiles files(attached);
  QCOMPARE(files.kernels().size(), size_t(3));
  QCOMPARE(files.lostActivities(), uint64_t(3));
}

void ShimActivityTest::aFullDiskIsNoSignal() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "filelimit", "1000000"} + opened(attached).mid(1) +
                                 QStringList{"launch", "f", "3", "print"});
  QCOMPARE(outcome.output, kThree);
  QCOMPARE(EventFiles(attached).files, 0);
  QCOMPARE(attached.counterFiles().at(0).rows.at(0).launches, uint64_t(3));
}

void ShimActivityTest::activitiesArriveBeforeAContextGoes() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.run("victim", opened(attached) + QStringList{"launch", "f", "3", "plain", "destroy",
                                                        "context", "kill"});
  QCOMPARE(EventFiles(attached).kernels().size(), size_t(3));
}

void ShimActivityTest::aRunningKernelIsWaitedForAtTheEnd() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.run("victim", opened(attached, fakeImage("kernel add ms=50\n", ImageKind::Cubin)) +
                             QStringList{"launch", "f", "2"});
  const EventFiles files(attached);
  QCOMPARE(files.kernels().size(), size_t(2));
  QCOMPARE(files.lostActivities(), uint64_t(0));
}

void ShimActivityTest::aKernelThatNeverEndsIsLostAndCounted() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.run("victim", opened(attached, fakeImage("kernel add ms=600000\n", ImageKind::Cubin)) +
                             QStringList{"launch", "f", "1"});
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(1));
  QCOMPARE(files.kernels().size(), size_t(0));
  QCOMPARE(files.lostActivities(), uint64_t(1));
}

void ShimActivityTest::aCuptiThatHangsDoesNotHoldUpTheEnd() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", "hangs");
  const VictimOutcome outcome = launchThree(attached);
  QCOMPARE(outcome.output, kThree);
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(attached.counterFiles().at(0).isClosed, 1u);
}

void ShimActivityTest::aCuptiThatHangsHoldsUpContextsOnce() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", "hangs");
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) + QStringList{"launch", "f", "3", "plain", "context", "other",
                                               "destroy", "other", "destroy", "context"});
  QCOMPARE(outcome.output, QString());
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(noticesOf(attached),
           QStringLiteral("activity.failed: CUPTI did not return within 2000 ms\n"));
}

void ShimActivityTest::aConstructorMayCallWhileAnotherThreadBegins() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome = attached.run(
      "victim", {"v2", "open", "loading", attachFolder() + QStringLiteral("/calling_library.so")});
  QCOMPARE(outcome.output, QString());
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(EventFiles(attached).launches().size(), size_t(1)); // the other has no context
}

void ShimActivityTest::aChildOfAProgramThatUsedTheDriverHasNoActivity() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) + QStringList{"launch", "f", "2", "plain", "fork", "launch", "f",
                                               "3", "plain", "leave", "end", "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("child 0\ntotal 2\nlaunches add=2\nallocations 0\nevents 0\n"));
  const EventFiles files(attached);
  QCOMPARE(files.files, 2);
  QCOMPARE(files.launches().size(), size_t(5));
  QCOMPARE(files.kernels().size(), size_t(2));
  std::set<uint32_t> threads;
  for (const ReadEvent &event : files.events)
    if (event.kind == EventKind::Launch)
      threads.insert(event.thread);
  QCOMPARE(threads.size(), size_t(2)); // the child has a number of its own
}

void ShimActivityTest::aForkedChildThatUsesTheDriverFirstHasIts() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "fork"} + opened(attached).mid(1) +
                                 QStringList{"launch", "f", "3", "end"});
  QCOMPARE(outcome.output, QStringLiteral("child 0\n"));
  QCOMPARE(EventFiles(attached).kernels().size(), size_t(3));
}

QTEST_GUILESS_MAIN(ShimActivityTest)
#include "activity_test.moc"
