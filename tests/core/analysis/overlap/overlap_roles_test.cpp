// SPDX-License-Identifier: Apache-2.0
// Roles, the pipeline test, the critical path, depth and findings of pipelines that are known.
#include <QtTest>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/queue_depth.h"
#include "tests/core/analysis/overlap/pipelines.h"

using namespace pstudio;
using namespace pstudio::analysis;
using namespace pstudio::test;

namespace {

struct Slots {
  Trace trace;
  LaunchOverlap launch;
};

Slots slotsOf(const PipelineShape &shape, int consumers = 2, int ctas = 1) {
  AsyncTrace trace;
  trace.setLaunchNumber("empty wait mbarrier", 0);
  trace.setLaunchNumber("shared memory", double(shape.stages * 16384));
  trace.setLaunchNumber("shared memory limit", 106496);
  trace.launch().dynamicSharedBytes = uint64_t(shape.stages) * 16384;
  for (int c = 0; c < ctas; ++c) {
    const uint32_t cta = trace.addCta();
    const uint32_t producer = trace.addWarp(cta);
    std::vector<uint32_t> warps;
    for (int i = 0; i < consumers; ++i)
      warps.push_back(trace.addWarp(cta));
    addSlotPipeline(trace, producer, warps, shape);
  }
  Trace finished = std::move(trace).finish();
  LaunchOverlap launch = analyzeOverlap(finished).at(0);
  return {std::move(finished), std::move(launch)};
}

PipelineShape loadBound(int64_t stages) {
  PipelineShape shape;
  shape.stages = stages;
  shape.latency = 400;
  shape.iterations = 32;
  return shape;
}

const Finding *findingOf(const LaunchOverlap &launch, std::string_view code) {
  const auto found = std::ranges::find(launch.findings, code, &Finding::code);
  return found == launch.findings.end() ? nullptr : &*found;
}

int64_t ticksOf(const CriticalPath &path, PathKind kind) {
  return path.ticks[static_cast<size_t>(kind)];
}

} // namespace

class OverlapRolesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void producerAndConsumerAreToldByWhatTheyDo();
  void aOneStagePathGoesThroughEachCopyAndEachStep();
  void aPathHasNoGapsAndEndsWithTheCta();
  void theTestOfThePipelineHasItsClosedForm_data();
  void theTestOfThePipelineHasItsClosedForm();
  void fewIterationsAreNoSteadyState();
  void warpsThatOnlyMeetAtABarrierAreNoFinding();
  void consumersThatTakeTurnsAreCounted();
  void prologueAndEpilogueFollowFromTheStages();
  void depthIsThatOfTheSlots();
  void loadBoundSaysHowManyStagesAndTheirMemory();
  void computeBoundSaysThatConsumersAreTheBottleneck();
  void anUnknownEmptyWaitLeavesTheBoundUnknown();
  void scopesWhoseEmptyLengthIsUnknownMakeNoClaim();
  void nothingIsAWarningBesideMostlyHiddenLoads();
  void aDeepQueueThatIsWaitedForIsLoadBound();
  void correctedTimesMakeNoClaim();
  void aFindingCanBeSwitchedOff();
  void everyFindingHasEvidence();
};

