// SPDX-License-Identifier: Apache-2.0
// Overlap of launches as they come from a device: recorded, decoded and paired. Every figure equals
// that of the pipeline's exact times.
#include <QtTest>

#include <algorithm>
#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/support/async_pipeline.h"
#include "tests/support/async_trace.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::analysis;
using namespace pstudio::test;

namespace {

AsyncPipeline pipelineOf(AsyncPipeline::Style style, uint32_t stages) {
  AsyncPipeline pipeline;
  pipeline.style = style;
  pipeline.stages = stages;
  pipeline.steps = 16;
  pipeline.matrixQueue = style == AsyncPipeline::Style::Mbarriers;
  pipeline.ctas = 2;
  pipeline.sms = 2;
  for (const char *queue : {"cp.async", "mbarrier", "wgmma", "barrier"})
    pipeline.facts.push_back({std::string("empty wait ") + queue, pipeline.emptyWaitThreshold});
  return pipeline;
}

const Channel &copiesOf(const LaunchOverlap &launch) {
  return launch.channels.at(0);
}

/// Expected figures of one warp's turn.
struct ExpectedVisit {
  int64_t exposed = 0;
  int64_t late = 0;
  int64_t inFlight = 0;
};

ExpectedVisit expectedOf(const PipelineTurn &turn, int64_t issueBegin, int64_t threshold) {
  if (turn.waitEnd - turn.waitBegin <= threshold)
    return {0, 0, turn.waitBegin - issueBegin};
  const int64_t late = std::max<int64_t>(0, issueBegin - turn.waitBegin);
  return {turn.waitEnd - turn.waitBegin - late, late, turn.waitEnd - issueBegin};
}

void addPipelines() {
  QTest::addColumn<AsyncPipeline::Style>("style");
  QTest::addColumn<uint32_t>("stages");
  for (uint32_t stages = 1; stages <= 4; ++stages) {
    QTest::addRow("groups, %u stages", stages) << AsyncPipeline::Style::CopyGroups << stages;
    QTest::addRow("barriers, %u stages", stages) << AsyncPipeline::Style::Mbarriers << stages;
  }
}

} // namespace

class DecodedOverlapTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyVisitIsThatOfThePipelinesTimes_data() { addPipelines(); }
  void everyVisitIsThatOfThePipelinesTimes();
  void stagesAreThoseOfTheKernel_data() { addPipelines(); }
  void stagesAreThoseOfTheKernel();
  void theFileSaysTheSame();
  void droppedRecordsLeaveNoWrongVisit();
  void everyStepIsThereWhereLoopsRecordSomeIterations_data() { addPipelines(); }
  void everyStepIsThereWhereLoopsRecordSomeIterations();
  void droppedWaitsAreNoOperationsWithoutWait();
};

void DecodedOverlapTest::everyVisitIsThatOfThePipelinesTimes() {
  QFETCH(AsyncPipeline::Style, style);
  QFETCH(uint32_t, stages);
  const AsyncPipeline pipeline = pipelineOf(style, stages);
  const auto trace = traceOf(pipeline);
  const auto times = timesOf(pipeline);
  const LaunchOverlap launch = analyzeOverlap(*trace).at(0);
  QVERIFY(launch.isInCycles);
  const Channel &copies = copiesOf(launch);
  const bool hasProducer = style == AsyncPipeline::Style::Mbarriers;
  uint64_t visits = 0;
  int64_t exposed = 0;
  for (uint32_t i = 0; i < copies.operationCount; ++i) {
    const AsyncOperation &operation = launch.operations[copies.firstOperation + i];
    QVERIFY(isMeasured(operation.completion));
    const auto issuer = static_cast<size_t>(launch.units[operation.issuer].number);
    const int64_t issueBegin = times[hasProducer ? 0 : issuer][operation.instance].issueBegin;
    for (uint32_t v = 0; v < operation.visitCount; ++v) {
      const OperationVisit &visit = launch.visits[operation.firstVisit + v];
      const AsyncUnit &unit = launch.units[launch.waits[visit.wait].unit];
      const PipelineTurn &turn = times[static_cast<size_t>(unit.number)][operation.instance];
      const ExpectedVisit expected = expectedOf(turn, issueBegin, pipeline.emptyWaitThreshold);
      QCOMPARE(visit.exposed.value, expected.exposed);
      QCOMPARE(visit.late.value, expected.late);
      QCOMPARE(visit.inFlight.value, expected.inFlight);
      exposed += expected.exposed;
      ++visits;
    }
  }
  QCOMPARE(visits, uint64_t(pipeline.ctas) * pipeline.warps * pipeline.steps);
  QCOMPARE(copies.figures.exposed.sum, exposed);
}

void DecodedOverlapTest::stagesAreThoseOfTheKernel() {
  QFETCH(AsyncPipeline::Style, style);
  QFETCH(uint32_t, stages);
  AsyncPipeline pipeline = pipelineOf(style, stages);
  pipeline.steps = 32;
  const LaunchOverlap launch = analyzeOverlap(*traceOf(pipeline)).at(0);
  QVERIFY(copiesOf(launch).steadyRange);
  QVERIFY2(launch.pipeline.reason.empty(), launch.pipeline.reason.c_str());
  QCOMPARE(launch.pipeline.stages, stages);
  QCOMPARE(launch.pipeline.load, pipeline.issue + pipeline.latency);
  // Whether the waits of the steady state block is the prediction of the pipeline test.
  QCOMPARE(launch.pipeline.bound == PipelineTest::Bound::Load, launch.pipeline.blockedShare > 0);
  QCOMPARE(launch.roles.size(), style == AsyncPipeline::Style::Mbarriers ? size_t{2} : size_t{1});
}

