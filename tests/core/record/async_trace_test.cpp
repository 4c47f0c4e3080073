// SPDX-License-Identifier: Apache-2.0
// Asynchronous steps as records become slices, instants and arrows of a trace, at the times that
// the pipeline has by its definition.
#include <QtTest>

#include <filesystem>
#include <map>
#include <optional>
#include <tuple>

#include "core/pftrace/pftrace_writer.h"
#include "core/trace/arg_names.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace_text.h"
#include "core/trace_file/trace_file.h"
#include "tests/support/async_pipeline.h"

using namespace pstudio;
using pstudio::test::AsyncPipeline;
using pstudio::test::PipelineTurn;
using Style = AsyncPipeline::Style;

namespace {

constexpr int64_t kStart = 1000; // [cycles] of the first CTA's origin

/// What a slice or instant says of itself.
struct Step {
  int64_t begin = 0; ///< [cycles] since the CTA's origin
  int64_t end = 0;
  std::string name;
  std::map<std::string, std::string> args;

  std::string arg(std::string_view key) const {
    const auto found = args.find(std::string(key));
    return found == args.end() ? "-" : found->second;
  }
};

Step stepOf(const Trace &trace, Picoseconds begin, Picoseconds end, StringId name, ArgSetId args) {
  Step step{
      begin.value / 1000 - kStart, end.value / 1000 - kStart, std::string(trace.string(name)), {}};
  for (const Arg &arg : trace.args(args))
    step.args.emplace(trace.string(arg.key), argValueToText(trace, arg));
  return step;
}

Step stepAt(const Trace &trace, EventRef ref) {
  if (ref.kind == EventRef::Kind::Instant) {
    const Instant &instant = trace.instants()[ref.index];
    return stepOf(trace, instant.time, instant.time, instant.name, instant.args);
  }
  const Slice slice = trace.slice(SliceId(ref.index));
  return stepOf(trace, slice.time.begin, slice.time.end, slice.name, slice.args);
}

/// Slices of a category and name on the tracks of warp `warp`, in order.
std::vector<Step> slicesOf(const Trace &trace, int64_t warp, std::string_view category,
                           std::string_view name) {
  std::vector<Step> steps;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    TrackId track = slice.track;
    if (trace.track(track).kind == TrackKind::Async)
      track = trace.track(track).parent;
    if (trace.track(track).number == warp && trace.string(slice.category) == category &&
        trace.string(slice.name) == name)
      steps.push_back(stepAt(trace, {EventRef::Kind::Slice, i}));
  }
  std::ranges::stable_sort(steps, {}, &Step::begin);
  return steps;
}

} // namespace

class AsyncTraceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void copiesOfGroupsHaveTheTimesOfThePipeline_data() {
    QTest::addColumn<uint>("stages");
    for (uint stages = 1; stages <= 4; ++stages)
      QTest::addRow("%u stages", stages) << stages;
  }
  void copiesOfGroupsHaveTheTimesOfThePipeline() {
    QFETCH(uint, stages);
    AsyncPipeline pipeline;
    pipeline.stages = stages;
    pipeline.extraCompute = 7;
    const auto trace = test::traceOf(pipeline);
    const auto times = test::timesOf(pipeline);
    QVERIFY(trace->notes().empty());
    for (uint32_t warp = 0; warp < pipeline.warps; ++warp) {
      const auto flights = slicesOf(*trace, warp, kAsyncFlightCategory, "copy");
      const auto waits = slicesOf(*trace, warp, kAsyncWaitCategory, "wait for copy");
      const auto issues = slicesOf(*trace, warp, kAsyncIssueCategory, "copy");
      QCOMPARE(flights.size(), size_t{pipeline.steps});
      QCOMPARE(waits.size(), size_t{pipeline.steps});
      QCOMPARE(issues.size(), size_t{pipeline.steps});
      for (uint32_t turn = 0; turn < pipeline.steps; ++turn) {
        const PipelineTurn &at = times[warp][turn];
        QCOMPARE(flights[turn].begin, at.issueBegin);
        QCOMPARE(flights[turn].end, at.waitEnd);
        QCOMPARE(waits[turn].begin, at.waitBegin);
        QCOMPARE(waits[turn].end, at.waitEnd);
        QCOMPARE(issues[turn].end, at.issueEnd);
        for (const Step &step : {flights[turn], waits[turn], issues[turn]}) {
          QCOMPARE(step.arg(kAsyncInstanceArg), std::to_string(turn));
          QCOMPARE(step.arg(kAsyncStageArg), std::to_string(turn % std::max(1u, stages - 1)));
          QCOMPARE(step.arg(kAsyncQueueArg), std::string("cp.async"));
          QCOMPARE(step.arg(kAsyncPairingArg), std::string("-"));
        }
      }
    }
  }

  void copiesOnBarriersHaveTheTimesOfThePipeline_data() {
    QTest::addColumn<uint>("stages");
    QTest::addColumn<bool>("byAddress");
    for (uint stages = 1; stages <= 4; ++stages) {
      QTest::addRow("%u stages", stages) << stages << false;
      QTest::addRow("%u stages by address", stages) << stages << true;
    }
  }
  void copiesOnBarriersHaveTheTimesOfThePipeline() {
    QFETCH(uint, stages);
    QFETCH(bool, byAddress);
    AsyncPipeline pipeline{.style = Style::Mbarriers, .stages = stages};
    pipeline.byAddress = byAddress;
    pipeline.extraCompute = 7;
    const auto trace = test::traceOf(pipeline);
    const auto times = test::timesOf(pipeline);
    QVERIFY(trace->notes().empty());
    const auto flights = slicesOf(*trace, 0, kAsyncFlightCategory, "copy");
    const auto buffers = slicesOf(*trace, 0, kAsyncWaitCategory, "wait for buffer");
    QCOMPARE(flights.size(), size_t{pipeline.steps});
    QCOMPARE(buffers.size(), size_t{pipeline.steps});
    for (uint32_t turn = 0; turn < pipeline.steps; ++turn) {
      const PipelineTurn &at = times[0][turn];
      QCOMPARE(flights[turn].begin, at.issueBegin);
      QCOMPARE(flights[turn].end, std::min(times[1][turn].waitEnd, times[2][turn].waitEnd));
      QCOMPARE(buffers[turn].begin, at.emptyWaitBegin);
      QCOMPARE(buffers[turn].end, at.emptyWaitEnd);
      const bool isFree = turn < stages;
      QCOMPARE(buffers[turn].arg(kAsyncPairingArg),
               std::string(isFree ? "free at first use" : "-"));
      QCOMPARE(buffers[turn].arg(kAsyncInstanceArg), isFree ? "-" : std::to_string(turn - stages));
      for (uint32_t warp = 1; warp <= pipeline.warps; ++warp) {
        const Step wait = slicesOf(*trace, warp, kAsyncWaitCategory, "wait for copy")[turn];
        QCOMPARE(wait.begin, times[warp][turn].waitBegin);
        QCOMPARE(wait.end, times[warp][turn].waitEnd);
        for (const Step &step : {flights[turn], wait}) {
          QCOMPARE(step.arg(kAsyncInstanceArg), std::to_string(turn));
          QCOMPARE(step.arg(kAsyncStageArg), std::to_string(turn % stages));
          QCOMPARE(step.arg(kAsyncPhaseArg), std::to_string(turn / stages));
          QCOMPARE(step.arg(kAsyncPairingArg), std::string("-"));
        }
      }
    }
  }

  void arrowsGoFromCopiesAndReleasesToTheirWaits() {
    const AsyncPipeline pipeline{.style = Style::Mbarriers, .stages = 3, .steps = 9};
    const auto trace = test::traceOf(pipeline);
    std::map<std::string, int> arrows;
    for (const Flow &flow : trace->flows()) {
      const Step from = stepAt(*trace, flow.from);
      const Step to = stepAt(*trace, flow.to);
      QCOMPARE(from.arg(kAsyncInstanceArg), to.arg(kAsyncInstanceArg));
      QVERIFY(from.begin <= to.end);
      ++arrows[from.name + " -> " + to.name];
    }
    // Both consumers wait for each copy; the producer waits for both, but not for the last buffers.
    const std::map<std::string, int> expected{{"copy -> wait for copy", 18},
                                              {"release buffer -> wait for buffer", 12}};
    QVERIFY(arrows == expected);
  }

  void savedAndOpenedTracesAreTheSame() {
    for (const Style style : {Style::CopyGroups, Style::Mbarriers}) {
      AsyncPipeline pipeline{.style = style, .stages = 3, .slotsPerUnit = 32};
      pipeline.matrixQueue = true;
      pipeline.ctas = 3;
      const auto trace = test::traceOf(pipeline);
      QVERIFY(!trace->flows().empty());
      QTemporaryDir folder;
      const auto path = std::filesystem::path(folder.filePath("a.pftrace").toStdString());
      QVERIFY(writePftrace(*trace, path));
      const auto opened = readTraceFile(path);
      QVERIFY(opened);
      QCOMPARE(QString::fromStdString(traceToText(*opened)),
               QString::fromStdString(traceToText(*trace)));
    }
  }
};

QTEST_GUILESS_MAIN(AsyncTraceTest)
#include "async_trace_test.moc"