void OverlapRolesTest::producerAndConsumerAreToldByWhatTheyDo() {
  const PipelineShape shape = loadBound(1);
  const auto [trace, launch] = slotsOf(shape, 3);
  QCOMPARE(launch.roles.size(), size_t{2});
  const WarpRole &consumer = launch.roles[0];
  const WarpRole &producer = launch.roles[1];
  QCOMPARE(consumer.name, std::string("consumer"));
  QCOMPARE(consumer.units.size(), size_t{3});
  QVERIFY(consumer.isConsumer && !consumer.isProducer);
  QCOMPARE(producer.name, std::string("producer"));
  QVERIFY(producer.isProducer && !producer.isConsumer);
  QCOMPARE(producer.iterations, uint64_t(shape.iterations));
  // One stage: a consumer waits for each whole copy, the producer for copy and computing, but for
  // its issue and but for the first slot.
  const StallFigures &starved = consumer.stalls[size_t(WaitTarget::Copies)];
  QCOMPARE(starved.waited, 3 * shape.iterations * shape.latency);
  QCOMPARE(starved.perIteration, double(shape.latency));
  const StallFigures &blocked = producer.stalls[size_t(WaitTarget::Arrivals)];
  QCOMPARE(blocked.waited, (shape.iterations - 1) * (shape.latency + shape.compute - shape.issue));
  QCOMPARE(blocked.blocked, uint64_t(shape.iterations - 1));
  QCOMPARE(consumer.active, 3 * shape.iterations * (shape.latency + shape.compute));
}

void OverlapRolesTest::aOneStagePathGoesThroughEachCopyAndEachStep() {
  const PipelineShape shape = loadBound(1);
  const auto [trace, launch] = slotsOf(shape);
  const CriticalPath &path = launch.criticalPath;
  QCOMPARE(path.total, shape.iterations * (shape.latency + shape.compute));
  QCOMPARE(ticksOf(path, PathKind::Copy), shape.iterations * (shape.latency - shape.issue));
  QCOMPARE(ticksOf(path, PathKind::Issue), shape.iterations * shape.issue);
  QCOMPARE(ticksOf(path, PathKind::Compute), shape.iterations * shape.compute);
}

void OverlapRolesTest::aPathHasNoGapsAndEndsWithTheCta() {
  for (int64_t stages = 1; stages <= 4; ++stages) {
    const auto [trace, launch] = slotsOf(loadBound(stages), 2, 3);
    for (uint32_t cta = 0; cta < launch.ctas.size(); ++cta) {
      const CriticalPath path = findCriticalPath(launch, cta);
      QVERIFY(!path.segments.empty());
      QCOMPARE(path.segments.front().begin, launch.ctas[cta].begin);
      QCOMPARE(path.segments.back().end, launch.ctas[cta].end);
      for (size_t i = 1; i < path.segments.size(); ++i)
        QCOMPARE(path.segments[i].begin, path.segments[i - 1].end);
      QCOMPARE(path.total, (launch.ctas[cta].end - launch.ctas[cta].begin).value);
    }
  }
}

void OverlapRolesTest::theTestOfThePipelineHasItsClosedForm_data() {
  QTest::addColumn<int>("stages");
  for (int stages = 1; stages <= 4; ++stages)
    QTest::newRow(qPrintable(QString("%1 stages").arg(stages))) << stages;
}

void OverlapRolesTest::theTestOfThePipelineHasItsClosedForm() {
  QFETCH(int, stages);
  const PipelineShape shape = loadBound(stages);
  const auto [trace, launch] = slotsOf(shape);
  const PipelineTest &test = launch.pipeline;
  QVERIFY2(test.reason.empty(), test.reason.c_str());
  QCOMPARE(test.stages, uint32_t(stages));
  QCOMPARE(test.groups, 1.0);
  QCOMPARE(test.compute, shape.compute);
  QCOMPARE(test.load, shape.latency);
  const auto slack = double(stages * shape.compute - shape.latency - shape.compute);
  QCOMPARE(test.slack, slack);
  QCOMPARE(test.bound, slack >= 0 ? PipelineTest::Bound::Compute : PipelineTest::Bound::Load);
}

void OverlapRolesTest::fewIterationsAreNoSteadyState() {
  PipelineShape shape = loadBound(4);
  shape.iterations = 8;
  const auto [trace, launch] = slotsOf(shape);
  QVERIFY(!launch.channels[0].steadyRange);
  QCOMPARE(launch.channels[0].steady.visits, uint64_t{0});
  QCOMPARE(launch.pipeline.bound, PipelineTest::Bound::Unknown);
  QVERIFY2(launch.pipeline.reason.starts_with("no steady state"), launch.pipeline.reason.c_str());
}

