// SPDX-License-Identifier: Apache-2.0
// Invalid and unusual input: it is counted and excluded, and does not cause wrong figures.
#include <QtTest>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/queue_depth.h"
#include "tests/core/analysis/overlap/pipelines.h"

using namespace pstudio;
using namespace pstudio::analysis;
using namespace pstudio::test;

namespace {

uint64_t countOf(const Channel &channel, Completion completion) {
  return channel.completions[static_cast<size_t>(completion)];
}

LaunchOverlap overlapOf(AsyncTrace &trace) {
  return std::move(analyzeOverlap(std::move(trace).finish()).at(0));
}

AsyncStepArgs matrix(int64_t instance, std::string pairing = {}) {
  return {"wgmma", instance, 0, std::move(pairing)};
}

} // namespace

class OverlapInputTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aTraceWithoutAsynchronousStepsSaysHowToGetThem() {
    AsyncTrace trace;
    const uint32_t warp = trace.addWarp(trace.addCta());
    trace.scope(warp, "work", 0, 10);
    const LaunchOverlap launch = overlapOf(trace);
    QVERIFY(launch.operations.empty());
    QVERIFY(launch.findings.empty());
    QVERIFY2(launch.missing.find("mode async") != std::string::npos, launch.missing.c_str());
  }

  void aTraceOfNothingIsNoMatter() {
    const auto launches = analyzeOverlap(TraceBuilder().finish());
    QCOMPARE(launches.size(), size_t{1});
    QVERIFY(!launches[0].missing.empty());
  }

  void incompletePairsAreCountedAndLeftOut() {
    AsyncTrace trace;
    trace.setLaunchNumber("empty wait wgmma", 5);
    const uint32_t warp = trace.addWarp(trace.addCta());
    const auto add = [&](int64_t instance, std::string pairing, uint8_t flags) {
      const int64_t at = instance * 100;
      const AsyncStepArgs args = matrix(instance, std::move(pairing));
      trace.issue(warp, "mma", at, at + 10, matrix(instance));
      return trace.flight(warp, "mma", at, at + 80, args, flags);
    };
    const auto wait = [&](int64_t instance) {
      return trace.wait(warp, "wait mma", instance * 100 + 30, instance * 100 + 80,
                        matrix(instance));
    };
    trace.link(add(0, "", kSliceAsync), wait(0));
    add(1, "never waited for", kSliceAsync | kSliceNoEnd);
    trace.link(add(2, "order not certain", kSliceAsync), wait(2));
    trace.link(add(3, "issue not recorded", kSliceAsync | kSliceNoStart), wait(3));
    add(4, "", kSliceAsync | kSliceNoEnd);
    trace.link(add(5, "some new word", kSliceAsync), wait(5));
    const LaunchOverlap launch = overlapOf(trace);
    const Channel &channel = launch.channels.at(0);
    QCOMPARE(countOf(channel, Completion::Blocked), uint64_t{1});
    QCOMPARE(countOf(channel, Completion::NeverWaited), uint64_t{2});
    QCOMPARE(countOf(channel, Completion::Uncertain), uint64_t{2});
    QCOMPARE(countOf(channel, Completion::IssueUnknown), uint64_t{1});
    QCOMPARE(channel.figures.visits, uint64_t{1});
    QCOMPARE(channel.figures.exposed.sum, int64_t{50});
    QCOMPARE(channel.figures.inFlight.sum, int64_t{80});
    QVERIFY(std::ranges::find(launch.findings, "overlap.uncertain", &Finding::code) !=
            launch.findings.end());
  }

  void aWaitAtTheThresholdDidNotBlock() {
    AsyncTrace trace;
    trace.setLaunchNumber("empty wait wgmma", 20.5);
    const uint32_t warp = trace.addWarp(trace.addCta());
    trace.link(trace.flight(warp, "mma", 0, 120, matrix(0)),
               trace.wait(warp, "wait mma", 100, 120, matrix(0)));
    trace.link(trace.flight(warp, "mma", 200, 321, matrix(1)),
               trace.wait(warp, "wait mma", 300, 321, matrix(1)));
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(launch.waitThresholds.at(0).source, WaitThreshold::Source::Measured);
    QCOMPARE(launch.waitThresholds[0].length.value, int64_t{20});
    const AsyncOperation &ready = launch.operations.at(0);
    QCOMPARE(ready.completion, Completion::ReadyBefore);
    QCOMPARE(ready.completeBefore.value, int64_t{100}); // not the exit
    QCOMPARE(launch.visits[0].exposed.value, int64_t{0});
    QCOMPARE(launch.visits[0].inFlight.value, int64_t{100});
    QCOMPARE(launch.operations.at(1).completion, Completion::Blocked);
    QCOMPARE(launch.visits[1].exposed.value, int64_t{21});
  }

  void withoutACalibrationTheShortestWaitIsTheThresholdAndIsReported() {
    AsyncTrace trace;
    const uint32_t warp = trace.addWarp(trace.addCta());
    for (int64_t i = 0; i < 3; ++i)
      trace.link(trace.flight(warp, "mma", i * 200, i * 200 + 110 + i, matrix(i)),
                 trace.wait(warp, "wait mma", i * 200 + 100, i * 200 + 110 + i, matrix(i)));
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(launch.waitThresholds.at(0).source, WaitThreshold::Source::Least);
    QCOMPARE(launch.waitThresholds[0].length.value, int64_t{10});
    QCOMPARE(countOf(launch.channels[0], Completion::ReadyBefore), uint64_t{1});
    QVERIFY(std::ranges::find(launch.findings, "overlap.floor", &Finding::code) !=
            launch.findings.end());
  }

  void aWaitThatBeganBeforeTheIssueIsLateForThatLong() {
    AsyncTrace trace;
    trace.setLaunchNumber("empty wait mbarrier", 0);
    const uint32_t cta = trace.addCta();
    const uint32_t producer = trace.addWarp(cta);
    const uint32_t consumer = trace.addWarp(cta);
    const AsyncStepArgs args{"mbarrier", 0, 0};
    trace.link(trace.flight(producer, "copy", 300, 700, args),
               trace.wait(consumer, "wait", 100, 700, args));
    const LaunchOverlap launch = overlapOf(trace);
    const OperationVisit &visit = launch.visits.at(0);
    QCOMPARE(visit.late.value, int64_t{200});
    QCOMPARE(visit.exposed.value, int64_t{400});
    QCOMPARE(visit.inFlight.value, int64_t{400});
    QCOMPARE(visit.hidden().value, int64_t{0});
    QCOMPARE(launch.roles[launch.units[1].role].all.waited, int64_t{600});
  }

  void completionLiesBetweenTheLatestBlockedEnterAndTheEarliestExit() {
    AsyncTrace trace;
    trace.setLaunchNumber("empty wait mbarrier", 2);
    const uint32_t cta = trace.addCta();
    const uint32_t producer = trace.addWarp(cta);
    const AsyncStepArgs args{"mbarrier", 7, 3};
    const BuilderSlice flight = trace.flight(producer, "copy", 0, 505, args);
    const auto wait = [&](int64_t enter, int64_t exit) {
      trace.link(flight, trace.wait(trace.addWarp(cta), "wait", enter, exit, args));
    };
    wait(100, 510);
    wait(400, 505);
    wait(600, 602); // did not block
    const LaunchOverlap launch = overlapOf(trace);
    const AsyncOperation &operation = launch.operations.at(0);
    QCOMPARE(operation.instance, uint64_t{7});
    QCOMPARE(operation.stage, 3u);
    QCOMPARE(operation.completeAfter.value, int64_t{400});
    QCOMPARE(operation.completeBefore.value, int64_t{505});
    QCOMPARE(launch.channels[0].figures.exposed.sum, int64_t{410 + 105});
  }

  void aWaitForANewerGroupSaysNothingOfWhenAnOlderOneCompleted() {
    AsyncTrace trace;
    trace.setLaunchNumber("empty wait cp.async", 0);
    const uint32_t warp = trace.addWarp(trace.addCta());
    const BuilderSlice wait = trace.wait(warp, "wait", 100, 500, {"cp.async", 1, 1});
    trace.link(trace.flight(warp, "copy", 0, 500, {"cp.async", 0, 0}), wait);
    trace.link(trace.flight(warp, "copy", 50, 500, {"cp.async", 1, 1}), wait);
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(launch.operations.at(0).completeAfter.value, int64_t{0});
    QCOMPARE(launch.operations.at(1).completeAfter.value, int64_t{100});
    QCOMPARE(launch.channels[0].waitedOnce, int64_t{400}); // the wait counts once
    QCOMPARE(launch.channels[0].figures.exposed.sum, int64_t{800});
  }

  void operationsWithoutNumbersAreNumberedInOrder() {
    AsyncTrace trace;
    trace.setLaunchNumber("empty wait cp.async", 0);
    const uint32_t warp = trace.addWarp(trace.addCta());
    for (int64_t i = 0; i < 3; ++i)
      trace.link(trace.flight(warp, "copy", i * 100, i * 100 + 90, {"cp.async"}),
                 trace.wait(warp, "wait", i * 100 + 50, i * 100 + 90, {"cp.async"}));
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(launch.channels.at(0).iterations.size(), size_t{3});
    QCOMPARE(launch.channels[0].iterations[2].instance, uint64_t{2});
    QCOMPARE(launch.channels[0].figures.exposed.sum, int64_t{120});
  }

  void aWaitThatWasCutOffIsNotMeasured() {
    AsyncTrace trace;
    trace.setLaunchNumber("empty wait wgmma", 0);
    const uint32_t warp = trace.addWarp(trace.addCta());
    trace.link(trace.flight(warp, "mma", 0, 120, matrix(0)),
               trace.wait(warp, "wait mma", 100, 120, matrix(0), kSliceNoEnd));
    const LaunchOverlap launch = overlapOf(trace);
    QVERIFY(launch.waits.empty());
    QCOMPARE(countOf(launch.channels.at(0), Completion::EndOnly), uint64_t{1});
    QCOMPARE(launch.channels[0].figures.visits, uint64_t{0});
    QVERIFY(!launch.channels[0].figures.hiddenShare());
    QVERIFY(!launch.pipeline.reason.empty());
  }

  void withoutCyclesFiguresArePicoseconds() {
    AsyncTrace trace;
    trace.hasCycles = false;
    trace.setLaunchNumber("empty wait wgmma", 5);
    const uint32_t warp = trace.addWarp(trace.addCta());
    trace.link(trace.flight(warp, "mma", 0, 120, matrix(0)),
               trace.wait(warp, "wait mma", 100, 120, matrix(0)));
    const LaunchOverlap launch = overlapOf(trace);
    QVERIFY(!launch.isInCycles);
    QCOMPARE(launch.waitThresholds.at(0).length.value, int64_t{2500});
    QCOMPARE(launch.visits.at(0).exposed.value, int64_t{10000});
  }

  void aManualEventIsWaitedForByTheInnermostScopeAroundItsEnd() {
    AsyncTrace trace;
    const uint32_t cta = trace.addCta();
    const uint32_t producer = trace.addWarp(cta); // number 0
    const uint32_t consumer = trace.addWarp(cta); // number 1
    trace.scope(consumer, "loop", 0, 1000);
    trace.scope(consumer, "wait tile", 200, 400);
    AsyncStepArgs args;
    args.instance = 0;
    args.endedBy = 1;
    trace.manual(producer, "load", 100, 390, args);
    args.instance = 1;
    trace.manual(producer, "load", 410, 500, args); // ends in the loop, which is not a wait
    args.instance = 2;
    args.endedBy = 9; // there is no such warp
    trace.manual(producer, "load", 420, 600, args);
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(launch.manualOperations, uint64_t{3});
    QCOMPARE(launch.channels.size(), size_t{1});
    QVERIFY(!launch.channels[0].queue);
    QCOMPARE(countOf(launch.channels[0], Completion::Blocked), uint64_t{1});
    QCOMPARE(countOf(launch.channels[0], Completion::EndOnly), uint64_t{2});
    QCOMPARE(launch.visits.size(), size_t{1});
    QCOMPARE(launch.visits[0].exposed.value, int64_t{200});
    QCOMPARE(launch.visits[0].inFlight.value, int64_t{300});
    QCOMPARE(launch.waits.at(0).target, WaitTarget::Manual);
    QCOMPARE(launch.roles[launch.units[consumer].role].name, std::string("consumer"));
    QVERIFY(std::ranges::find(launch.findings, "overlap.manual", &Finding::code) !=
            launch.findings.end());
  }

  /// As on the CPU target, where a record takes no time.
  void theScopeThatBeginsWhereAnEventEndsIsNotItsWait() {
    AsyncTrace trace;
    const uint32_t warp = trace.addWarp(trace.addCta());
    trace.scope(warp, "loop", 0, 1000);
    trace.scope(warp, "wait copy", 100, 400);
    trace.scope(warp, "barrier", 400, 406);
    trace.manual(warp, "copy in flight", 20, 400, AsyncStepArgs{"", 0, -1});
    trace.manual(warp, "copy in flight", 700, 800, AsyncStepArgs{"", 1, -1});
    trace.scope(warp, "wait copy", 800, 800); // has no duration
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(launch.visits.size(), size_t{2});
    QCOMPARE(launch.visits[0].exposed.value, int64_t{300});
    QCOMPARE(launch.visits[1].exposed.value, int64_t{0});
  }

  void slotNumbersOfManualEventsAreStages() {
    AsyncTrace trace;
    const uint32_t warp = trace.addWarp(trace.addCta());
    for (int64_t i = 0; i < 6; ++i) {
      AsyncStepArgs args;
      args.instance = i % 2; // a slot number, which repeats
      trace.manual(warp, "load", i * 100, i * 100 + 80, args);
      trace.scope(warp, "wait", i * 100 + 50, i * 100 + 80);
    }
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(launch.channels.at(0).stageCount(), 2u);
    QCOMPARE(launch.channels[0].iterations.size(), size_t{6});
    QCOMPARE(launch.channels[0].figures.exposed.sum, int64_t{180});
  }

  void linksToWhatIsNoWaitAreIgnored() {
    AsyncTrace trace;
    const uint32_t warp = trace.addWarp(trace.addCta());
    const BuilderSlice scope = trace.scope(warp, "work", 0, 500);
    trace.link(trace.flight(warp, "mma", 0, 120, matrix(0)), scope);
    const LaunchOverlap launch = overlapOf(trace);
    QCOMPARE(countOf(launch.channels.at(0), Completion::EndOnly), uint64_t{1});
    const QueueDepth depth = queueDepth(TraceBuilder().finish(), launch, 7);
    QVERIFY(depth.steps.empty());
  }
};

QTEST_GUILESS_MAIN(OverlapInputTest)
#include "overlap_input_test.moc"
