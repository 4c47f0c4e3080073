// SPDX-License-Identifier: Apache-2.0
// Records of asynchronous steps become slices, instants and arrows of a trace, at the exact times
// of the pipeline.
#include <QtTest>

#include <filesystem>
#include <map>
#include <optional>
#include <tuple>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/arg_names.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace_text.h"
#include "tests/support/trace_text.h"
#include "tests/support/async_pipeline.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using pstudio::test::AsyncPipeline;
using pstudio::test::hasNote;
using pstudio::test::PipelineTurn;
using Style = AsyncPipeline::Style;

namespace {

constexpr int64_t kStart = 1000; // [cycles] of the first CTA's origin

/// Data of a slice or instant.
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
    // Both consumers wait for each copy. The producer waits for both, except for the last buffers.
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

  void stepsNestWithTheScopesAroundThem() {
    AsyncPipeline pipeline{.style = Style::Mbarriers};
    pipeline.matrixQueue = true;
    const auto trace = test::traceOf(pipeline);
    const auto times = test::timesOf(pipeline);
    uint32_t products = 0;
    for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
      const Slice slice = trace->slice(SliceId(i));
      if (trace->string(slice.name) != "wait for product")
        continue;
      ++products;
      QCOMPARE(trace->string(trace->slice(slice.parent).name), std::string_view("compute"));
      QCOMPARE(slice.flags, uint8_t{0});
    }
    QCOMPARE(products, pipeline.steps * pipeline.warps);
    const auto flights = slicesOf(*trace, 1, kAsyncFlightCategory, "multiply");
    QCOMPARE(flights.size(), size_t{pipeline.steps});
    QCOMPARE(flights[3].begin, times[1][3].computeBegin);
    QCOMPARE(flights[3].end, times[1][3].computeEnd);
  }

  void momentsAreInstantsOfTheirWarp() {
    const AsyncPipeline pipeline{.style = Style::Mbarriers, .stages = 3, .steps = 7};
    const auto trace = test::traceOf(pipeline);
    std::map<std::string, uint32_t> counts;
    for (const Instant &instant : trace->instants())
      ++counts[std::string(trace->string(instant.category))];
    const std::map<std::string, uint32_t> expected{
        {std::string(kAsyncArriveCategory), 7 * pipeline.warps},
        {std::string(kAsyncInitCategory), 6}};
    QVERIFY(counts == expected);
  }

  void ringsKeepTrueTimesAndSayWhatIsMissing() {
    AsyncPipeline pipeline{.style = Style::Mbarriers, .stages = 3, .steps = 100};
    const auto times = test::timesOf(pipeline);
    pipeline.slotsPerUnit = 64;
    const auto trace = test::traceOf(pipeline);
    // A paired flight ends when the first consumer has observed its completion.
    uint32_t paired = 0;
    for (const Step &flight : slicesOf(*trace, 0, kAsyncFlightCategory, "copy")) {
      const auto turn = std::ranges::find(times[0], flight.begin, &PipelineTurn::issueBegin);
      if (turn == times[0].end()) {
        QCOMPARE(flight.arg(kAsyncPairingArg), std::string("wait not recorded"));
        continue;
      }
      const auto at = static_cast<size_t>(turn - times[0].begin());
      if (flight.arg(kAsyncPairingArg) != "inferred")
        continue;
      ++paired;
      QCOMPARE(flight.end, std::min(times[1][at].waitEnd, times[2][at].waitEnd));
      QCOMPARE(std::stoul(flight.arg(kAsyncPhaseArg)) % 2, at / 3 % 2);
    }
    // A consumer has 64 slots for turns of 5 records. Flights that began before the oldest record
    // have no issue.
    QVERIFY2(paired >= 9, qPrintable(QString::number(paired)));
    QVERIFY(hasNote(*trace, "record.dropped"));
    QVERIFY(hasNote(*trace, "async.inferred"));
    QVERIFY(hasNote(*trace, "async.wait-not-recorded"));
    QVERIFY(!hasNote(*trace, "async.order-not-certain"));
  }

  void copiesInARingOfGroupsAreCertain() {
    AsyncPipeline pipeline{.stages = 4, .steps = 100};
    const auto times = test::timesOf(pipeline);
    pipeline.slotsPerUnit = 64;
    const auto trace = test::traceOf(pipeline);
    const auto flights = slicesOf(*trace, 1, kAsyncFlightCategory, "copy");
    QVERIFY(flights.size() >= 4);
    for (const Step &flight : flights) {
      const auto turn = std::ranges::find(times[1], flight.begin, &PipelineTurn::issueBegin);
      if (turn == times[1].end()) // the start of its issue was dropped
        continue;
      QCOMPARE(flight.end, turn->waitEnd);
      QCOMPARE(flight.arg(kAsyncPairingArg), std::string("-"));
    }
  }

  /// Sampling does not affect queue steps, because they may belong to steps of other iterations.
  void loopsThatRecordSomeIterationsHaveAllStepsOfTheirQueues() {
    for (const Style style : {Style::CopyGroups, Style::Mbarriers}) {
      test::PipelineLaunch launch = test::launchOf({.style = style, .stages = 3});
      std::vector<size_t> flows;
      for (const uint32_t every : {1u, 2u}) {
        launch.capture.sampling.every = every;
        TraceBuilder builder;
        QVERIFY(record::decodeLaunch(launch.capture, builder));
        const Trace trace = std::move(builder).finish();
        QVERIFY(!hasNote(trace, "async.wait-not-recorded"));
        QVERIFY(!hasNote(trace, "async.issue-not-recorded"));
        flows.push_back(trace.flows().size());
      }
      QVERIFY(flows[0] > 0);
      QCOMPARE(flows[1], flows[0]);
    }
  }

  void flightsKeepToTheirIssuesWhenTheCostOfRecordingIsTakenOff() {
    test::PipelineLaunch launch = test::launchOf({.style = Style::Mbarriers, .stages = 2});
    launch.capture.recordingCost = RecordingCost{4, 3, 5, 40};
    TraceBuilder builder;
    QVERIFY(record::decodeLaunch(launch.capture, builder));
    const Trace recorded = std::move(builder).finish();
    const Trace corrected = correctRecordingCost(recorded);
    const auto issues = slicesOf(corrected, 0, kAsyncIssueCategory, "copy");
    const auto flights = slicesOf(corrected, 0, kAsyncFlightCategory, "copy");
    QCOMPARE(flights.size(), issues.size());
    const auto before = slicesOf(recorded, 0, kAsyncIssueCategory, "copy");
    for (size_t i = 0; i < flights.size(); ++i) {
      QCOMPARE(flights[i].begin, issues[i].begin);
      // One record is between start and end of an issue: the flight must not count as another
      // record.
      QCOMPARE(issues[i].end - issues[i].begin, before[i].end - before[i].begin - 4);
    }
  }
};

QTEST_GUILESS_MAIN(AsyncTraceTest)
#include "async_trace_test.moc"