void OverlapRolesTest::warpsThatOnlyMeetAtABarrierAreNoFinding() {
  AsyncTrace trace;
  trace.setLaunchNumber("empty wait mbarrier", 0);
  trace.setLaunchNumber("empty wait barrier", 5);
  const uint32_t cta = trace.addCta();
  const uint32_t producer = trace.addWarp(cta);
  const uint32_t consumer = trace.addWarp(cta);
  const uint32_t idle = trace.addWarp(cta);
  addSlotPipeline(trace, producer, {consumer}, loadBound(2));
  trace.wait(idle, "barrier", 0, 900, {"barrier", 0, 0});
  const LaunchOverlap launch = analyzeOverlap(std::move(trace).finish()).at(0);
  QCOMPARE(launch.roles.size(), size_t{3});
  QCOMPARE(launch.roles[launch.units[2].role].name, std::string("barriers only"));
  QVERIFY(!findingOf(launch, "overlap.barrier-wait"));
}

void OverlapRolesTest::consumersThatTakeTurnsAreCounted() {
  AsyncTrace trace;
  trace.setLaunchNumber("empty wait mbarrier", 0);
  const uint32_t cta = trace.addCta();
  const uint32_t producer = trace.addWarp(cta);
  const uint32_t consumers[] = {trace.addWarp(cta), trace.addWarp(cta)};
  for (int64_t i = 0; i < 24; ++i) { // each copy is for one of them
    const AsyncStepArgs args{"mbarrier", i, i % 2};
    trace.issue(producer, "copy", i * 100, i * 100 + 10, args);
    const BuilderSlice flight = trace.flight(producer, "copy", i * 100, i * 100 + 90, args);
    trace.link(flight, trace.wait(consumers[i % 2], "wait", i * 100 + 50, i * 100 + 90, args));
  }
  const LaunchOverlap launch = analyzeOverlap(std::move(trace).finish()).at(0);
  QCOMPARE(launch.pipeline.groups, 2.0);
}

void OverlapRolesTest::prologueAndEpilogueFollowFromTheStages() {
  for (int64_t stages = 1; stages <= 4; ++stages) {
    const PipelineShape shape = loadBound(stages);
    const auto [trace, launch] = slotsOf(shape);
    QCOMPARE(launch.streams.size(), size_t{1});
    QCOMPARE(launch.streams[0].prologue, uint32_t(stages));
    // The last slot is filled when it is freed: at the exit of the next wait, unless that blocks.
    const int64_t firstOfLast = shape.iterations - stages;
    const int64_t epilogue = stages - (exposedInSlots(shape, firstOfLast) == 0);
    QCOMPARE(launch.streams[0].epilogue, uint32_t(epilogue));
    const auto range = launch.channels[0].steadyRange;
    QVERIFY(range);
    QCOMPARE(range->first, uint32_t(stages));
    QCOMPARE(range->second, uint32_t(shape.iterations - epilogue));
  }
}

void OverlapRolesTest::depthIsThatOfTheSlots() {
  const auto [trace, launch] = slotsOf(loadBound(3), 2, 2);
  QCOMPARE(launch.channels[0].mostDepth, 3u);
  const QueueDepth one = queueDepth(trace, launch, 0, 0);
  QCOMPARE(one.most, 3u);
  QVERIFY(std::abs(one.mean - launch.channels[0].meanDepth) < 1e-9);
  const QueueDepth both = queueDepth(trace, launch, 0);
  QCOMPARE(both.most, 6u); // the CTAs do the same at the same time
  QCOMPARE(both.steps.back().depth, 0u);
  for (size_t i = 1; i < both.steps.size(); ++i) {
    QVERIFY(both.steps[i - 1].time < both.steps[i].time);
    QVERIFY(both.steps[i - 1].depth != both.steps[i].depth);
  }
}

