// SPDX-License-Identifier: Apache-2.0
// Waits are compared by mean and total, and recorded parts of launches are named.
#include <QtTest>

#include <cmath>
#include <random>

#include "core/compare/comparison_html.h"
#include "core/compare/comparison_json.h"
#include "core/compare/comparison_text.h"
#include "core/compare/trace_comparison.h"
#include "core/trace/arg_names.h"
#include "core/trace/trace_builder.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::compare;

namespace {

Result<TraceComparison> compared(const Trace &baseline, const Trace &candidate) {
  return compareTraces(baseline, samplesOf(baseline, SampleUnit::Time), candidate,
                       samplesOf(candidate, SampleUnit::Time), {});
}

const ScopeComparison *waitRow(const TraceComparison &comparison) {
  for (const ScopeComparison &row : comparison.scopes)
    if (row.kind == ScopeKind::Scope && row.anySide().name == "wait tile")
      return &row;
  return nullptr;
}

/// A warp with waits of these lengths [ps], in the category of waits.
Trace waitsTrace(const std::vector<int64_t> &lengths) {
  TraceBuilder build;
  Track track;
  track.kind = TrackKind::Warp;
  SliceInput wait;
  wait.track = build.addTrack(track, 0);
  wait.name = build.intern("wait tile");
  wait.category = build.intern(kAsyncWaitCategory);
  for (size_t i = 0; i < lengths.size(); ++i) {
    wait.begin = Picoseconds(static_cast<int64_t>(i) * 100'000);
    wait.duration = Picoseconds(lengths[i]);
    build.addSlice(wait);
  }
  return std::move(build).finish();
}

} // namespace

class WaitsComparisonTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  /// A wait that the baseline never had is slower by no share of it.
  void aWaitThatGrowsFromZeroHasNoRatio() {
    const auto trace = [](int64_t length) {
      std::vector<int64_t> lengths(64, 0);
      std::fill(lengths.begin() + 4, lengths.end(), length);
      return waitsTrace(lengths);
    };
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(trace(0), trace(100)));
    const ScopeComparison *row = waitRow(result);
    QVERIFY(row && row->verdict == Verdict::Slower && !row->isRegression && !row->ratio);
    QCOMPARE(changeText(*row), std::string("from 0"));
    QCOMPARE(intervalText(*row), std::string("unbounded"));
    QVERIFY(comparisonHtml(result).find("inf") == std::string::npos);
  }

  /// Of 256 waits a quarter blocks; the length of these falls, and the median stays that of an
  /// empty wait.
  void waitsAreDecidedByMeanAndTotalAndNotByTheirMedian() {
    const auto trace = [](int64_t blocked, size_t count) {
      std::vector<int64_t> lengths(count, 20);
      for (size_t i = 0; i < count; i += 4)
        lengths[i] = blocked + static_cast<int64_t>(i % 7);
      return waitsTrace(lengths);
    };
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result,
                          compared(trace(4400, 256), trace(590, 256)));
    const ScopeComparison *row = waitRow(result);
    QVERIFY(row);
    QCOMPARE(row->baseline->figures.median, row->candidate->figures.median);
    QVERIFY2(row->verdict == Verdict::Faster, row->reason.c_str());
    QVERIFY(row->isByMean && *row->difference() < 0);
    QVERIFY(row->interval->low < *row->ratio && *row->ratio < row->interval->high);
    QVERIFY(comparisonJson(result).find("\"decided_by\":\"mean\"") != std::string::npos);
    // Half as many waits of twice the length: the mean grows, the total does not.
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison fewer,
                          compared(trace(1000, 256), trace(2020, 128)));
    const ScopeComparison *other = waitRow(fewer);
    QVERIFY(other->verdict == Verdict::Unknown);
    QVERIFY2(other->reason.starts_with("the mean and the total change differently"),
             other->reason.c_str());
  }

  /// The interval of the mean ratio contains the true ratio as often as it states.
  void intervalOfMeansContainsTheTrueRatioNearlyAlways() {
    std::mt19937 random(20261126);
    int inside = 0;
    constexpr int kRounds = 200;
    for (int round = 0; round < kRounds; ++round) {
      const auto draw = [&random](size_t count, double mean) {
        std::exponential_distribution<double> values(1 / mean);
        std::vector<int64_t> drawn(count);
        for (int64_t &value : drawn)
          value = std::llround(values(random));
        std::ranges::sort(drawn);
        return drawn;
      };
      const size_t count = round % 2 == 0 ? 100 : 1000; // drawn, and from the normal distribution
      const auto interval = ratioOfMeans(draw(count, 1000), draw(count, 2000), 400);
      inside += interval->low <= 2 && 2 <= interval->high;
    }
    QVERIFY2(inside >= kRounds * 88 / 100, std::to_string(inside).c_str());
  }

  /// Four of 128 CTAs are recorded: their duration is not that of the kernel.
  void theDurationOfSampledCtasIsNamedAsSuch() {
    const auto trace = [](uint32_t ctas) {
      TraceBuilder build;
      Launch launch;
      launch.kernel = build.intern("kernel");
      launch.grid = {128, 1, 1};
      const LaunchId id = build.addLaunch(launch);
      Track top;
      top.kind = TrackKind::Launch;
      top.launch = id;
      const TrackId parent = build.addTrack(top, 0);
      for (uint32_t i = 0; i < ctas; ++i) {
        Track track;
        track.kind = TrackKind::Cta;
        track.launch = id;
        track.parent = parent;
        const TrackId cta = build.addTrack(track, i);
        track.kind = TrackKind::Warp;
        track.parent = cta;
        SliceInput slice;
        slice.track = build.addTrack(track, i);
        slice.name = build.intern("work");
        slice.duration = Picoseconds(1000);
        build.addSlice(slice);
      }
      return std::move(build).finish();
    };
    PSTUDIO_VERIFY_ASSIGN(const TraceComparison result, compared(trace(4), trace(128)));
    const auto launch = std::ranges::find(result.scopes, ScopeKind::Launch, &ScopeComparison::kind);
    QVERIFY(launch != result.scopes.end());
    QCOMPARE(launch->baseline->name, std::string("launch, recorded 4 of 128 CTAs"));
    QCOMPARE(launch->candidate->name, std::string("launch"));
    const std::string text = comparisonText(result);
    QVERIFY2(text.find("The recorded parts differ: 4 of 128 CTAs against all CTAs.") !=
                 std::string::npos,
             text.c_str());
    QVERIFY(text.find(" us of 4 of 128 CTAs, records") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(WaitsComparisonTest)
#include "waits_comparison_test.moc"
