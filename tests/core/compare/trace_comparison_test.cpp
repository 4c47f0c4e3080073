// SPDX-License-Identifier: Apache-2.0
// Comparison of two traces: matching, alignment, intervals, verdicts, reports.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <random>
#include <set>

#include "core/analysis/overlap/overlap.h"
#include "core/compare/comparison_html.h"
#include "core/compare/comparison_json.h"
#include "core/compare/comparison_overview.h"
#include "core/compare/comparison_text.h"
#include "core/compare/trace_comparison.h"
#include "core/formats/trace_file/trace_file.h"
#include "tests/core/analysis/overlap/pipelines.h"
#include "tests/support/async_trace.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::compare;
using pstudio::test::AsyncTrace;

namespace {

/// A loop of `count` iterations with the scopes "load" and "mma" of these lengths [cycles].
struct LoopShape {
  std::string load = "load";
  std::string mma = "mma";
  int64_t loadLength = 100;
  int64_t mmaLength = 50;
  int count = 40;
  int64_t begin = 1000;
  int64_t jitter = 10; ///< maximum variation of the lengths
};

Trace loopTrace(const LoopShape &shape) {
  AsyncTrace trace;
  const uint32_t warp = trace.addWarp(trace.addCta());
  std::mt19937 random(7);
  int64_t at = shape.begin;
  for (int i = 0; i < shape.count; ++i) {
    const auto vary = static_cast<int64_t>(random() % static_cast<uint32_t>(shape.jitter + 1));
    trace.scope(warp, shape.load, at, at + shape.loadLength + vary);
    at += shape.loadLength + 20;
    trace.scope(warp, shape.mma, at, at + shape.mmaLength + vary);
    at += shape.mmaLength + 20;
  }
  return std::move(trace).finish();
}

Result<TraceComparison> compared(const Trace &baseline, const Trace &candidate,
                                 const CompareOptions &options = {},
                                 SampleUnit unit = SampleUnit::Time) {
  return compareTraces(baseline, samplesOf(baseline, unit), candidate, samplesOf(candidate, unit),
                       options);
}

const ScopeComparison *rowOf(const TraceComparison &comparison, std::string_view name,
                             ScopeKind kind = ScopeKind::Scope) {
  for (const ScopeComparison &row : comparison.scopes)
    if (row.kind == kind && row.anySide().name == name)
      return &row;
  return nullptr;
}

/// Reference for the interval: draws every value of every resample.
RatioInterval slowInterval(const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
  std::mt19937_64 random(3);
  const auto median = [&random](const std::vector<int64_t> &values) {
    std::vector<int64_t> drawn(values.size());
    for (int64_t &value : drawn)
      value = values[random() % values.size()];
    return static_cast<double>(analysis::distributionOf(drawn).median);
  };
  std::vector<double> ratios(4000);
  for (double &ratio : ratios)
    ratio = median(b) / median(a);
  std::ranges::sort(ratios);
  return {1, ratios[100], ratios[3899]};
}

std::filesystem::path dataFile(const char *name) {
  return std::filesystem::path(PSTUDIO_SOURCE_DIR) / "tests/data" / name;
}

} // namespace

class TraceComparisonTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void progressReachesTheAnnouncedWork() {
    const Trace trace = loopTrace({});
    CompareProgress progress;
    QCOMPARE(progress.fraction(), 0.0);
    progress.expect(sampleSteps(trace));
    QVERIFY(!samplesOf(trace, SampleUnit::Time, &progress).scopes.empty());
    QCOMPARE(progress.fraction(), 1.0);
  }

  void aStopLeavesNoSamplesAndNoComparison() {
    const Trace trace = loopTrace({});
    std::stop_source stop;
    stop.request_stop();
    CompareProgress progress(stop.get_token());
    QVERIFY(samplesOf(trace, SampleUnit::Time, &progress).scopes.empty());
    const TraceSamples samples = samplesOf(trace, SampleUnit::Time);
    const auto comparison = compareTraces(trace, samples, trace, samples, {}, stop.get_token());
    QVERIFY(!comparison);
    QCOMPARE(comparison.error().code, ErrorCode::Cancelled);
  }

  void anOverviewHasEachScopeOnceWithTheWorstFirst() {
    const Trace baseline = loopTrace({});
    const Trace slower = loopTrace({.mmaLength = 80}), renamed = loopTrace({.load = "copy"});
    std::vector<TraceComparison> comparisons;
    for (const Trace *candidate : {&slower, &renamed})
      comparisons.push_back(compared(baseline, *candidate).value());
    const std::vector<OverviewRow> rows = overviewRows(comparisons);
    QCOMPARE(rows.front().any->kind, ScopeKind::Launch); // before the scopes, in every output
    QCOMPARE(rows[1].any->baseline->name, std::string("mma"));
    QCOMPARE(rows[1].worst, rows[1].inEach[0]);
    size_t loads = 0, copies = 0;
    for (const OverviewRow &row : rows) {
      loads += row.any->baseline && row.any->baseline->name == "load" ? 1 : 0;
      if (row.any->baseline)
        continue;
      ++copies; // only the second candidate has it
      QCOMPARE(row.any->candidate->name, std::string("copy"));
      QVERIFY(row.inEach[0] == nullptr && row.inEach[1] != nullptr);
    }
    QVERIFY(loads == 1 && copies == 1);
  }

  void anOverviewKeepsScopesApartWhoseJoinedPathsAreEqual() {
    AsyncTrace trace;
    const uint32_t warp = trace.addWarp(trace.addCta());
    for (int64_t i = 0; i < 8; ++i) {
      trace.scope(warp, "a", 1000 * i, 1000 * i + 400);
      trace.scope(warp, "b", 1000 * i + 100, 1000 * i + 200);
      trace.scope(warp, "a > b", 1000 * i + 500, 1000 * i + 800);
    }
    const Trace both = std::move(trace).finish();
    const std::vector comparisons{compared(both, both).value(), compared(both, both).value()};
    std::multiset<int64_t> medians;
    for (const OverviewRow &row : overviewRows(comparisons))
      if (row.any->baseline && row.any->baseline->path == "a > b")
        medians.insert(row.any->baseline->figures.median);
    QCOMPARE(medians.size(), size_t{2});
    QCOMPARE(*medians.rbegin(), 3 * *medians.begin());
  }

  void intervalEqualsThatOfDrawnResamples() {
    std::mt19937_64 random(1);
    for (const size_t count : {6, 40, 301}) {
      std::vector<int64_t> a(count), b(count + 3);
      for (int64_t &value : a)
        value = 10'000 + static_cast<int64_t>(random() % 2000);
      for (int64_t &value : b)
        value = 12'000 + static_cast<int64_t>(random() % 3000);
      std::ranges::sort(a);
      std::ranges::sort(b);
      const auto fast = ratioOfMedians(a, b, 4000);
      QVERIFY(fast.has_value());
      const RatioInterval slow = slowInterval(a, b);
      QVERIFY2(std::abs(fast->low - slow.low) < 0.02 && std::abs(fast->high - slow.high) < 0.02,
               qPrintable(QString("%1 values: %2 .. %3 against %4 .. %5")
                              .arg(count)
                              .arg(fast->low)
                              .arg(fast->high)
                              .arg(slow.low)
                              .arg(slow.high)));
      QCOMPARE(*ratioOfMedians(a, b, 4000), *fast); // the generator is deterministic
    }
  }

  void intervalContainsTheTrueRatioNearlyAlways() {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal(1000, 100);
    int contained = 0;
    constexpr int kRuns = 200;
    for (int run = 0; run < kRuns; ++run) {
      std::vector<int64_t> a(60), b(60);
      for (int64_t &value : a)
        value = static_cast<int64_t>(normal(random));
      for (int64_t &value : b)
        value = static_cast<int64_t>(1.25 * normal(random));
      std::ranges::sort(a);
      std::ranges::sort(b);
      const auto interval = ratioOfMedians(a, b, 1000);
      contained += interval->low <= 1.25 && 1.25 <= interval->high ? 1 : 0;
    }
    QVERIFY2(contained >= 0.9 * kRuns, qPrintable(QString::number(contained)));
    QVERIFY2(contained < kRuns, "the interval is too wide to say anything");
  }

  void fewInstancesHaveNoIntervalAndGrowthFromZeroIsInfinite() {
    const std::vector<int64_t> five{1, 2, 3, 4, 5}, six{1, 2, 3, 4, 5, 6}, zeros(8, 0);
    QVERIFY(!ratioOfMedians(five, six, 500));
    QVERIFY(!ratioOfMedians(six, five, 500));
    QVERIFY(std::isinf(ratioOfMedians(zeros, six, 500)->low));
    QVERIFY(ratioOfMedians(zeros, zeros, 500) == RatioInterval());
    QVERIFY(ratioOfMedians(six, zeros, 500)->ratio == 0);
    QVERIFY(std::isinf(ratioOfMedians(std::vector<int64_t>{0, 0, 0, 1, 1, 1, 1}, six, 500)->high));
  }

  void traceEqualsItself() {
    PSTUDIO_VERIFY_ASSIGN(const Trace trace,
                          readTraceFile(dataFile("overlap/gemm_wgmma_3_stages_h200.pscapture")));
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(trace, trace));
    QVERIFY(result.scopes.size() > 5);
    QCOMPARE(result.countOf(Verdict::Same), result.scopes.size());
    QCOMPARE(result.regressions(), size_t{0});
    QVERIFY(result.warnings.empty());
  }

  void slowerScopeComesFirstWithItsFigures() {
    LoopShape slow;
    slow.loadLength = 150;
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(loopTrace({}), loopTrace(slow)));
    QCOMPARE(result.scopes.front().kind, ScopeKind::Launch); // before the scopes, in every output
    const ScopeComparison &row = result.scopes[1];
    QCOMPARE(row.candidate->name, std::string("load"));
    QCOMPARE(row.verdict, Verdict::Slower);
    QVERIFY(row.isRegression);
    // AsyncTrace: 500 ps per cycle; equal variations.
    QCOMPARE(*row.difference(), 50 * 500);
    QCOMPARE(row.baseline->figures.count, 40u);
    QCOMPARE(*row.ratio, static_cast<double>(row.candidate->figures.median) /
                             static_cast<double>(row.baseline->figures.median));
    QVERIFY(row.interval->low > 1.3 && row.interval->low <= *row.ratio &&
            row.interval->high >= *row.ratio);
    const ScopeComparison *mma = rowOf(result, "mma");
    QCOMPARE(mma->verdict, Verdict::Same);
    QCOMPARE(result.regressions(), size_t{1});
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison back, compared(loopTrace(slow), loopTrace({})));
    QCOMPARE(rowOf(back, "load")->verdict, Verdict::Faster);
    QCOMPARE(back.regressions(), size_t{0});
  }

  void thresholdDecidesWhatIsARegression() {
    LoopShape slow;
    slow.loadLength = 110;
    CompareOptions options;
    options.threshold = 0.5;
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison wide,
                          compared(loopTrace({}), loopTrace(slow), options));
    QCOMPARE(rowOf(wide, "load")->verdict, Verdict::Same);
    options.threshold = 0.01;
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison narrow,
                          compared(loopTrace({}), loopTrace(slow), options));
    QVERIFY(rowOf(narrow, "load")->isRegression);
    // A decrease within the threshold has the verdict Same, too: 110 to 105 cycles are -4.5 %.
    LoopShape less, more;
    less.loadLength = 105;
    more.loadLength = 110;
    less.jitter = more.jitter = 0;
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison decrease,
                          compared(loopTrace(more), loopTrace(less)));
    QCOMPARE(rowOf(decrease, "load")->verdict, Verdict::Same);
    less.loadLength = 104; // -5.5 %
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison beyond, compared(loopTrace(more), loopTrace(less)));
    QCOMPARE(rowOf(beyond, "load")->verdict, Verdict::Faster);
  }

  void oneInstanceIsUnknownWithItsReason() {
    LoopShape one, other;
    one.count = other.count = 1;
    other.loadLength = 300;
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(loopTrace(one), loopTrace(other)));
    const ScopeComparison *row = rowOf(result, "load");
    QCOMPARE(row->verdict, Verdict::Unknown);
    QCOMPARE(row->reason, std::string("fewer than 6 instances"));
    QVERIFY(row->ratio && !row->interval);
    QCOMPARE(result.regressions(), size_t{0});
    QVERIFY(comparisonText(result).find("fewer than 6 instances") != std::string::npos);
  }

  void tracesWithoutCommonScopesHaveOnlyUnmatchedRows() {
    LoopShape other;
    other.load = "copy";
    other.mma = "dot";
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(loopTrace({}), loopTrace(other)));
    QCOMPARE(result.countOf(Verdict::OnlyBaseline), size_t{2});
    QCOMPARE(result.countOf(Verdict::OnlyCandidate), size_t{2});
    QVERIFY(!rowOf(result, "copy")->ratio && !rowOf(result, "copy")->baseline);
    CompareOptions options;
    options.alignment = {Alignment::Kind::Instance, "load", 0};
    const auto failed = compared(loopTrace({}), loopTrace(other), options);
    QVERIFY(!failed);
    QCOMPARE(failed.error().message, std::string("no scope 'load' in both traces"));
    QCOMPARE(failed.error().hint, std::string("the traces have no scope in common"));
  }

  void emptyTracesAreCompared() {
    const Trace empty = TraceBuilder().finish();
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison both, compared(empty, empty));
    QVERIFY(both.scopes.empty() && !both.baseline.length);
    QVERIFY(comparisonText(both).find("The traces have no scopes.") != std::string::npos);
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison one, compared(empty, loopTrace({})));
    QCOMPARE(one.countOf(Verdict::OnlyCandidate), one.scopes.size());
    QVERIFY(!one.scopes.empty());
  }

  void renamesMatchScopesAndUnusedOnesAreReported() {
    LoopShape other;
    other.load = "copy";
    CompareOptions options;
    options.renames = {{"load", "copy"}, {"store", "write"}};
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result,
                          compared(loopTrace({}), loopTrace(other), options));
    const ScopeComparison *row = rowOf(result, "copy");
    QCOMPARE(row->baseline->name, std::string("load"));
    QCOMPARE(row->match, MatchKind::Renamed);
    QCOMPARE(row->verdict, Verdict::Same);
    QCOMPARE(rowOf(result, "mma")->match, MatchKind::Exact);
    QCOMPARE(result.warnings, std::vector<std::string>{"No scope of both traces has the names of "
                                                       "the match store=write."});
    // A scope of the candidate has one partner: the renamed one.
    LoopShape swapped;
    swapped.load = "mma";
    swapped.mma = "load";
    options.renames = {{"load", "mma"}};
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison crossed,
                          compared(loopTrace({}), loopTrace(swapped), options));
    QCOMPARE(crossed.countOf(MatchKind::Renamed), size_t{1});
    QCOMPARE(crossed.countOf(Verdict::OnlyBaseline), size_t{1});
    QCOMPARE(crossed.countOf(Verdict::OnlyCandidate), size_t{1});
  }

  void nestedScopesAreMatchedByTheirPath() {
    const auto nested = [](const char *outer) {
      AsyncTrace trace;
      const uint32_t warp = trace.addWarp(trace.addCta());
      for (int64_t i = 0; i < 8; ++i) {
        trace.scope(warp, outer, 1000 * i, 1000 * i + 900);
        trace.scope(warp, "load", 1000 * i + 100, 1000 * i + 200);
      }
      trace.scope(warp, "load", 9000, 9100);
      return std::move(trace).finish();
    };
    const Trace first = nested("loop"), second = nested("main loop");
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison plain, compared(first, second));
    QVERIFY(rowOf(plain, "loop > load") && !rowOf(plain, "loop > load")->candidate);
    QCOMPARE(rowOf(plain, "load")->baseline->figures.count, 1u);
    CompareOptions options;
    options.renames = {{"loop", "main loop"}};
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison renamed, compared(first, second, options));
    QCOMPARE(rowOf(renamed, "main loop > load")->baseline->name, std::string("loop > load"));
    options.renames = {{"loop > load", "main loop > load"}};
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison byPath, compared(first, second, options));
    QCOMPARE(byPath.countOf(MatchKind::Renamed), size_t{1});
    QVERIFY(rowOf(byPath, "main loop > load")->baseline);
  }

  void renamesAreParsedWithQuotes() {
    PSTUDIO_VERIFY_ASSIGN(const Rename plain, parseRename("load=load 2"));
    QCOMPARE(plain, (Rename{"load", "load 2"}));
    PSTUDIO_VERIFY_ASSIGN(const Rename quoted, parseRename("\"a=b\"=\"c=d\""));
    QCOMPARE(quoted, (Rename{"a=b", "c=d"}));
    for (const char *wrong : {"", "load", "=b", "a=", "a=b=c", "\"a=b", "\"a\"b=c"})
      QVERIFY2(!parseRename(wrong), wrong);
  }

  void alignmentsAreParsed() {
    QCOMPARE(parseAlignment("launch").value(), Alignment());
    QCOMPARE(parseAlignment("scope=a b").value(), (Alignment{Alignment::Kind::Instance, "a b", 0}));
    QCOMPARE(parseAlignment("iteration=12").value(),
             (Alignment{Alignment::Kind::Instance, "", 12}));
    QCOMPARE(parseAlignment("iteration=3:load").value(),
             (Alignment{Alignment::Kind::Instance, "load", 3}));
    for (const char *wrong : {"", "scope=", "iteration=", "iteration=x", "iteration=1:", "begin"})
      QVERIFY2(!parseAlignment(wrong), wrong);
  }

  void alignmentIsTheSameMomentOfBothTraces() {
    LoopShape late;
    late.begin = 5000;
    late.loadLength = 200;
    late.jitter = 0;
    LoopShape early;
    early.jitter = 0;
    const Trace first = loopTrace(early), second = loopTrace(late);
    const auto at = [&](const Alignment &alignment) {
      CompareOptions options;
      options.alignment = alignment;
      return compared(first, second, options).value().aligned;
    };
    const auto beginOf = [](const Trace &trace, int64_t cycles) {
      return trace.timeRange().begin + Picoseconds(cycles * 500);
    };
    QCOMPARE(at({}).baseline, first.timeRange().begin);
    QCOMPARE(at({}).text, std::string("the launch"));
    // The third load is two iterations of load + 20 + 50 + 20 cycles later.
    const AlignedTimes third = at({Alignment::Kind::Instance, "load", 2});
    QCOMPARE(third.baseline, beginOf(first, 2 * (100 + 20 + 50 + 20)));
    QCOMPARE(third.candidate, beginOf(second, 2 * (200 + 20 + 50 + 20)));
    QCOMPARE(at({Alignment::Kind::Instance, "", 0}).text,
             std::string("the first instance of load"));
    CompareOptions options;
    options.alignment = {Alignment::Kind::Instance, "load", 40};
    QVERIFY(!compared(first, second, options));
    options.alignment.instance = 39;
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(first, second, options));
    QCOMPARE(*rowOf(result, "load")->baseline->startPs, -39 * 190 * 500);
  }

  void droppedRecordsAndIncompleteSlicesAreWarnings() {
    const auto build = [](uint64_t dropped, uint8_t flags) {
      AsyncTrace trace;
      const uint32_t warp = trace.addWarp(trace.addCta());
      for (int64_t i = 0; i < 8; ++i)
        trace.wait(warp, "wait", 100 * i, 100 * i + 40, {}, i == 7 ? flags : uint8_t{0});
      trace.launch().recordsWritten = 100;
      trace.launch().recordsDropped = dropped;
      return std::move(trace).finish();
    };
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result,
                          compared(build(0, 0), build(12, kSliceNoEnd)));
    QCOMPARE(result.warnings.size(), size_t{2});
    QCOMPARE(result.warnings[0], std::string("The candidate lost 12 of 100 records, so its counts "
                                             "and totals are too small."));
    QCOMPARE(result.warnings[1], std::string("1 slice of the candidate without a recorded begin or "
                                             "end is left out."));
    QCOMPARE(rowOf(result, "wait")->candidate->figures.count, 7u);
    QVERIFY(comparisonHtml(result).find("Warning: The candidate lost 12") != std::string::npos);
  }

  void threeStagesOfAnH200KernelWaitLessThanOne() {
    PSTUDIO_VERIFY_ASSIGN(const Trace one,
                          readTraceFile(dataFile("overlap/gemm_wgmma_1_stage_h200.pscapture")));
    PSTUDIO_VERIFY_ASSIGN(const Trace three,
                          readTraceFile(dataFile("overlap/gemm_wgmma_3_stages_h200.pscapture")));
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison faster,
                          compared(one, three, {}, SampleUnit::Cycles));
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison slower,
                          compared(three, one, {}, SampleUnit::Cycles));
    QVERIFY2(faster.regressions() < slower.regressions(), comparisonText(faster).c_str());
    QVERIFY(slower.regressions() >= 1);
    // The waits for the copies lose the most time, followed by the scopes of these waits.
    QCOMPARE(slower.scopes[0].kind, ScopeKind::GpuTime);
    QCOMPARE(slower.scopes[1].kind, ScopeKind::Launch);
    QVERIFY(slower.scopes[2].kind == ScopeKind::Waited && slower.scopes[2].isByMean);
    const auto found = std::ranges::find_if(slower.scopes, [](const ScopeComparison &row) {
      return row.anySide().name.starts_with("wait mbarrier");
    });
    QVERIFY(found != slower.scopes.end());
    const ScopeComparison &worst = *found;
    QVERIFY(worst.isByMean && worst.isRegression);
    QVERIFY(worst.isInCycles && *worst.ratio > 3);
    QVERIFY(worst.candidate->median.isValid());
    QCOMPARE(one.sliceCycleDurations()[worst.candidate->median.value],
             worst.candidate->figures.median);
  }

  void overlapIsComparedByWhatWarpsWaitForInFlight() {
    const auto pipeline = [](int64_t stages, int64_t latency) {
      AsyncTrace trace;
      trace.setLaunchNumber("empty wait cp.async", 0);
      for (int cta = 0; cta < 4; ++cta)
        addGroupPipeline(trace, trace.addWarp(trace.addCta()),
                         {.stages = stages, .latency = latency});
      return std::move(trace).finish();
    };
    const Trace one = pipeline(1, 1000), quick = pipeline(1, 500);
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result,
                          compared(quick, one, {}, SampleUnit::Cycles));
    const ScopeComparison *waited = rowOf(result, "copy tile (waited for)", ScopeKind::Waited);
    QVERIFY2(waited != nullptr && waited->baseline, comparisonText(result).c_str());
    // The exposed times of all waits according to the analysis of each trace.
    const auto exposed = [](const Trace &trace) {
      std::vector<int64_t> values;
      const std::vector<analysis::LaunchOverlap> launches = analysis::analyzeOverlap(trace);
      for (const analysis::OperationVisit &visit : launches[0].visits)
        values.push_back(visit.exposed.value);
      return analysis::distributionOf(values);
    };
    QCOMPARE(waited->baseline->figures.sum, exposed(quick).sum);
    QCOMPARE(waited->candidate->figures.median, exposed(one).median);
    QCOMPARE(waited->candidate->figures.count, uint64_t{4 * 16});
    QVERIFY(waited->isInCycles && waited->isRegression);
    QCOMPARE(one.string(one.slice(waited->candidate->median).name), std::string_view("wait tile"));
    QVERIFY(comparisonJson(result).find("\"kind\":\"waited\"") != std::string::npos);
    // Most waits of the baseline take no time: the median is 0, and the mean decides.
    const Trace nine = pipeline(9, 1000);
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison grows, compared(nine, one));
    const ScopeComparison *grown = rowOf(grows, "copy tile (waited for)", ScopeKind::Waited);
    QCOMPARE(grown->baseline->figures.median, int64_t{0});
    QVERIFY(grown->baseline->figures.sum > 0);
    QVERIFY(grown->isByMean && grown->verdict == Verdict::Slower && grown->isRegression);
    QCOMPARE(*grown->ratio, grown->candidate->figures.mean() / grown->baseline->figures.mean());
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison falls, compared(one, nine));
    const ScopeComparison *gone = rowOf(falls, "copy tile (waited for)", ScopeKind::Waited);
    QVERIFY(gone->verdict == Verdict::Faster && *gone->ratio > 0 && *gone->ratio < 0.5);
    // In time units, ticks are cycles of 500 ps.
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison inTime, compared(quick, one));
    const ScopeComparison *time = rowOf(inTime, "copy tile (waited for)", ScopeKind::Waited);
    QCOMPARE(time->candidate->figures.median, 500 * waited->candidate->figures.median);
    // Traces without asynchronous operations do not have this row.
    TraceComparison none = *compared(loopTrace({}), loopTrace({}));
    QVERIFY(std::ranges::none_of(
        none.scopes, [](const ScopeComparison &row) { return row.kind == ScopeKind::Waited; }));
  }

  void reportsHaveEveryRowAndEscapeNames() {
    LoopShape odd;
    odd.load = "a<b>&\"c\"\n\xff";
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(loopTrace(odd), loopTrace(odd)));
    const std::string html = comparisonHtml(result);
    QVERIFY(html.find("a&lt;b&gt;&amp;&quot;c&quot;") != std::string::npos);
    QVERIFY(html.find("a<b>") == std::string::npos);
    for (const char *outside : {"http:", "https:", "src=", "<script"})
      QVERIFY2(html.find(outside) == std::string::npos, outside);
    QCOMPARE(std::ranges::count(comparisonText(result), '\n'),
             std::ptrdiff_t{7 + static_cast<std::ptrdiff_t>(result.scopes.size())});
    const QJsonObject json =
        QJsonDocument::fromJson(QByteArray::fromStdString(comparisonJson(result))).object();
    QCOMPARE(json["scopes"].toArray().size(), static_cast<qsizetype>(result.scopes.size()));
    QCOMPARE(json["scopes"].toArray()[0].toObject()["verdict"].toString(), QString("same"));
  }
};

QTEST_GUILESS_MAIN(TraceComparisonTest)
#include "trace_comparison_test.moc"
