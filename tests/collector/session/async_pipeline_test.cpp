// SPDX-License-Identifier: Apache-2.0
// The mode async on the CPU target: the wait times of a pipeline of 1 to 4 stages are, to the
// cycle, those of the model of its copies. The formulas are at the head of
// kernels/async_pipeline.mlir.
#include <QtTest>

#include <algorithm>
#include <vector>

#include "collector/codegen/cpu/cost_table.h"
#include "collector/collector.h"
#include "collector/runtime/cpu/model.h"
#include "collector/session/targets/cpu_target.h"
#include "collector/session/run/run_session.h"
#include "core/trace/arg_names.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr int64_t kPicosecondsPerCycle = 1000; ///< of the model
constexpr size_t kSteps = 24;

struct Span {
  int64_t begin = 0; ///< [cycles]
  int64_t end = 0;
};

/// The slices of one category, in order of time.
std::vector<Span> spansOf(const Trace &trace, std::string_view category) {
  std::vector<Span> spans;
  for (size_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.sliceCategories()[i]) == category)
      spans.push_back(
          {trace.sliceBegins()[i] / kPicosecondsPerCycle,
           (trace.sliceBegins()[i] + trace.sliceDurations()[i]) / kPicosecondsPerCycle});
  std::ranges::sort(spans, {}, &Span::begin);
  return spans;
}

void setArgument(RunSpec &spec, std::string_view name, int64_t value) {
  for (Argument &argument : spec.arguments)
    if (argument.name == name)
      std::get<ScalarArgument>(argument.value).intValue = value;
}

Result<Trace> run(int64_t stages, int64_t turns) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(std::string(PSTUDIO_SOURCE_DIR) +
                                               "/tests/collector/kernels/async_pipeline.json"));
  setArgument(spec, "stages", stages);
  setArgument(spec, "turns", turns);
  const std::unique_ptr<RunTarget> target = makeCpuTarget(spec);
  test::RunLog progress;
  const std::atomic<bool> cancel{false};
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome, runSession(spec, *target, progress, cancel, {}));
  if (outcome.failure)
    return tl::unexpected<Error>(*outcome.failure);
  return std::move(outcome.trace);
}

/// The recorded wait of each step, and the clock at which the copy of this wait was issued
/// [cycles].
struct Step {
  int64_t issue = 0;
  int64_t enter = 0;
  int64_t exit = 0;
};

int64_t cyclesOf(cpu::CostClass cost) {
  return cpu::costOf(cost).cycles;
}

/// Empty if records are missing. The first copies, before the loop, are issued with their commits.
std::vector<Step> stepsOf(const Trace &trace, size_t stages) {
  const std::vector<Span> issues = spansOf(trace, kAsyncIssueCategory);
  const std::vector<Span> waits = spansOf(trace, kAsyncWaitCategory);
  std::vector<Step> steps;
  if (issues.size() != kSteps || waits.size() != kSteps)
    return steps;
  for (size_t k = 0; k < kSteps; ++k) {
    const bool isCommitted = k + 1 < stages;
    const int64_t behind = cyclesOf(cpu::CostClass::CopyIssue) +
                           (isCommitted ? cyclesOf(cpu::CostClass::CopyControl) : 0);
    steps.push_back({issues[k].end - behind, waits[k].begin, waits[k].end});
  }
  return steps;
}

/// From the start of a copy to its last byte [cycles].
int64_t latency() {
  const cpu::ModelParameters model;
  return model.copyLatencyCycles + 16 / model.copyBytesPerCycle;
}

} // namespace

class AsyncPipelineTest : public QObject {
  Q_OBJECT

  static void addShapes() {
    QTest::addColumn<size_t>("stages");
    QTest::addColumn<int64_t>("turns");
    for (const size_t stages : {1, 2, 3, 4})
      for (const int64_t turns : {0, 3, 10, 40})
        QTest::addRow("%zu stages, %lld turns", stages, static_cast<long long>(turns))
            << stages << turns;
  }

private Q_SLOTS:
  void everyWaitIsLeftWhenItsCopyIsDone_data() { addShapes(); }
  void everyWaitIsLeftWhenItsCopyIsDone() {
    QFETCH(const size_t, stages);
    QFETCH(const int64_t, turns);
    const auto trace = run(static_cast<int64_t>(stages), turns);
    VERIFY_RESULT(trace);
    const std::vector<Step> steps = stepsOf(*trace, stages);
    QCOMPARE(steps.size(), kSteps);
    const int64_t emptyWait = cyclesOf(cpu::CostClass::CopyControl);
    for (const Step &step : steps)
      QCOMPARE(step.exit, std::max(step.enter, step.issue + latency()) + emptyWait);
    // All copies are in flight from the issue to the exit of the wait.
    const std::vector<Span> flights = spansOf(*trace, kAsyncFlightCategory);
    QCOMPARE(flights.size(), kSteps);
    for (size_t k = 0; k < kSteps; ++k)
      QCOMPARE(flights[k].end, steps[k].exit);
  }

  void aRoundOfStagesTakesTheLongerOfItsWorkAndOneCopy_data() { addShapes(); }
  void aRoundOfStagesTakesTheLongerOfItsWorkAndOneCopy() {
    QFETCH(const size_t, stages);
    QFETCH(const int64_t, turns);
    const auto trace = run(static_cast<int64_t>(stages), turns);
    VERIFY_RESULT(trace);
    const std::vector<Step> steps = stepsOf(*trace, stages);
    QCOMPARE(steps.size(), kSteps);
    const int64_t emptyWait = cyclesOf(cpu::CostClass::CopyControl);
    const auto count = static_cast<int64_t>(stages);
    // Step k issues copy k + stages - 1.
    const auto issueIn = [&](size_t k) { return steps[k + stages - 1].issue; };
    const int64_t a = steps[0].enter - issueIn(0);
    const int64_t b = issueIn(1) - steps[0].exit;
    for (size_t k = 0; k + stages < kSteps; ++k) {
      QCOMPARE(steps[k].enter - issueIn(k), a);
      QCOMPARE(issueIn(k + 1) - steps[k].exit, b);
    }
    const int64_t round = std::max(count * (a + emptyWait + b), latency() + emptyWait + b);
    for (size_t k = stages; k + 2 * stages < kSteps; ++k) {
      QCOMPARE(steps[k + stages].exit - steps[k].exit, round);
      int64_t exposed = 0;
      for (size_t i = k + 1; i <= k + stages; ++i)
        exposed += steps[i].exit - steps[i].enter;
      QCOMPARE(exposed, round - count * (a + b));
    }
  }
};

QTEST_GUILESS_MAIN(AsyncPipelineTest)
#include "async_pipeline_test.moc"
