// SPDX-License-Identifier: Apache-2.0
// Overlap of pipelines with known latencies: every figure equals its closed form.
#include <QtTest>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/queue_depth.h"
#include "tests/core/analysis/overlap/pipelines.h"

using namespace pstudio;
using namespace pstudio::analysis;
using namespace pstudio::test;

namespace {

LaunchOverlap overlapOf(Trace trace) {
  std::vector<LaunchOverlap> launches = analyzeOverlap(trace);
  return std::move(launches.at(0));
}

LaunchOverlap groupOverlap(const PipelineShape &shape, int warps = 1) {
  AsyncTrace trace;
  trace.setLaunchNumber("empty wait cp.async", static_cast<double>(shape.emptyWait));
  const uint32_t cta = trace.addCta();
  for (int i = 0; i < warps; ++i)
    addGroupPipeline(trace, trace.addWarp(cta), shape);
  return overlapOf(std::move(trace).finish());
}

LaunchOverlap slotOverlap(const PipelineShape &shape, int consumers = 2) {
  AsyncTrace trace;
  trace.setLaunchNumber("empty wait mbarrier", static_cast<double>(shape.emptyWait));
  const uint32_t cta = trace.addCta();
  const uint32_t producer = trace.addWarp(cta);
  std::vector<uint32_t> warps;
  for (int i = 0; i < consumers; ++i)
    warps.push_back(trace.addWarp(cta));
  addSlotPipeline(trace, producer, warps, shape);
  return overlapOf(std::move(trace).finish());
}

} // namespace

class PipelineOverlapTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void eachOperationOfAGroupPipelineHasItsClosedForm_data();
  void eachOperationOfAGroupPipelineHasItsClosedForm();
  void eachVisitOfASlotPipelineHasItsClosedForm_data();
  void eachVisitOfASlotPipelineHasItsClosedForm();
};

namespace {

void addStages() {
  QTest::addColumn<int>("stages");
  for (int stages = 1; stages <= 4; ++stages)
    QTest::newRow(qPrintable(QString("%1 stages").arg(stages))) << stages;
}

} // namespace

void PipelineOverlapTest::eachOperationOfAGroupPipelineHasItsClosedForm_data() {
  addStages();
}

void PipelineOverlapTest::eachOperationOfAGroupPipelineHasItsClosedForm() {
  QFETCH(int, stages);
  PipelineShape shape;
  shape.stages = stages;
  shape.latency = 400; // hidden by four stages, not by three
  const LaunchOverlap launch = groupOverlap(shape, 2);
  QVERIFY(launch.isInCycles);
  QCOMPARE(launch.channels.size(), size_t{1});
  const Channel &channel = launch.channels[0];
  QCOMPARE(channel.operationCount, uint32_t(2 * shape.iterations));
  QCOMPARE(channel.streamCount, 2u);
  QCOMPARE(channel.sites.size(), stages == 1 ? size_t{1} : size_t{2});
  int64_t exposed = 0;
  for (const AsyncOperation &operation : launch.operations) {
    const int64_t expected = exposedInGroups(shape, int64_t(operation.instance));
    QCOMPARE(operation.visitCount, 1u);
    QCOMPARE(launch.visits[operation.firstVisit].exposed.value, expected);
    QCOMPARE(operation.completion, expected > 0 ? Completion::Blocked : Completion::ReadyBefore);
    if (expected > 0) {
      QCOMPARE((operation.completeBefore - operation.issueBegin).value, shape.latency);
      QCOMPARE((operation.completeAfter - operation.issueBegin).value, shape.latency - expected);
    }
    QCOMPARE((operation.issueEnd - operation.issueBegin).value, shape.issue);
    exposed += expected;
  }
  QCOMPARE(channel.figures.exposed.sum, exposed);
  QCOMPARE(channel.waitedOnce, exposed);
  QCOMPARE(channel.stageCount(), uint32_t(stages));
  for (const StageFigures &stage : channel.stages)
    QCOMPARE(stage.figures.exposed.sum > 0, stage.stage == 0);
  QCOMPARE(channel.iterations.size(), size_t(shape.iterations));
  for (const IterationFigures &row : channel.iterations)
    QCOMPARE(row.figures.exposed.median, exposedInGroups(shape, int64_t(row.instance)));
}

void PipelineOverlapTest::eachVisitOfASlotPipelineHasItsClosedForm_data() {
  addStages();
}

void PipelineOverlapTest::eachVisitOfASlotPipelineHasItsClosedForm() {
  QFETCH(int, stages);
  PipelineShape shape;
  shape.stages = stages;
  shape.latency = 400;
  const LaunchOverlap launch = slotOverlap(shape, 3);
  QCOMPARE(launch.channels.size(), size_t{1});
  QCOMPARE(launch.channels[0].figures.visits, uint64_t(3 * shape.iterations));
  for (const OperationVisit &visit : launch.visits)
    QCOMPARE(visit.exposed.value,
             exposedInSlots(shape, int64_t(launch.operations[visit.operation].instance)));
  QCOMPARE(launch.roles.size(), size_t{2});
  QCOMPARE(launch.roles[0].name, std::string("consumer"));
  QCOMPARE(launch.roles[1].name, std::string("producer"));
  // With one stage a slot is free only after it was computed: everything lies on one path.
  QCOMPARE(launch.criticalPath.total, launch.ctas[0].end.value);
}

QTEST_GUILESS_MAIN(PipelineOverlapTest)
#include "pipeline_overlap_test.moc"
