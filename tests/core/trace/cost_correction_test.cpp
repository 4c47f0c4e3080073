// SPDX-License-Identifier: Apache-2.0
// Subtraction of the recording cost: exact if every record costs the same, and it never violates
// order or nesting.
#include <QtTest>

#include <random>

#include "core/trace/arg_names.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace_builder.h"
#include "tests/support/trace_text.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;

namespace {

constexpr RecordingCost kCost{13, 3, 35, 40};

/// A launch of one CTA whose warps record. Each record costs its warp `cost()` cycles.
class RecordedCta {
public:
  explicit RecordedCta(uint64_t seed, std::optional<RecordingCost> cost = kCost) : m_random(seed) {
    Launch launch;
    launch.recordingCost = cost;
    m_launch = m_build.addLaunch(launch);
    m_clock = m_build.addClock({Cycles(1'000'000), Picoseconds(5000), 505.05, 0});
    m_cta = addTrack(TrackKind::Cta, TrackId(), 0);
  }

  /// Cycles that a record costs its warp.
  std::function<int64_t()> cost = [] { return int64_t{13}; };
  /// Cycles between two records.
  std::function<int64_t()> work = [this] { return static_cast<int64_t>(m_random() % 200); };

  uint64_t below(uint64_t limit) { return m_random() % limit; }
  TraceBuilder &build() { return m_build; }

  struct Warp {
    TrackId track;
    TrackId copies;
    TrackId values;
    int64_t at = 1'000'000;    // recorded [cycles]
    int64_t truth = 1'000'000; // without recording [cycles]
    bool hasRecorded = false;
  };

  Warp addWarp(int64_t number) {
    Warp warp;
    warp.track = addTrack(TrackKind::Warp, m_cta, number);
    warp.copies = addTrack(TrackKind::Async, warp.track, 0);
    warp.values = addTrack(TrackKind::Counter, warp.track, 1);
    return warp;
  }

  /// An instant of a warp: as recorded, and without the cost of recording.
  struct Moment {
    int64_t at;
    int64_t truth;
  };

  /// The warp executes work() and then makes a record.
  Moment record(Warp &warp) {
    const int64_t length = work();
    warp.at += length;
    warp.truth += length;
    const Moment moment{warp.at, warp.truth};
    warp.at += cost();
    return moment;
  }

  void addSlice(TrackId track, Moment begin, Moment end, ArgSetId args = {}, uint8_t flags = 0) {
    const ClockLine line{Cycles(1'000'000), Picoseconds(5000), 505.05, 0};
    SliceInput slice;
    slice.track = track;
    // Unique names identify the slices after the builder has ordered them.
    slice.name = m_build.intern("s" + std::to_string(m_truths.size()));
    slice.begin = line.toTime(Cycles(begin.at));
    slice.duration = line.toTime(Cycles(end.at)) - slice.begin;
    slice.beginCycles = begin.at;
    slice.cycleDuration = end.at - begin.at;
    slice.args = args;
    slice.flags = flags;
    m_build.addSlice(slice);
    m_truths.push_back({line.toTime(Cycles(begin.truth)), line.toTime(Cycles(end.truth))});
  }

  /// Nested scopes down to `depth`, with copies that start and end between them.
  void runScopes(Warp &warp, int depth) {
    for (uint64_t count = 1 + below(5), i = 0; i < count; ++i) {
      const Moment begin = record(warp);
      std::optional<Moment> copy;
      if (below(2) == 0)
        copy = record(warp);
      if (depth > 0 && below(3) > 0)
        runScopes(warp, depth - 1);
      if (below(4) == 0)
        addInstant(warp);
      if (below(4) == 0)
        addValue(warp);
      if (copy)
        addSlice(warp.copies, *copy, record(warp), {}, kSliceAsync);
      addSlice(warp.track, begin, record(warp));
    }
  }

  void addInstant(Warp &warp) {
    const ClockLine line{Cycles(1'000'000), Picoseconds(5000), 505.05, 0};
    Instant instant;
    instant.track = warp.track;
    instant.time = line.toTime(Cycles(record(warp).at));
    m_build.addInstant(instant);
  }

  /// The value is the time without recording [ps].
  void addValue(Warp &warp) {
    const ClockLine line{Cycles(1'000'000), Picoseconds(5000), 505.05, 0};
    const Moment moment = record(warp);
    const Picoseconds truth = line.toTime(Cycles(moment.truth));
    m_build.addSample(warp.values,
                      {line.toTime(Cycles(moment.at)), static_cast<double>(truth.value)});
  }

  Trace finish() { return std::move(m_build).finish(); }
  /// The time of a slice of the finished trace without the cost of recording.
  TimeRange truthOf(const Trace &trace, SliceId id) const {
    return m_truths[std::stoul(std::string(trace.string(trace.slice(id).name).substr(1)))];
  }

private:
  TrackId addTrack(TrackKind kind, TrackId parent, int64_t number) {
    Track track;
    track.kind = kind;
    track.parent = parent;
    track.number = number;
    track.launch = m_launch;
    track.clock = m_clock;
    return m_build.addTrack(track);
  }

