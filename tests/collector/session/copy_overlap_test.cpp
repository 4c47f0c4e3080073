// SPDX-License-Identifier: Apache-2.0
// A pipeline of copies on the CPU target, whose copy engine has a known latency: the analysis of 1
// to 4 stages has the results of the model, to the cycle.
#include <QtTest>

#include "collector/codegen/cpu/cost_table.h"
#include "collector/collector.h"
#include "collector/runtime/cpu/model.h"
#include "collector/session/targets/cpu_target.h"
#include "collector/session/run/run_session.h"
#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/overlap_comparison.h"
#include "tests/collector/session/watched_target.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::analysis;
using test::RunLog;
using test::WatchedTarget;

namespace {

constexpr uint64_t kSteps = 24;
constexpr int64_t kGroupBytes = 512;

/// From the issue of a group to the arrival of its last byte [cycles].
int64_t copyCycles() {
  const cpu::ModelParameters model;
  return model.copyLatencyCycles + kGroupBytes / model.copyBytesPerCycle;
}

/// Cost of a wait that does not block [cycles].
int64_t waitCycles() {
  return cpu::costOf(cpu::CostClass::CopyControl).cycles;
}

Result<LaunchOverlap> overlapOf(int stages) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec,
                     loadRunSpec(PSTUDIO_SOURCE_DIR "/tests/collector/kernels/copy_pipeline.json"));
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse("async"));
  std::get<ScalarArgument>(spec.arguments.back().value).intValue = stages;
  WatchedTarget target(makeCpuTarget(spec));
  RunLog progress;
  const std::atomic<bool> cancel{false};
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome, runSession(spec, target, progress, cancel, {}));
  if (outcome.failure)
    return tl::unexpected<Error>(*outcome.failure);
  return std::move(analyzeOverlap(outcome.trace).at(0));
}

/// The operations of one warp and the waits for them, by step.
struct Steps {
  std::vector<AsyncOperation> operations;
  std::vector<OperationVisit> visits;
  std::vector<AsyncWait> waits;

  Steps(const LaunchOverlap &launch, const AsyncStream &stream) {
    for (uint32_t i = 0; i < stream.operationCount; ++i) {
      operations.push_back(launch.operations[stream.firstOperation + i]);
      visits.push_back(launch.visits[operations.back().firstVisit]);
      waits.push_back(launch.waits[visits.back().wait]);
    }
  }

  int64_t issueToEnter(size_t step) const { // including the code after the issue
    return (waits[step].enter - operations[step].issueBegin).value;
  }
  int64_t exitToEnter(size_t step) const {
    return (waits[step + 1].enter - waits[step].exit).value;
  }
};

} // namespace

class CopyOverlapTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void figuresFollowFromTheModel_data();
  void figuresFollowFromTheModel();
  void moreStagesHideMoreAndExplainTheTime();
};

void CopyOverlapTest::figuresFollowFromTheModel_data() {
  QTest::addColumn<int>("stages");
  for (int stages = 1; stages <= 4; ++stages)
    QTest::addRow("%d stages", stages) << stages;
}

void CopyOverlapTest::figuresFollowFromTheModel() {
  QFETCH(int, stages);
  const Result<LaunchOverlap> launch = overlapOf(stages);
  VERIFY_RESULT(launch);
  QVERIFY(launch->isInCycles);
  QCOMPARE(launch->channels.size(), size_t{1});
  QCOMPARE(launch->streams.size(), size_t{2}); // a warp in each CTA
  QCOMPARE(launch->waitThresholds.at(0).length.value, waitCycles());
  const auto d = static_cast<int64_t>(stages);
  for (const AsyncStream &stream : launch->streams) {
    QCOMPARE(stream.operationCount, uint32_t(kSteps));
    const Steps steps(*launch, stream);
    const size_t last = kSteps - size_t(stages); // step whose iteration issues the last copy
    // The compute time of an iteration, from wait to wait, is equal in all iterations that issue.
    const int64_t compute = steps.exitToEnter(1);
    for (size_t step = 1; step + 1 <= last; ++step)
      QCOMPARE(steps.exitToEnter(step), compute);
    // So is the time from an issue to the wait in the same iteration, which waits for an earlier
    // copy.
    const auto issueToWait = [&](size_t turn) {
      return (steps.waits[turn].enter - steps.operations[turn + size_t(stages) - 1].issueBegin)
          .value;
    };
    const int64_t inTurn = issueToWait(1);
    for (size_t turn = 1; turn <= last; ++turn)
      QCOMPARE(issueToWait(turn), inTurn);
    // The copy itself is issued a few cycles after its record.
    const AsyncOperation &first = steps.operations[size_t(stages)];
    QCOMPARE(first.completion, Completion::Blocked);
    const int64_t toCopy =
        (steps.waits[size_t(stages)].exit - first.issueBegin).value - waitCycles() - copyCycles();
    QVERIFY(toCopy >= 0 && toCopy <= (first.issueEnd - first.issueBegin).value);
    // Every `stages`-th wait blocks, for the part of a copy that the iterations in between do not
    // cover.
    const int64_t exposed =
        toCopy + copyCycles() + waitCycles() - inTurn - (d - 1) * (compute + waitCycles());
    QVERIFY(exposed > waitCycles());
    for (size_t step = size_t(stages); step <= last; ++step) {
      const bool blocks = step % size_t(stages) == 0;
      const OperationVisit &visit = steps.visits[step];
      QCOMPARE(steps.operations[step].completion,
               blocks ? Completion::Blocked : Completion::ReadyBefore);
      QCOMPARE(visit.exposed.value, blocks ? exposed : 0);
      QCOMPARE(visit.late.value, 0);
      QCOMPARE(visit.inFlight.value,
               blocks ? toCopy + copyCycles() + waitCycles()
                      : inTurn + (d - 1) * compute + (d - 2) * waitCycles() + exposed);
      if (blocks)
        QCOMPARE((steps.operations[step].completeAfter - steps.waits[step].enter).value, 0);
    }
    QCOMPARE(stream.prologue, uint32_t(stages));
  }
  QCOMPARE(launch->pipeline.stages, uint32_t(stages));
  QCOMPARE(launch->pipeline.bound, PipelineTest::Bound::Load);
  QCOMPARE(launch->channels[0].sites.size(), stages == 1 ? size_t{1} : size_t{2});
  QCOMPARE(launch->criticalPath.total, (launch->ctas[launch->criticalPath.cta].end -
                                        launch->ctas[launch->criticalPath.cta].begin)
                                           .value);
}

void CopyOverlapTest::moreStagesHideMoreAndExplainTheTime() {
  std::vector<OverlapVariant> variants;
  for (int stages = 1; stages <= 4; ++stages) {
    const Result<LaunchOverlap> launch = overlapOf(stages);
    VERIFY_RESULT(launch);
    variants.push_back(variantOf(*launch, std::to_string(stages)));
  }
  const OverlapComparison comparison = compareVariants(variants);
  QCOMPARE(comparison.fastest, 3u);
  QCOMPARE(comparison.hiddenRank, std::optional(-1.0));
  QCOMPARE(comparison.exposedRank, std::optional(1.0));
  // With one warp, the lost time is the wait time, except for its few waits that did not block.
  for (size_t i = 0; i < 3; ++i)
    QVERIFY(std::abs(*comparison.variants[i].explainedShare - 1) < 0.01);
}

QTEST_GUILESS_MAIN(CopyOverlapTest)
#include "copy_overlap_test.moc"
