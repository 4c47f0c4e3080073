// SPDX-License-Identifier: Apache-2.0
// Guarantees of a finished Trace: order, rows, parents, remapped references and queries.
#include <QtTest>

#include "core/access/launch_accesses.h"
#include "core/trace/trace_builder.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

namespace {

SliceInput slice(TrackId track, StringId name, int64_t begin, int64_t end) {
  SliceInput s;
  s.track = track;
  s.name = name;
  s.begin = Picoseconds(begin);
  s.duration = Picoseconds(end - begin);
  return s;
}

Track track(StringId name, TrackKind kind, TrackId parent = {}) {
  Track t;
  t.name = name;
  t.kind = kind;
  t.parent = parent;
  return t;
}

} // namespace

class TraceBuilderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void emptyTraceHasNothingAndAnEmptyRange() {
    const Trace trace = TraceBuilder().finish();
    QCOMPARE(trace.sliceCount(), size_t{0});
    QVERIFY(trace.timeRange().isEmpty());
    QVERIFY(trace.children(TrackId()).empty());
  }

  void aTraceOfNothingButMemoryAccessesIsAsLongAsThey() {
    memory::AccessTable table;
    QVERIFY(table.addSite({}).has_value());
    QVERIFY(table.beginWarp(0, 0).has_value());
    for (const int64_t time : {2'500, 13'500, 700})
      table.addAffine(0, Picoseconds(time), 1, 0, 0);
    TraceBuilder b;
    Launch launch;
    launch.accesses = std::make_shared<const memory::LaunchAccesses>(
        memory::LaunchAccesses{std::move(table), {}, {}, {}});
    b.addLaunch(launch);
    const Trace trace = std::move(b).finish();
    QVERIFY(trace.timeRange() == (TimeRange{Picoseconds(700), Picoseconds(13'500)}));
  }

  void aKnownRootIsNotNestedByItsTimes() {
    TraceBuilder b;
    const TrackId warp = b.addTrack(track(b.intern("warp 0"), TrackKind::Warp));
    SliceInput empty = slice(warp, b.intern("empty"), 10, 10);
    empty.isRoot = true;
    SliceInput next = slice(warp, b.intern("next"), 10, 30);
    next.isRoot = true;
    SliceInput inside = slice(warp, b.intern("inside"), 15, 20);
    inside.isRoot = true;
    b.addSlice(next);
    b.addSlice(inside);
    b.addSlice(empty);
    const Trace trace = std::move(b).finish();
    QCOMPARE(trace.track(warp).rowCount, 2u);
    QCOMPARE(trace.string(trace.sliceNames()[0]), std::string_view("empty"));
    QCOMPARE(trace.row(RowId(0)).sliceCount, 2u);
    for (const SliceId parent : trace.sliceParents())
      QVERIFY(!parent.isValid());
  }

  void manySlicesInAnyOrderComeOutAsFew() {
    constexpr uint32_t kTracks = 100, kPerTrack = 700; // enough for several threads
    TraceBuilder b;
    for (uint32_t t = 0; t < kTracks; ++t)
      b.addTrack(track(b.intern("t" + std::to_string(t)), TrackKind::Warp));
    for (uint32_t i = 0; i < kTracks * kPerTrack; ++i) {
      const uint32_t at = static_cast<uint32_t>(uint64_t{i} * 48'271 % (kTracks * kPerTrack));
      const int64_t begin = at / kTracks * int64_t{10} + at % kTracks;
      b.addSlice(slice(TrackId(at % kTracks), b.intern("s"), begin, begin + 5));
    }
    const Trace trace = std::move(b).finish();
    QCOMPARE(trace.rows().size(), size_t{kTracks});
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const int64_t begin = i % kPerTrack * int64_t{10} + i / kPerTrack;
      QCOMPARE(trace.sliceBegins()[i], begin);
      QCOMPARE(trace.sliceDurations()[i], int64_t{5});
    }
  }

  void slicesAddedInAnyOrderComeOutNestedAndOrdered() {
    TraceBuilder b;
    const TrackId warp = b.addTrack(track(b.intern("warp 0"), TrackKind::Warp));
    b.addSlice(slice(warp, b.intern("late"), 70, 80));
    b.addSlice(slice(warp, b.intern("inner"), 20, 30));
    b.addSlice(slice(warp, b.intern("outer"), 0, 100));
    b.addSlice(slice(warp, b.intern("middle"), 10, 50));
    const Trace trace = std::move(b).finish();
    QCOMPARE(trace.track(warp).rowCount, 3u);
    QStringList got;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice s = trace.slice(SliceId(i));
      const std::string_view parent =
          s.parent.isValid() ? trace.string(trace.slice(s.parent).name) : std::string_view("-");
      got << QString("%1 row %2 in %3")
                 .arg(QString::fromUtf8(trace.string(s.name).data()))
                 .arg(trace.row(s.row).index)
                 .arg(QString::fromUtf8(parent.data()));
    }
    QCOMPARE(got, (QStringList{"outer row 0 in -", "middle row 1 in outer", "late row 1 in outer",
                               "inner row 2 in middle"}));
  }

  void aKnownParentNestsEvenWithoutLength() {
    TraceBuilder b;
    const TrackId warp = b.addTrack(track(b.intern("warp 0"), TrackKind::Warp));
    const BuilderSlice outer = b.addSlice(slice(warp, b.intern("outer"), 5, 5));
    SliceInput inner = slice(warp, b.intern("inner"), 5, 5);
    inner.parent = outer;
    b.addSlice(inner);
    const Trace trace = std::move(b).finish();
    const Slice s = trace.slice(SliceId(1));
    QCOMPARE(trace.string(s.name), std::string_view("inner"));
    QCOMPARE(s.parent, SliceId(0));
    QCOMPARE(trace.row(s.row).index, 1u);
  }

  void crossingSlicesAreFlaggedAndNeitherContainsTheOther() {
    TraceBuilder b;
    const TrackId warp = b.addTrack(track(b.intern("warp 0"), TrackKind::Warp));
    b.addSlice(slice(warp, b.intern("a"), 0, 20));
    b.addSlice(slice(warp, b.intern("b"), 10, 30));
    const Trace trace = std::move(b).finish();
    for (uint32_t i = 0; i < 2; ++i) {
      QVERIFY(!trace.slice(SliceId(i)).parent.isValid());
      QCOMPARE(int(trace.sliceFlags()[i]), int(kSliceCrossing));
    }
    QCOMPARE(trace.rows().size(), size_t{2});
  }

  void asyncTracksUseLanesWithoutParents() {
    TraceBuilder b;
    const TrackId flight = b.addTrack(track(b.intern("copy in flight"), TrackKind::Async));
    const StringId copy = b.intern("copy");
    b.addSlice(slice(flight, copy, 0, 100));
    b.addSlice(slice(flight, copy, 10, 20));
    b.addSlice(slice(flight, copy, 20, 120));
    b.addSlice(slice(flight, copy, 100, 130));
    const Trace trace = std::move(b).finish();
    QCOMPARE(trace.track(flight).rowCount, 2u);
    QCOMPARE(trace.row(RowId(0)).sliceCount, 2u);
    QCOMPARE(trace.row(RowId(1)).sliceCount, 2u);
    for (uint32_t i = 0; i < 4; ++i)
      QVERIFY(!trace.parentOf(SliceId(i)).isValid());
  }

  void flowsAndInstantsFollowTheirEventsToTheirFinalPlaces() {
    TraceBuilder b;
    const TrackId second = b.addTrack(track(b.intern("second"), TrackKind::Warp));
    const TrackId first = b.addTrack(track(b.intern("first"), TrackKind::Warp));
    const BuilderSlice to = b.addSlice(slice(first, b.intern("to"), 50, 60));
    const BuilderSlice from = b.addSlice(slice(second, b.intern("from"), 0, 10));
    b.addInstant({second, b.intern("later"), {}, Picoseconds(9), {}});
    const BuilderInstant mark = b.addInstant({second, b.intern("mark"), {}, Picoseconds(3), {}});
    b.addFlow(7, from, to);
    b.addFlow(8, EventRef::Kind::Instant, mark.value, EventRef::Kind::Slice, to.value);
    const Trace trace = std::move(b).finish();
    QCOMPARE(trace.flows().size(), size_t{2});
    QCOMPARE(trace.string(trace.slice(SliceId(trace.flows()[0].from.index)).name),
             std::string_view("from"));
    QCOMPARE(trace.string(trace.slice(SliceId(trace.flows()[0].to.index)).name),
             std::string_view("to"));
    QCOMPARE(trace.string(trace.instants()[trace.flows()[1].from.index].name),
             std::string_view("mark"));
  }

  void childrenComeInRankOrderThenInOrderOfAddition() {
    TraceBuilder b;
    const TrackId root = b.addTrack(track(b.intern("root"), TrackKind::Kernel));
    const TrackId c = b.addTrack(track(b.intern("c"), TrackKind::Sm, root), 5);
    const TrackId a = b.addTrack(track(b.intern("a"), TrackKind::Sm, root), -1);
    const TrackId d = b.addTrack(track(b.intern("d"), TrackKind::Sm, root), 5);
    const Trace trace = std::move(b).finish();
    const auto children = trace.children(root);
    QCOMPARE(std::vector<TrackId>(children.begin(), children.end()),
             (std::vector<TrackId>{a, c, d}));
  }

  void queriesFindTheSliceAtATimeByBinarySearch() {
    TraceBuilder b;
    const TrackId warp = b.addTrack(track(b.intern("warp 0"), TrackKind::Warp));
    const StringId name = b.intern("s");
    for (int i = 0; i < 100; ++i)
      b.addSlice(slice(warp, name, i * 10, i * 10 + 5));
    const Trace trace = std::move(b).finish();
    const RowId row(0);
    QCOMPARE(trace.firstEndingAfter(row, Picoseconds(0)), SliceId(0));
    QCOMPARE(trace.firstEndingAfter(row, Picoseconds(5)), SliceId(1));
    QCOMPARE(trace.firstEndingAfter(row, Picoseconds(995)), SliceId());
    QCOMPARE(trace.firstBeginningAtOrAfter(row, Picoseconds(11)), SliceId(2));
    QCOMPARE(trace.firstBeginningAtOrAfter(row, Picoseconds(10)), SliceId(1));
    QCOMPARE(trace.firstBeginningAtOrAfter(row, Picoseconds(991)), SliceId());
  }

  void cyclesAreKeptOnlyWhereTheyWereGiven() {
    TraceBuilder b;
    const TrackId warp = b.addTrack(track(b.intern("warp 0"), TrackKind::Warp));
    b.addSlice(slice(warp, b.intern("plain"), 0, 10));
    SliceInput timed = slice(warp, b.intern("timed"), 20, 30);
    timed.beginCycles = 1000;
    timed.cycleDuration = 43;
    b.addSlice(timed);
    b.addSlice(slice(warp, b.intern("plain"), 40, 50));
    const Trace trace = std::move(b).finish();
    QVERIFY(!trace.slice(SliceId(0)).hasCycles);
    QCOMPARE(trace.slice(SliceId(1)).beginCycles, Cycles(1000));
    QCOMPARE(trace.slice(SliceId(1)).endCycles, Cycles(1043));
    QVERIFY(!trace.slice(SliceId(2)).hasCycles);
  }

  void aFinishedTraceHoldsNoSpareMemory() {
    TraceBuilder b;
    const TrackId warp = b.addTrack(track(b.intern("warp 0"), TrackKind::Warp));
    const StringId name = b.intern("s");
    const Arg arg[] = {Arg::ofInt(name, 1)};
    constexpr uint32_t kCount =
        1025; // one more than a power of two: doubling leaves almost half empty
    for (uint32_t i = 0; i < kCount; ++i) {
      SliceInput input = slice(warp, name, i, i + 1);
      input.args = b.addArgs(arg);
      const BuilderSlice added = b.addSlice(input);
      b.addFlow(i, added, added);
    }
    const Trace trace = std::move(b).finish();
    const uint64_t columns = sizeof(int64_t) + 4 * sizeof(uint32_t) + sizeof(uint8_t);
    const uint64_t perSlice = columns + sizeof(Flow) + sizeof(Arg) + sizeof(uint32_t);
    const uint64_t fixed = 4096; // one track, one row, two strings, 2.29 bytes of blocks per slice
    QVERIFY2(trace.memoryUse().value < kCount * perSlice + fixed,
             qPrintable(QString::number(trace.memoryUse().value)));
  }

  void equalNotesAreCountedTogether() {
    TraceBuilder b;
    b.addNote({Note::Severity::DataLoss, "x", "lost", 2});
    b.addNote({Note::Severity::DataLoss, "x", "lost", 3});
    b.addNote({Note::Severity::Info, "y", "fine"});
    b.addNote({Note::Severity::Error, "z", "never happened", 0});
    const Trace trace = std::move(b).finish();
    QCOMPARE(trace.notes().size(), size_t{2});
    QCOMPARE(trace.notes()[0].count, uint64_t{5});
  }

  void textFormShowsEverythingTheTraceHolds() {
    TraceBuilder b;
    b.info() = {"demo", "test", "2026-11-21T00:00:00Z", Nanoseconds(42)};
    const StringId key = b.intern("n");
    const Arg args[] = {Arg::ofInt(key, -3), Arg::ofString(b.intern("s"), b.intern("a\"b")),
                        Arg::ofPointer(b.intern("p"), 255)};
    Track warp = track(b.intern("warp 0"), TrackKind::Warp);
    warp.number = 0;
    warp.clock = b.addClock({Cycles(10), Picoseconds(0), 500.0, 1.5, TimeBase::Measured});
    const TrackId id = b.addTrack(warp);
    SliceInput s = slice(id, b.intern("work"), 0, 2000);
    s.args = b.addArgs(args);
    s.beginCycles = 10;
    s.cycleDuration = 4;
    b.addSlice(s);
    b.addSample(id, {Picoseconds(5), 0.5});
    const Trace trace = std::move(b).finish();
    QCOMPARE(QString::fromStdString(traceToText(trace)),
             QString("trace \"demo\" producer \"test\" date \"2026-11-21T00:00:00Z\" origin 42 ns\n"
                     "clock 0 cycle 10 = 0 ps, 500 ps/cycle, +-1.5 ps, measured\n"
                     "warp \"warp 0\" number 0 clock 0\n"
                     "  row 0 [0, 2000) \"work\" cycles [10, 14) n=-3 s=\"a\\\"b\" p=0xff\n"
                     "  sample 5 0.5\n"));
  }

  void placesAreReplacedByTracksThatWereMadeLater() {
    TraceBuilder b;
    b.allowPlaces();
    const TrackId first(1), second(0); // places
    b.addSlice(slice(first, b.intern("a"), 10, 30));
    b.addSlice(slice(second, b.intern("b"), 15, 20));
    b.addSample(first, {Picoseconds(5), 0.5});
    b.addInstant({first, b.intern("i"), {}, Picoseconds(12), {}});
    const TrackId late = b.addTrack(track(b.intern("late"), TrackKind::Thread));
    const TrackId later = b.addTrack(track(b.intern("later"), TrackKind::Thread));
    const std::vector<TrackId> tracks{later, late}; // by place
    b.settlePlaces(tracks, Picoseconds(100));
    const Trace trace = std::move(b).finish();
    QCOMPARE(trace.slice(SliceId(0)).track, late);
    QCOMPARE(trace.sliceTime(SliceId(0)).begin, Picoseconds(110));
    QCOMPARE(trace.slice(SliceId(1)).track, later);
    QCOMPARE(trace.instants()[0].track, late);
    QCOMPARE(trace.instants()[0].time, Picoseconds(112));
    QCOMPARE(trace.samples()[0].time, Picoseconds(105));
    QCOMPARE(trace.track(late).sampleCount, uint32_t{1});
  }

  void aClockLineMapsCyclesToTimeAndBack() {
    const ClockLine line{Cycles(1'000'000), Picoseconds(7), 505.05, 0, TimeBase::Measured};
    for (int64_t c : {1'000'000LL, 1'000'001LL, 999'999LL, 5'000'000'000LL})
      QCOMPARE(line.toCycles(line.toTime(Cycles(c))), Cycles(c));
    QCOMPARE(line.toTime(Cycles(1'000'002)), Picoseconds(7 + 1010));
  }
};

QTEST_GUILESS_MAIN(TraceBuilderTest)
#include "trace_builder_test.moc"