void OverlapRolesTest::loadBoundSaysHowManyStagesAndTheirMemory() {
  const auto [trace, launch] = slotsOf(loadBound(2));
  const Finding *bound = findingOf(launch, "overlap.load-bound");
  QVERIFY(bound);
  QCOMPARE(bound->title,
           std::string("The steady state is load-bound: a load takes 200 ns (400 cycles) "
                       "and an iteration computes 75.0 ns (150 cycles)."));
  QVERIFY2(bound->detail.starts_with(
               "Loads are issued 2 iterations too late. 4 pipeline stages (now 2) would hide them"),
           bound->detail.c_str());
  const Finding *memory = findingOf(launch, "overlap.stage-memory");
  QVERIFY(memory);
  QCOMPARE(
      memory->title,
      std::string("Another stage would need 16 KiB more shared memory; 72 KiB are available."));
  const Finding *stage = findingOf(launch, "overlap.exposed-stage");
  QVERIFY(stage);
  QCOMPARE(stage->stage, 0u);
  QCOMPARE(stage->channel, 0u);
}

void OverlapRolesTest::computeBoundSaysThatConsumersAreTheBottleneck() {
  PipelineShape shape = loadBound(4);
  shape.latency = 100;
  const auto [trace, launch] = slotsOf(shape);
  QVERIFY(findingOf(launch, "overlap.compute-bound"));
  QVERIFY(findingOf(launch, "overlap.producer-stall"));
  const Finding *outside = findingOf(launch, "overlap.prologue-only");
  QVERIFY(outside);
  QVERIFY2(outside->title.starts_with("Only the prologue of"), outside->title.c_str());
  const Finding *deep = findingOf(launch, "overlap.deep-queue");
  QVERIFY(deep);
  QVERIFY2(deep->title.ends_with("2 stages would suffice (now 4)."), deep->title.c_str());
  QVERIFY(!findingOf(launch, "overlap.exposed-stage"));
  QVERIFY(!findingOf(launch, "overlap.stage-memory"));
}

void OverlapRolesTest::anUnknownEmptyWaitLeavesTheBoundUnknown() {
  for (const int64_t latency : {100, 400}) { // compute-bound and load-bound with a known one
    PipelineShape shape = loadBound(2);
    shape.latency = latency;
    AsyncTrace trace;
    const uint32_t cta = trace.addCta();
    const uint32_t producer = trace.addWarp(cta);
    addSlotPipeline(trace, producer, {trace.addWarp(cta)}, shape);
    const LaunchOverlap launch = analyzeOverlap(std::move(trace).finish()).at(0);
    QCOMPARE(launch.pipeline.bound, PipelineTest::Bound::Unknown);
    QVERIFY2(launch.pipeline.reason.starts_with(
                 "the duration of a wait that need not wait was not measured"),
             launch.pipeline.reason.c_str());
    for (const char *code : {"overlap.load-bound", "overlap.compute-bound", "overlap.stage-memory",
                             "overlap.deep-queue"})
      QVERIFY2(!findingOf(launch, code), code);
    QVERIFY(findingOf(launch, "overlap.floor"));
  }
}

/// gemm_tiled on the CPU target: copies as manual events, each of which ends in a scope of a few
/// cycles that nothing was measured for.
void OverlapRolesTest::scopesWhoseEmptyLengthIsUnknownMakeNoClaim() {
  AsyncTrace trace;
  const uint32_t warp = trace.addWarp(trace.addCta());
  for (int64_t i = 0; i < 32; ++i) {
    const AsyncStepArgs args{"", i, -1};
    trace.manual(warp, "copy in flight", i * 5000, i * 5000 + 5106, args);
    trace.scope(warp, "wait copy", i * 5000 + 5100, i * 5000 + 5106);
  }
  const LaunchOverlap launch = analyzeOverlap(std::move(trace).finish()).at(0);
  QCOMPARE(launch.waitThresholds.at(0).source, WaitThreshold::Source::Zero);
  QVERIFY(*launch.channels.at(0).figures.hiddenShare() > 0.99);
  QCOMPARE(launch.pipeline.bound, PipelineTest::Bound::Unknown);
  for (const Finding &finding : launch.findings) {
    QVERIFY2(finding.severity < Finding::Severity::Notice, finding.title.c_str());
    QVERIFY2(finding.code != "overlap.critical-path", finding.title.c_str());
  }
}