  std::mt19937_64 m_random;
  TraceBuilder m_build;
  LaunchId m_launch;
  ClockId m_clock;
  TrackId m_cta;
  std::vector<TimeRange> m_truths;
};

/// Three warps of random scopes, copies, instants and values.
Trace randomTrace(RecordedCta &cta) {
  for (int64_t number = 0; number < 3; ++number) {
    auto warp = cta.addWarp(number);
    cta.runScopes(warp, 3);
  }
  return cta.finish();
}

/// The invariants that a view requires: ordered rows without overlap, and children within their
/// parents.
bool isOrderly(const Trace &trace) {
  for (const Row &row : trace.rows())
    for (uint32_t i = row.firstSlice.value; i < row.firstSlice.value + row.sliceCount; ++i) {
      const TimeRange time = trace.sliceTime(SliceId(i));
      if (time.end < time.begin)
        return false;
      if (i > row.firstSlice.value && time.begin < trace.sliceTime(SliceId(i - 1)).end)
        return false;
      if (const SliceId parent = trace.parentOf(SliceId(i)); parent.isValid()) {
        const TimeRange outer = trace.sliceTime(parent);
        if (time.begin < outer.begin || time.end > outer.end)
          return false;
      }
    }
  return true;
}

} // namespace

class CostCorrectionTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void recordsOfEqualCostAreTakenOffExactly() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      RecordedCta cta(seed);
      const Trace recorded = randomTrace(cta);
      const Trace corrected = correctRecordingCost(recorded);
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(corrected.sliceCount() == recorded.sliceCount(), qPrintable(where));
      for (uint32_t i = 0; i < corrected.sliceCount(); ++i) {
        QVERIFY2(corrected.sliceTime(SliceId(i)) == cta.truthOf(recorded, SliceId(i)),
                 qPrintable(where));
        QVERIFY2(corrected.slice(SliceId(i)).beginCycles == recorded.slice(SliceId(i)).beginCycles,
                 qPrintable(where));
      }
      for (const Sample &sample : corrected.samples())
        QVERIFY2(sample.time.value == static_cast<int64_t>(sample.value), qPrintable(where));
    }
  }

  void recordsOfAnyCostKeepTheirOrderAndNesting() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      RecordedCta cta(seed, RecordingCost{12.6, 3, 35, 0});
      cta.cost = [&] { return static_cast<int64_t>(3 + cta.below(33)); };
      cta.work = [&] { return static_cast<int64_t>(cta.below(3) * cta.below(20)); };
      const Trace recorded = randomTrace(cta);
      const Trace corrected = correctRecordingCost(recorded);
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(isOrderly(recorded), qPrintable(where));
      QVERIFY2(isOrderly(corrected), qPrintable(where));
      for (uint32_t i = 0; i < corrected.sliceCount(); ++i)
        QVERIFY2(corrected.sliceTime(SliceId(i)).length() <=
                     recorded.sliceTime(SliceId(i)).length(),
                 qPrintable(where));
      for (size_t i = 1; i < corrected.instants().size(); ++i)
        QVERIFY2(corrected.instants()[i - 1].track != corrected.instants()[i].track ||
                     corrected.instants()[i - 1].time <= corrected.instants()[i].time,
                 qPrintable(where));
    }
  }

  void aCorrectedTraceSaysSoAndIsNotCorrectedAgain() {
    RecordedCta cta(1);
    const Trace recorded = randomTrace(cta);
    QVERIFY(hasRecordingCost(recorded));
    const Trace once = correctRecordingCost(recorded);
    QVERIFY(once.launches()[0].isCostSubtracted);
    QVERIFY(!hasRecordingCost(once));
    QCOMPARE(test::countNoted(once, "trace.cost-subtracted"), uint64_t{1});
    QCOMPARE(traceToText(correctRecordingCost(once)), traceToText(once));
    QVERIFY(once.timeRange().end < recorded.timeRange().end);
    QCOMPARE(once.timeRange().begin, recorded.timeRange().begin);
  }

  void aTraceWithoutKnownCostStaysAsItIs() {
    RecordedCta cta(1, std::nullopt);
    const Trace recorded = randomTrace(cta);
    QVERIFY(!hasRecordingCost(recorded));
    QCOMPARE(traceToText(correctRecordingCost(recorded)), traceToText(recorded));
    QVERIFY(!correctedDuration(recorded, SliceId(0)));
  }

  void theRangeOfADurationHoldsTheTruth() {
    for (uint64_t seed = 1; seed <= 50; ++seed) {
      RecordedCta cta(seed, RecordingCost{12.6, 3, 35, 0});
      cta.cost = [&] { return static_cast<int64_t>(3 + cta.below(33)); };
      cta.work = [&] { return static_cast<int64_t>(cta.below(3) * cta.below(20)); };
      const Trace recorded = randomTrace(cta);
      const Trace corrected = correctRecordingCost(recorded);
      const QString where = QString("seed %1").arg(seed);
      for (uint32_t i = 0; i < recorded.sliceCount(); ++i) {
        const auto range = correctedDuration(recorded, SliceId(i));
        QVERIFY2(range.has_value(), qPrintable(where));
        QVERIFY2(range->recorded == recorded.sliceTime(SliceId(i)).length(), qPrintable(where));
        QVERIFY2(range->corrected == corrected.sliceTime(SliceId(i)).length(), qPrintable(where));
        const Picoseconds truth = cta.truthOf(recorded, SliceId(i)).length();
        QVERIFY2(range->shortest <= truth + Picoseconds(1), qPrintable(where));
        QVERIFY2(range->longest >= truth - Picoseconds(1), qPrintable(where));
        QVERIFY2(range->longest <= range->recorded, qPrintable(where));
        QVERIFY2(!correctedDuration(corrected, SliceId(i)), qPrintable(where));
      }
    }
  }

  void aScopeWithoutOthersHoldsOneRecord() {
    RecordedCta cta(1);
    cta.work = [] { return int64_t{100}; };
    auto warp = cta.addWarp(0);
    const auto begin = cta.record(warp);
    const auto inner = cta.record(warp);
    cta.addSlice(warp.track, inner, cta.record(warp));
    cta.addSlice(warp.track, begin, cta.record(warp));
    const Trace trace = cta.finish();
    QCOMPARE(correctedDuration(trace, SliceId(0))->records, uint64_t{3}); // own start, inner two
    QCOMPARE(correctedDuration(trace, SliceId(1))->records, uint64_t{1});
    const auto inScope = correctedDuration(trace, SliceId(1));
    QVERIFY(std::abs(inScope->recorded.value - 57'071) <= 1);  // 113 cycles
    QVERIFY(std::abs(inScope->corrected.value - 50'505) <= 1); // 100 cycles
  }

  void anEndSeenByAnotherWarpIsARecordOfThatWarp() {
    RecordedCta cta(1);
    cta.work = [] { return int64_t{100}; };
    auto producer = cta.addWarp(0);
    auto consumer = cta.addWarp(1);
    const auto issued = cta.record(producer);
    const auto waiting = cta.record(consumer);
    const auto arrived = cta.record(consumer);
    const Arg endUnit = Arg::ofUint(cta.build().intern(kEndedByUnitArg), 1);
    cta.addSlice(producer.copies, issued, arrived, cta.build().addArgs(std::span(&endUnit, 1)),
                 kSliceAsync);
    cta.addSlice(consumer.track, waiting, cta.record(consumer));
    const Trace trace = cta.finish();
    // The consumer's scope contains two records of its warp: its start and the arrival.
    const SliceId scope =
        trace.row(trace.rowOf(SliceId(1))).track == consumer.track ? SliceId(1) : SliceId(0);
    QCOMPARE(correctedDuration(trace, scope)->records, uint64_t{2});
    QCOMPARE(correctRecordingCost(trace).sliceTime(scope).length(),
             cta.truthOf(trace, scope).length());
  }

  void endsThatWereNeverRecordedCostNothing() {
    RecordedCta cta(1);
    cta.work = [] { return int64_t{100}; };
    auto warp = cta.addWarp(0);
    const auto begin = cta.record(warp);
    const auto last = cta.record(warp);
    cta.addSlice(warp.track, begin, last, {}, kSliceNoEnd);
    const Trace trace = cta.finish();
    QCOMPARE(correctedDuration(trace, SliceId(0))->corrected, trace.sliceTime(SliceId(0)).length());
  }

  void theCostOfDroppedRecordsIsSaidToStay() {
    RecordedCta cta(1);
    cta.build().launchAt(LaunchId(0)).recordsDropped = 17;
    QCOMPARE(test::countNoted(correctRecordingCost(randomTrace(cta)), "trace.cost-of-dropped"),
             uint64_t{17});
  }

  void warpsWithoutCyclesAreLeftAsRecordedAndCounted() {
    RecordedCta cta(1);
    auto good = cta.addWarp(0);
    cta.runScopes(good, 1);
    auto bad = cta.addWarp(1);
    SliceInput slice;
    slice.track = bad.track;
    slice.begin = Picoseconds(9000);
    slice.duration = Picoseconds(4000);
    cta.build().addSlice(slice);
    const Trace recorded = cta.finish();
    const Trace corrected = correctRecordingCost(recorded);
    QCOMPARE(test::countNoted(corrected, "trace.cost-not-subtracted"), uint64_t{1});
    const auto last = SliceId(static_cast<uint32_t>(recorded.sliceCount() - 1));
    QCOMPARE(corrected.sliceTime(last), (TimeRange{Picoseconds(9000), Picoseconds(13000)}));
    QVERIFY(corrected.timeRange().end < recorded.timeRange().end);
  }
};

QTEST_GUILESS_MAIN(CostCorrectionTest)
#include "cost_correction_test.moc"
