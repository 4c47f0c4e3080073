// SPDX-License-Identifier: Apache-2.0
// Statistics of scopes: hand-made warps, areas, groups, distributions, and a naive computation.
#include <QtTest>

#include <algorithm>
#include <map>
#include <random>

#include "core/statistics/histogram.h"
#include "core/statistics/spread.h"
#include "core/statistics/statistics_text.h"
#include "core/trace/arg_names.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"

using namespace pstudio;
using namespace pstudio::statistics;

namespace {

/// One launch with SMs, CTAs and warps; times in ns, one cycle is 2 ns.
class WarpTrace {
public:
  WarpTrace() {
    ClockLine line;
    line.picosecondsPerCycle = 2000;
    m_clock = m_build.addClock(line);
    m_launch = m_build.addTrack(TrackKind::Launch, "launch 0", TrackId(), 0, 0);
  }
  TrackId warp(int64_t sm, int64_t cta, int64_t number) {
    const TrackId smTrack = at(m_sms, sm, TrackKind::Sm, m_launch);
    const TrackId ctaTrack = at(m_ctas, cta, TrackKind::Cta, smTrack);
    return add(TrackKind::Warp, number, ctaTrack);
  }
  TrackId add(TrackKind kind, int64_t number, TrackId parent) {
    Track track;
    track.kind = kind;
    track.number = number;
    track.parent = parent;
    track.clock = m_clock;
    return m_build.addTrack(track, number);
  }
  BuilderSlice slice(TrackId track, const char *name, int64_t begin, int64_t end, uint8_t flags = 0,
                     std::string_view category = {}) {
    SliceInput input;
    input.track = track;
    input.name = m_build.intern(name);
    if (!category.empty())
      input.category = m_build.intern(category);
    input.begin = Picoseconds(begin * 1000);
    input.duration = Picoseconds((end - begin) * 1000);
    input.beginCycles = begin / 2;
    input.cycleDuration = (end - begin) / 2;
    input.flags = flags;
    return m_build.addSlice(input);
  }
  TraceBuilder &builder() { return m_build; }
  Trace finish() { return std::move(m_build).finish(); }

private:
  TrackId at(std::map<int64_t, TrackId> &known, int64_t number, TrackKind kind, TrackId parent) {
    TrackId &track = known[number];
    if (!track.isValid())
      track = add(kind, number, parent);
    return track;
  }

  TraceBuilder m_build;
  ClockId m_clock;
  TrackId m_launch;
  std::map<int64_t, TrackId> m_sms, m_ctas;
};

TimeRange range(int64_t beginNs, int64_t endNs) {
  return {Picoseconds(beginNs * 1000), Picoseconds(endNs * 1000)};
}

const StatisticsRow &row(const StatisticsTable &table, const char *label) {
  const auto found = std::ranges::find(table.rows, std::string(label), &StatisticsRow::label);
  if (found == table.rows.end())
    qFatal("no row %s", label);
  return *found;
}

/// A warp with a loop of 100 ns: three loads of 10, 20 and 30 ns, and 10 ns after the loop.
Trace loopTrace() {
  WarpTrace trace;
  const TrackId warp = trace.warp(0, 0, 0);
  trace.slice(warp, "loop", 0, 100);
  trace.slice(warp, "load", 10, 20);
  trace.slice(warp, "load", 30, 50);
  trace.slice(warp, "load", 60, 90);
  trace.slice(warp, "store", 100, 110);
  return trace.finish();
}

int64_t naiveQuantile(std::vector<int64_t> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1];
}

} // namespace

class StatisticsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void eachScopeHasItsFiguresInNanosecondsAndCycles() {
    const Trace trace = loopTrace();
    const StatisticsTable table = makeStatistics(trace, {});
    QCOMPARE(table.rows.size(), size_t{3});
    QCOMPARE(table.warpTime.whole, int64_t{110'000});
    QCOMPARE(table.rows[0].label, std::string("loop")); // largest total first
    const StatisticsRow &load = row(table, "load");
    QCOMPARE(load.time.count, uint64_t{3});
    QCOMPARE(load.total, int64_t{60'000});
    QCOMPARE(load.time.mean(), 20'000.0);
    QCOMPARE(load.time.median, int64_t{20'000});
    QCOMPARE(load.time.high95, int64_t{30'000});
    QCOMPARE(load.time.least, int64_t{10'000});
    QCOMPARE(load.time.most, int64_t{30'000});
    QCOMPARE(load.cycles->median, int64_t{10});
    QCOMPARE(*load.totalCycles, int64_t{30});
    QCOMPARE(trace.sliceDurations()[load.longest.value], int64_t{30'000});
    QCOMPARE(*load.share, 60.0 / 110);
    QCOMPARE(*row(table, "loop").self, int64_t{40'000}); // without its loads
    QCOMPARE(*row(table, "loop").selfCycles, int64_t{20});
  }

  void timeThatNoScopeHasIsARowOfItsOwn() {
    WarpTrace build;
    const TrackId warp = build.warp(0, 0, 0);
    build.slice(warp, "loop", 0, 50);
    build.slice(warp, "load", 10, 20);
    build.slice(warp, "store", 70, 90);
    build.slice(warp, "stopped", 90, 100, kSliceNoEnd);
    const Trace trace = build.finish();
    const StatisticsTable table = makeStatistics(trace, {});
    QCOMPARE(table.warpTime.whole, int64_t{100'000});
    const StatisticsRow &outside = row(table, "outside of scopes");
    QVERIFY(outside.content == RowContent::Outside && !outside.scope.name.isValid());
    QCOMPARE(*outside.share, 0.2);
    const StatisticsRow &open = row(table, "begin or end not recorded");
    QVERIFY(open.content == RowContent::NotRecorded);
    QCOMPARE(*open.share, 0.1);
    QVERIFY(!row(table, "stopped").share && !row(table, "stopped").hasLengths());
    int64_t sum = 0;
    for (const StatisticsRow &each : table.rows)
      sum += each.self.value_or(0);
    QCOMPARE(sum, table.warpTime.whole);
    const std::string text = statisticsText(trace, table, LengthUnit::Nanoseconds);
    QVERIFY2(text.find("outside of scopes") != std::string::npos, text.c_str());
    QVERIFY(statisticsCsv(trace, table).find("outside of scopes,not recorded,") !=
            std::string::npos);
    // A table of one scope, or of a part of the scopes, has no such row.
    StatisticsQuery query;
    query.name = trace.sliceNames()[0];
    for (const StatisticsRow &each : makeStatistics(trace, query).rows)
      QVERIFY(each.content == RowContent::Scope);
    // Within a range, the rows are of the range.
    query = {};
    query.range = range(45, 75);
    const StatisticsTable part = makeStatistics(trace, query);
    QCOMPARE(*row(part, "outside of scopes").share, 20.0 / 30);
  }

  void anEdgeOfTheRangeClipsSumsAndLeavesQuantilesToWholeInstances() {
    const Trace trace = loopTrace();
    StatisticsQuery query;
    query.range = range(15, 55);
    const StatisticsTable table = makeStatistics(trace, query);
    const StatisticsRow &load = row(table, "load");
    QCOMPARE(load.cutCount, uint64_t{1}); // 15 to 20
    QCOMPARE(load.time.count, uint64_t{1});
    QCOMPARE(load.time.median, int64_t{20'000});
    QCOMPARE(load.total, int64_t{25'000});
    QCOMPARE(*load.totalCycles, int64_t{13}); // 10 and 2.5 rounded
    const StatisticsRow &loop = row(table, "loop");
    QCOMPARE(loop.time.count, uint64_t{0});
    QVERIFY(!loop.cycles && !loop.longest.isValid());
    QCOMPARE(*loop.self, int64_t{15'000});
    QCOMPARE(*loop.share, 1.0);
    QVERIFY(std::ranges::none_of(table.rows, [](const auto &r) { return r.label == "store"; }));
    QVERIFY(statisticsRemarks(table).starts_with("2 instances are cut by an edge"));
  }

  void anAreaCountsOnlyItsTracks() {
    WarpTrace trace;
    const TrackId first = trace.warp(0, 0, 0), second = trace.warp(0, 0, 1);
    trace.slice(first, "work", 0, 10);
    trace.slice(second, "work", 0, 30);
    StatisticsQuery query;
    query.tracks = {second};
    const StatisticsTable table = makeStatistics(trace.finish(), query);
    QCOMPARE(table.trackCount, 1u);
    QCOMPARE(table.rows[0].total, int64_t{30'000});
    QCOMPARE(*table.rows[0].share, 1.0);
  }

  void slicesWithoutARecordedEndAreOnlyCounted() {
    WarpTrace trace;
    const TrackId warp = trace.warp(0, 0, 0);
    trace.slice(warp, "loop", 0, 100);
    trace.slice(warp, "load", 10, 20);
    trace.slice(warp, "load", 30, 90, kSliceNoEnd);
    const StatisticsTable table = makeStatistics(trace.finish(), {});
    const StatisticsRow &load = row(table, "load");
    QCOMPARE(load.openCount, uint64_t{1});
    QCOMPARE(load.time.count, uint64_t{1});
    QCOMPARE(load.total, int64_t{10'000});
    QCOMPARE(*row(table, "loop").self, int64_t{30'000});
  }

  void childrenThatCrossCountOnceInTheSelfTime() {
    WarpTrace trace;
    const TrackId warp = trace.warp(0, 0, 0);
    trace.slice(warp, "loop", 0, 100);
    trace.slice(warp, "a", 10, 50);
    trace.slice(warp, "b", 30, 80);
    const Trace made = trace.finish();
    const StatisticsTable table = makeStatistics(made, {});
    QCOMPARE(std::ranges::count_if(made.sliceParents(), &SliceId::isValid), 2);
    QCOMPARE(*row(table, "loop").self, int64_t{30'000});
  }

  void issueFlightAndWaitOfOneNameAreThreeRows() {
    WarpTrace trace;
    const TrackId warp = trace.warp(0, 0, 0);
    const TrackId flights = trace.add(TrackKind::Async, -1, warp);
    trace.slice(warp, "other", 0, 1, 0, "scope");
    trace.slice(warp, "copy", 0, 5, 0, kAsyncIssueCategory);
    trace.slice(warp, "copy", 50, 90, 0, kAsyncWaitCategory);
    trace.slice(flights, "copy", 5, 90, kSliceAsync, kAsyncFlightCategory);
    const Trace made = trace.finish();
    const StatisticsTable table = makeStatistics(made, {});
    QCOMPARE(table.rows.size(), size_t{5}); // the last one is the time outside of scopes
    QVERIFY(table.rows.back().content == RowContent::Outside);
    QCOMPARE(scopeKindText(made, row(table, "other").scope), std::string());
    QCOMPARE(scopeKindText(made, table.rows[0].scope), std::string("in flight"));
    QVERIFY(!table.rows[0].share && !table.rows[0].self);
    QCOMPARE(scopeKindText(made, table.rows[1].scope), std::string("wait"));
    QCOMPARE(*table.rows[1].share, 40.0 / 90);
    QCOMPARE(scopeKindText(made, table.rows[2].scope), std::string("issue"));
  }

  void oneScopeIsGroupedByWarpCtaAndSm() {
    WarpTrace trace;
    int64_t length = 10;
    for (const auto &[sm, cta] : {std::pair{3, 0}, {5, 1}, {3, 2}})
      for (int64_t number = 0; number < 2; ++number, length += 10) {
        const TrackId warp = trace.warp(sm, cta, number);
        trace.slice(warp, "mma", 0, length);
        trace.slice(warp, "other", length, 100);
      }
    const Trace made = trace.finish();
    StatisticsQuery query;
    query.name = made.sliceNames()[0];
    query.by = GroupBy::Warp;
    const StatisticsTable warps = makeStatistics(made, query);
    QCOMPARE(warps.rows.size(), size_t{6});
    QCOMPARE(warps.rows[0].label, std::string("CTA 2, warp 1"));
    QCOMPARE(*warps.rows[0].share, 0.6);
    query.by = GroupBy::Cta;
    const StatisticsTable ctas = makeStatistics(made, query);
    QCOMPARE(ctas.rows.size(), size_t{3});
    QCOMPARE(row(ctas, "CTA 1").total, int64_t{70'000});
    query.by = GroupBy::Sm;
    const StatisticsTable sms = makeStatistics(made, query);
    QCOMPARE(sms.rows.size(), size_t{2});
    QCOMPARE(row(sms, "SM 3").time.count, uint64_t{4});
    QCOMPARE(row(sms, "SM 3").total, int64_t{140'000});
    QCOMPARE(*row(sms, "SM 3").share, 0.35);
  }

  void everyFigureEqualsANaiveOneOnAnyNumberOfThreads() {
    test::GpuTraceOptions options;
    options.sms = 16;
    options.ctasPerSm = 8;
    options.steps = 40;
    const auto trace = test::makeGpuTrace(options);
    const StatisticsTable table = makeStatistics(*trace, {}, 1);
    std::map<std::string, std::vector<int64_t>> durations;
    for (size_t i = 0; i < trace->sliceCount(); ++i)
      durations[std::string(trace->string(trace->sliceNames()[i]))].push_back(
          trace->sliceDurations()[i]);
    const auto isOfScope = [](const StatisticsRow &each) {
      return each.content == RowContent::Scope;
    };
    QCOMPARE(size_t(std::ranges::count_if(table.rows, isOfScope)), durations.size());
    for (const auto &[name, values] : durations) {
      const StatisticsRow &figures = row(table, name.c_str());
      QCOMPARE(figures.time.count, uint64_t{values.size()});
      QCOMPARE(figures.time.median, naiveQuantile(values, 0.5));
      QCOMPARE(figures.time.high95, naiveQuantile(values, 0.95));
      QCOMPARE(figures.time.high99, naiveQuantile(values, 0.99));
      QCOMPARE(figures.total, std::accumulate(values.begin(), values.end(), int64_t{0}));
    }
    const std::string csv = statisticsCsv(*trace, table);
    for (const unsigned threads : {2u, 7u})
      QCOMPARE(statisticsCsv(*trace, makeStatistics(*trace, {}, threads)), csv);
  }

  void anEmptyTraceAndDaysOfTimeAreNoError() {
    QVERIFY(makeStatistics(TraceBuilder().finish(), {}).rows.empty());
    WarpTrace trace;
    const TrackId warp = trace.warp(0, 0, 0);
    trace.slice(warp, "point", 5, 5);
    for (int64_t day = 0; day < 200; ++day) // the sum does not fit
      trace.slice(trace.warp(0, 0, day + 1), "day", 0, 86'400'000'000'000);
    const StatisticsTable table = makeStatistics(trace.finish(), {});
    QCOMPARE(row(table, "day").total, INT64_MAX);
    QCOMPARE(row(table, "day").time.median, 86'400'000'000'000'000);
    QCOMPARE(row(table, "point").time.count, uint64_t{1});
    QCOMPARE(row(table, "point").total, int64_t{0});
  }

  void instancesCountIterationsFromTheBeginOfTheTrack() {
    const Trace trace = loopTrace();
    StatisticsQuery query;
    query.scope = row(makeStatistics(trace, {}), "load").scope;
    query.range = range(25, 100);
    const std::vector<ScopeInstance> instances = instancesOf(trace, query);
    QCOMPARE(instances.size(), size_t{2});
    QCOMPARE(instances[0].ordinal, 1u);
    QCOMPARE(instances[1].ordinal, 2u);
    QVERIFY(haveCycles(trace, instances));
    QCOMPARE(lengthOf(trace, instances[1].slice, true), int64_t{15});
  }

  void binsContainEachValueOnce() {
    std::mt19937 random(7);
    for (int turn = 0; turn < 200; ++turn) {
      std::vector<int64_t> values(1 + random() % 500);
      for (int64_t &value : values)
        value = int64_t{1} << (random() % (1 + unsigned(turn) % 40)) |
                static_cast<int64_t>(random() % 7);
      const Histogram histogram = makeHistogram(values);
      QVERIFY(!histogram.bins.empty() && histogram.bins.size() <= kMaxBins);
      uint64_t sum = 0;
      for (size_t i = 0; i < histogram.bins.size(); ++i) {
        const HistogramBin &bin = histogram.bins[i];
        QVERIFY(bin.begin < bin.end);
        QVERIFY(i == 0 || bin.begin == histogram.bins[i - 1].end);
        QCOMPARE(bin.count, uint64_t(std::ranges::count_if(values, [&bin](int64_t value) {
                   return value >= bin.begin && value < bin.end;
                 })));
        sum += bin.count;
      }
      QCOMPARE(sum, uint64_t{values.size()});
      QCOMPARE(binOf(histogram, histogram.bins.back().end), histogram.bins.size());
    }
  }

  void oneOutlierDoesNotPutAllOthersIntoOneBin() {
    std::vector<int64_t> values;
    for (int64_t i = 0; i < 1000; ++i)
      values.push_back(100 + i % 50);
    QVERIFY(!makeHistogram(values).isLogarithmic);
    values.push_back(1'000'000);
    const Histogram histogram = makeHistogram(values);
    QVERIFY(histogram.isLogarithmic);
    QCOMPARE(histogram.outliers, uint64_t{1});
    QVERIFY(histogram.bins.back().isOutlier && histogram.bins.back().count == 1);
    QVERIFY(!histogram.bins.front().isOutlier);
    std::vector<int64_t> equal(100, 42);
    QCOMPARE(makeHistogram(equal).bins.size(), size_t{1});
    QVERIFY(makeHistogram({}).bins.empty());
  }

  void theSpreadHasABoxForEachWarpAndEachIteration() {
    WarpTrace trace;
    for (int64_t number = 0; number < 4; ++number) {
      const TrackId warp = trace.warp(0, 0, number);
      for (int64_t k = 0; k < 3; ++k)
        trace.slice(warp, "load", 100 * k, 100 * k + 10 * (number + 1) + 2 * k);
    }
    const Trace made = trace.finish();
    StatisticsQuery query;
    query.scope = makeStatistics(made, {}).rows[0].scope;
    const std::vector<ScopeInstance> instances = instancesOf(made, query);
    const Spread warps = makeSpread(made, instances, SpreadBy::Track, false);
    QCOMPARE(warps.boxes.size(), size_t{4});
    QCOMPARE(warps.boxes[1].median, int64_t{22'000});
    QCOMPARE(warps.boxes[1].least, int64_t{20'000});
    QCOMPARE(warps.boxes[1].most, int64_t{24'000});
    const Spread turns = makeSpread(made, instances, SpreadBy::Ordinal, true);
    QCOMPARE(turns.boxes.size(), size_t{3});
    QCOMPARE(turns.boxes[2].count, uint64_t{4});
    QCOMPARE(turns.boxes[2].most, int64_t{22}); // cycles
    const Spread merged = makeSpread(made, instances, SpreadBy::Track, false, 3);
    QCOMPARE(merged.perBox, 2u);
    QCOMPARE(merged.boxes.size(), size_t{2});
    QCOMPARE(merged.boxes[1].first, 2u);
    QCOMPARE(boxOf(merged, instances.back()), size_t{1});
  }

  void textAndCsvHaveTheSameFigures() {
    WarpTrace trace;
    const TrackId warp = trace.warp(0, 0, 0);
    trace.slice(warp, "a, \"b\"", 0, 10);
    trace.slice(warp, "a, \"b\"", 10, 31);
    const Trace made = trace.finish();
    const StatisticsTable table = makeStatistics(made, {});
    const std::string csv = statisticsCsv(made, table);
    QVERIFY2(csv.ends_with("\"a, \"\"b\"\"\",,,2,0,0,31,31,15.500,10,21,21,10,21,"
                           "15,15,7.500,5,10,10,5,10,1\r\n"),
             csv.c_str());
    QVERIFY(csv.starts_with("scope,kind,group,count,cut,open,total_ns,"));
    const std::string text = statisticsText(made, table, LengthUnit::Nanoseconds);
    QVERIFY2(text.find("  a, \"b\"              2     0      0      31     31   15.5       10") !=
                 std::string::npos,
             text.c_str());
    QCOMPARE(nanosecondDigits(-1), std::string("-0.001"));
    QCOMPARE(nanosecondDigits(1'512'600), std::string("1512.6"));
  }
};

QTEST_GUILESS_MAIN(StatisticsTest)
#include "statistics_test.moc"