/// The steady state waits 4 % of its time in flight in each iteration, and that is a third of the
/// consumer's time: worth a notice, not a warning beside "96 % hidden".
void OverlapRolesTest::nothingIsAWarningBesideMostlyHiddenLoads() {
  PipelineShape shape = loadBound(24);
  shape.iterations = 200;
  shape.latency = 24 * (shape.compute + 75);
  const auto [trace, launch] = slotsOf(shape, 1);
  QVERIFY2(*launch.channels.at(0).steady.hiddenShare() > 0.95,
           std::to_string(*launch.channels[0].steady.hiddenShare()).c_str());
  for (const Finding &finding : launch.findings)
    QVERIFY2(finding.severity != Finding::Severity::Warning, finding.title.c_str());
}

void OverlapRolesTest::aDeepQueueThatIsWaitedForIsLoadBound() {
  PipelineShape shape = loadBound(24);
  shape.iterations = 200;
  shape.latency = 24 * (shape.compute + 75);
  const auto [trace, launch] = slotsOf(shape, 1);
  QCOMPARE(launch.pipeline.bound, PipelineTest::Bound::Load);
  // A wait now and then that costs next to nothing does not make it so.
  shape.latency = 23 * shape.compute + 1;
  const auto [balancedTrace, balanced] = slotsOf(shape, 1);
  QVERIFY(balanced.pipeline.slack < 0);
  QCOMPARE(balanced.pipeline.bound, PipelineTest::Bound::Compute);
}

void OverlapRolesTest::correctedTimesMakeNoClaim() {
  AsyncTrace trace;
  trace.setLaunchNumber("empty wait mbarrier", 0);
  trace.launch().isCostSubtracted = true;
  const uint32_t cta = trace.addCta();
  const uint32_t producer = trace.addWarp(cta);
  addSlotPipeline(trace, producer, {trace.addWarp(cta)}, loadBound(2));
  const LaunchOverlap launch = analyzeOverlap(std::move(trace).finish()).at(0);
  QVERIFY(launch.isCostSubtracted);
  QCOMPARE(launch.pipeline.bound, PipelineTest::Bound::Unknown);
  QVERIFY(findingOf(launch, "overlap.corrected"));
  QVERIFY(!findingOf(launch, "overlap.exposed-stage"));
}

void OverlapRolesTest::aFindingCanBeSwitchedOff() {
  const auto [trace, launch] = slotsOf(loadBound(2));
  const auto with = launch.findings.size();
  const LaunchOverlap without = analyzeOverlap(trace, {{"overlap.load-bound"}}).at(0);
  QCOMPARE(without.findings.size(), with - 1);
  QVERIFY(!findingOf(without, "overlap.load-bound"));
}

void OverlapRolesTest::everyFindingHasEvidence() {
  for (int64_t stages = 1; stages <= 4; ++stages) {
    const auto [trace, launch] = slotsOf(loadBound(stages));
    QVERIFY(!launch.findings.empty());
    for (const Finding &finding : launch.findings) {
      QVERIFY2(!finding.slices.empty(), finding.code.c_str());
      QVERIFY2(!finding.numbers.empty(), finding.code.c_str());
      QVERIFY(finding.slices.size() <= kFindingSlices);
      for (const SliceId slice : finding.slices)
        QVERIFY(slice.value < trace.sliceCount());
    }
    QVERIFY(std::ranges::is_sorted(launch.findings, std::greater(), &Finding::severity));
  }
}

QTEST_GUILESS_MAIN(OverlapRolesTest)
#include "overlap_roles_test.moc"