void DecodedOverlapTest::theFileSaysTheSame() {
  const auto trace = traceOf(pipelineOf(AsyncPipeline::Style::Mbarriers, 3));
  const Result<std::string> bytes = writePftraceToString(*trace);
  VERIFY_RESULT(bytes);
  const Result<Trace> opened = readPftrace(std::as_bytes(std::span(*bytes)), "file");
  VERIFY_RESULT(opened);
  const LaunchOverlap before = analyzeOverlap(*trace).at(0);
  const LaunchOverlap after = analyzeOverlap(*opened).at(0);
  QCOMPARE(after.operations.size(), before.operations.size());
  QCOMPARE(after.channels.size(), before.channels.size());
  for (size_t i = 0; i < before.channels.size(); ++i) {
    QCOMPARE(after.channels[i].name, before.channels[i].name);
    QCOMPARE(after.channels[i].completions, before.channels[i].completions);
    QCOMPARE(after.channels[i].figures.exposed, before.channels[i].figures.exposed);
    QCOMPARE(after.channels[i].figures.inFlight, before.channels[i].figures.inFlight);
  }
  QCOMPARE(after.criticalPath.ticks, before.criticalPath.ticks);
  QCOMPARE(after.findings.size(), before.findings.size());
  for (size_t i = 0; i < before.findings.size(); ++i)
    QCOMPARE(after.findings[i].title, before.findings[i].title);
}

void DecodedOverlapTest::droppedRecordsLeaveNoWrongVisit() {
  AsyncPipeline pipeline = pipelineOf(AsyncPipeline::Style::Mbarriers, 3);
  pipeline.steps = 64;
  pipeline.slotsPerUnit = 64;
  const auto times = timesOf(pipeline);
  const LaunchOverlap launch = analyzeOverlap(*traceOf(pipeline)).at(0);
  QVERIFY(!launch.operations.empty());
  uint64_t found = 0;
  for (const OperationVisit &visit : launch.visits) {
    const AsyncOperation &operation = launch.operations[visit.operation];
    const AsyncWait &wait = launch.waits[visit.wait];
    if (launch.channels[operation.channel].queue != AsyncQueue::Mbarrier ||
        !isMeasured(operation.completion) || !wait.hasBlocked)
      continue;
    // The turn's number may be different, but there is a turn with that length.
    const auto &turns = times[static_cast<size_t>(launch.units[wait.unit].number)];
    const bool isReal = std::ranges::any_of(turns, [&](const PipelineTurn &turn) {
      return turn.waitEnd - turn.waitBegin == wait.waited().value;
    });
    QVERIFY(isReal);
    ++found;
  }
  QVERIFY(found > 0);
  QVERIFY(std::ranges::find(launch.findings, "overlap.dropped", &Finding::code) !=
          launch.findings.end());
}

/// Sampling of iterations does not affect queue steps.
void DecodedOverlapTest::everyStepIsThereWhereLoopsRecordSomeIterations() {
  QFETCH(AsyncPipeline::Style, style);
  QFETCH(uint32_t, stages);
  const PipelineLaunch launch = launchOf(pipelineOf(style, stages));
  std::vector<LaunchOverlap> found;
  std::vector<size_t> noteCounts;
  for (const uint32_t every : {1u, 4u}) {
    record::LaunchCapture capture = launch.capture;
    capture.sampling.every = every;
    TraceBuilder builder;
    QVERIFY(record::decodeLaunch(capture, builder));
    const Trace trace = std::move(builder).finish();
    noteCounts.push_back(trace.notes().size());
    found.push_back(analyzeOverlap(trace).at(0));
  }
  QCOMPARE(noteCounts[1], noteCounts[0]);
  const Channel &whole = copiesOf(found[0]), &sampled = copiesOf(found[1]);
  QVERIFY(whole.completions == sampled.completions);
  QCOMPARE(sampled.countOf(Completion::Blocked) + sampled.countOf(Completion::ReadyBefore),
           uint64_t{sampled.operationCount});
  QCOMPARE(sampled.waitedOnce, whole.waitedOnce);
  QCOMPARE(sampled.figures.exposed.sum, whole.figures.exposed.sum);
}

/// Rings that keep their oldest records contain the issues but not the waits.
void DecodedOverlapTest::droppedWaitsAreNoOperationsWithoutWait() {
  AsyncTrace trace;
  addCopiesWithoutWaits(trace, 3);
  const LaunchOverlap launch = analyzeOverlap(std::move(trace).finish()).at(0);
  const Channel &copies = copiesOf(launch);
  QCOMPARE(copies.countOf(Completion::WaitUnknown), uint64_t{3});
  QCOMPARE(copies.countOf(Completion::NeverWaited), uint64_t{0});
  QCOMPARE(copies.mostDepth, 0u); // excludes operations without a known end
  QVERIFY(!copies.areWaitsKnown());
  const auto has = [&](std::string_view code) {
    return std::ranges::find(launch.findings, code, &Finding::code) != launch.findings.end();
  };
  QVERIFY(has("overlap.wait-not-recorded"));
  QVERIFY(!has("overlap.never-waited"));
}

QTEST_GUILESS_MAIN(DecodedOverlapTest)
#include "decoded_overlap_test.moc"
