// SPDX-License-Identifier: Apache-2.0
// Perfetto traces of other programs: sequence state, clocks, annotations, flows, obsolete event
// kinds, exact counts.
#include <QtTest>

#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/perfetto_fields.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "tests/support/trace_text.h"

using namespace pstudio;
using protozero::pbf_writer;

namespace {

namespace te = perfetto::track_event;
namespace pk = perfetto::packet;

/// Assembles a trace packet by packet.
class TraceMaker {
public:
  template <class Fill> TraceMaker &packet(Fill fill) {
    std::string text;
    pbf_writer writer(text);
    fill(writer);
    pbf_writer(m_bytes).add_message(perfetto::trace::kPacket, text);
    return *this;
  }
  /// An event of sequence 1 on track 5, completed by `fill`.
  template <class Fill> TraceMaker &event(uint64_t time, perfetto::EventType type, Fill fill) {
    return packet([&](pbf_writer &p) {
      p.add_uint64(pk::kTimestamp, time);
      p.add_uint32(pk::kSequenceId, 1);
      pbf_writer e(p, pk::kTrackEvent);
      e.add_uint32(te::kType, static_cast<uint32_t>(type));
      e.add_uint64(te::kTrackUuid, 5);
      fill(e);
    });
  }
  TraceMaker &event(uint64_t time, perfetto::EventType type, const char *name) {
    return event(time, type, [&](pbf_writer &e) { e.add_string(te::kName, name); });
  }
  Trace read() const {
    Result<Trace> trace = readPftrace(std::as_bytes(std::span(m_bytes)), "t");
    if (!trace)
      qFatal("%s", trace.error().toString().c_str());
    return std::move(*trace);
  }
  const std::string &bytes() const { return m_bytes; }

private:
  std::string m_bytes;
};

uint64_t countOf(const Trace &trace, std::string_view code) {
  for (const Note &note : trace.notes())
    if (note.code == code)
      return note.count;
  return 0;
}

constexpr auto kBegin = perfetto::EventType::SliceBegin;
constexpr auto kEnd = perfetto::EventType::SliceEnd;
constexpr auto kInstant = perfetto::EventType::Instant;

} // namespace

class ForeignPftraceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void eventsAreSortedBeforeTheyAreMatched() {
    const Trace trace = TraceMaker()
                            .event(300, kEnd, "")
                            .event(100, kBegin, "outer")
                            .event(200, kEnd, "")
                            .event(150, kBegin, "inner")
                            .read();
    QCOMPARE(trace.sliceCount(), size_t{2});
    QCOMPARE(trace.info().origin, Nanoseconds(100));
    QCOMPARE(trace.sliceDurations()[0], int64_t{200'000});
    QCOMPARE(trace.parentOf(SliceId(1)), SliceId(0));
  }

  void anEventYearsBeforeTheOthersIsTheOneThatIsLeftOut() {
    constexpr int64_t kToday = 1'716'000'000'000'000'000;
    TraceMaker maker;
    maker.event(5, kInstant, "at time 0");
    for (int64_t i = 0; i < 3; ++i)
      maker.event(static_cast<uint64_t>(kToday + 10 * i), kInstant, "today");
    const Trace trace = maker.read();
    QCOMPARE(trace.info().origin, Nanoseconds(kToday));
    QCOMPARE(trace.instants().size(), size_t{3});
    QCOMPARE(countOf(trace, "import.out-of-range"), uint64_t{1});
  }

  void unbalancedEventsAreCountedAndOpenSlicesFlagged() {
    const Trace trace = TraceMaker()
                            .event(10, kEnd, "")
                            .event(20, kBegin, "open")
                            .event(50, kInstant, "last")
                            .read();
    QCOMPARE(countOf(trace, "import.end-without-begin"), uint64_t{1});
    QCOMPARE(countOf(trace, "import.begin-without-end"), uint64_t{1});
    QCOMPARE(trace.slice(SliceId(0)).flags, uint8_t{kSliceNoEnd});
    QCOMPARE(trace.sliceDurations()[0], int64_t{30'000}); // up to the last known time of its track
  }

  void packetsThatNeedStateBeforeItIsThereAreDroppedAndCounted() {
    TraceMaker maker;
    const auto interned = [&](uint32_t flags, bool announces, uint64_t time) {
      maker.packet([&](pbf_writer &p) {
        p.add_uint64(pk::kTimestamp, time);
        p.add_uint32(pk::kSequenceId, 7);
        p.add_uint32(pk::kSequenceFlags, flags);
        if (announces) {
          pbf_writer data(p, pk::kInternedData);
          pbf_writer name(data, perfetto::interned_data::kEventNames);
          name.add_uint64(perfetto::interned_data::kEntryIid, 3);
          name.add_string(perfetto::interned_data::kEntryText, "interned");
        }
        pbf_writer e(p, pk::kTrackEvent);
        e.add_uint32(te::kType, static_cast<uint32_t>(kInstant));
        e.add_uint64(te::kNameIid, 3);
      });
    };
    interned(perfetto::kNeedsIncrementalStateFlag, false, 1);
    interned(perfetto::kIncrementalStateClearedFlag, true, 2);
    interned(perfetto::kNeedsIncrementalStateFlag, false, 3);
    const Trace trace = maker.read();
    QCOMPARE(trace.instants().size(), size_t{2});
    QCOMPARE(trace.string(trace.instants()[1].name), std::string_view("interned"));
    QCOMPARE(countOf(trace, "pftrace.missing-state"), uint64_t{1});
  }

  void clocksAreConvertedBySnapshots() {
    TraceMaker maker;
    maker.packet([](pbf_writer &p) {
      p.add_uint32(pk::kSequenceId, 1);
      pbf_writer snapshot(p, pk::kClockSnapshot);
      const auto clock = [&](uint32_t id, uint64_t time, bool isIncremental, uint64_t unit) {
        pbf_writer c(snapshot, perfetto::clock_snapshot::kClocks);
        c.add_uint32(perfetto::clock::kId, id);
        c.add_uint64(perfetto::clock::kTimestamp, time);
        c.add_bool(perfetto::clock::kIsIncremental, isIncremental);
        c.add_uint64(perfetto::clock::kUnitMultiplierNs, unit);
      };
      clock(perfetto::kClockBootTime, 10'000, false, 1);
      clock(perfetto::kClockMonotonic, 4'000, false, 1);
      clock(64, 4, true, 1000);
    });
    const auto instant = [&](uint64_t time, uint32_t clock) {
      maker.packet([&](pbf_writer &p) {
        p.add_uint64(pk::kTimestamp, time);
        p.add_uint32(pk::kTimestampClockId, clock);
        p.add_uint32(pk::kSequenceId, 1);
        pbf_writer e(p, pk::kTrackEvent);
        e.add_uint32(te::kType, static_cast<uint32_t>(kInstant));
      });
    };
    instant(10'000, perfetto::kClockBootTime); // the origin
    instant(4'500, perfetto::kClockMonotonic);
    instant(2, 64); // 2 us after the snapshot
    instant(3, 64); // 3 us after the previous instant
    instant(1, 77); // an unknown clock
    const Trace trace = maker.read();
    QCOMPARE(trace.instants().size(), size_t{4});
    QCOMPARE(trace.instants()[1].time, Picoseconds(500'000));
    QCOMPARE(trace.instants()[2].time, Picoseconds(2'000'000));
    QCOMPARE(trace.instants()[3].time, Picoseconds(5'000'000));
    QCOMPARE(countOf(trace, "pftrace.unknown-clock"), uint64_t{1});
  }

  void aDamagedClockSnapshotIsCountedAndAddsNothing() {
    TraceMaker maker;
    maker.packet([](pbf_writer &p) {
      pbf_writer snapshot(p, pk::kClockSnapshot);
      snapshot.add_uint32(perfetto::clock_snapshot::kPrimaryTraceClock, perfetto::kClockMonotonic);
      {
        pbf_writer c(snapshot, perfetto::clock_snapshot::kClocks);
        c.add_uint32(perfetto::clock::kId, perfetto::kClockMonotonic);
        c.add_uint64(perfetto::clock::kTimestamp, 1);
      }
      snapshot.add_bytes(perfetto::clock_snapshot::kClocks, "\x08"); // a field without its value
    });
    // Both forms of a time require a snapshot that relates the monotonic clock to that of the
    // trace.
    maker.packet([](pbf_writer &p) {
      p.add_uint64(pk::kTimestamp, 7);
      p.add_uint32(pk::kTimestampClockId, perfetto::kClockMonotonic);
      p.add_uint32(pk::kSequenceId, 1);
      pbf_writer e(p, pk::kTrackEvent);
      e.add_uint32(te::kType, static_cast<uint32_t>(kInstant));
    });
    const Trace trace =
        maker.event(5, kInstant, "x")
            .event(0, kInstant, [](pbf_writer &e) { e.add_int64(te::kTimestampAbsoluteUs, 9); })
            .read();
    QCOMPARE(countOf(trace, "pftrace.damaged-packets"), uint64_t{1});
    QCOMPARE(countOf(trace, "pftrace.unknown-clock"), uint64_t{1}); // no snapshot relates it
    QCOMPARE(trace.instants().size(), size_t{2});
    QCOMPARE(trace.info().origin, Nanoseconds(5));
  }

  void nestedAnnotationsGetFlatKeysAndEqualSetsAreShared() {
    namespace da = perfetto::debug_annotation;
    const auto annotate = [](pbf_writer &e) {
      e.add_string(te::kName, "a");
      pbf_writer dict(e, te::kDebugAnnotations);
      dict.add_string(da::kName, "shape");
      for (uint64_t size : {128, 64}) {
        pbf_writer entry(dict, da::kDictEntries);
        entry.add_string(da::kName, size == 128 ? "m" : "n");
        pbf_writer list(entry, da::kArrayValues);
        list.add_uint64(da::kUintValue, size);
      }
    };
    const Trace trace =
        TraceMaker().event(1, kInstant, annotate).event(2, kInstant, annotate).read();
    const ArgSetId args = trace.instants()[0].args;
    QCOMPARE(trace.args(args).size(), size_t{2});
    QCOMPARE(argToText(trace, trace.args(args)[0]), std::string("shape.m[0]=128"));
    QCOMPARE(argToText(trace, trace.args(args)[1]), std::string("shape.n[0]=64"));
    QCOMPARE(trace.instants()[1].args, args);
  }

  void flowsChainByTimeUntilTheyTerminate() {
    const auto flow = [](perfetto::Field field) {
      return [field](pbf_writer &e) { e.add_fixed64(field, 9); };
    };
    const Trace trace = TraceMaker()
                            .event(1, kInstant, flow(te::kFlowIds))
                            .event(2, kInstant, flow(te::kFlowIds))
                            .event(3, kInstant, flow(te::kTerminatingFlowIds))
                            .event(4, kInstant, flow(te::kFlowIds))
                            .read();
    QCOMPARE(trace.flows().size(), size_t{2});
    QCOMPARE(trace.flows()[1].from.index, 1u);
    QCOMPARE(trace.flows()[1].to.index, 2u);
  }

  void tracksOfAThreadLieInItsProcessWhateverTheOrder() {
    TraceMaker maker;
    maker.event(1, kInstant, "x");
    maker.packet([](pbf_writer &p) {
      pbf_writer d(p, pk::kTrackDescriptor);
      d.add_uint64(perfetto::track_descriptor::kUuid, 5);
      pbf_writer t(d, perfetto::track_descriptor::kThread);
      t.add_int32(perfetto::thread_descriptor::kPid, 40);
      t.add_int32(perfetto::thread_descriptor::kTid, 41);
      t.add_string(perfetto::thread_descriptor::kName, "worker");
    });
    maker.packet([](pbf_writer &p) {
      pbf_writer d(p, pk::kTrackDescriptor);
      d.add_uint64(perfetto::track_descriptor::kUuid, 6);
      d.add_uint64(perfetto::track_descriptor::kParentUuid, 6); // a cycle is tolerated
      pbf_writer t(d, perfetto::track_descriptor::kProcess);
      t.add_int32(perfetto::process_descriptor::kPid, 40);
      t.add_string(perfetto::process_descriptor::kName, "app");
    });
    const Trace trace = maker.read();
    QCOMPARE(trace.tracks().size(), size_t{2});
    QCOMPARE(trace.string(trace.tracks()[0].name), std::string_view("app"));
    QCOMPARE(trace.tracks()[1].parent, TrackId(0));
    QCOMPARE(trace.tracks()[1].number, int64_t{41});
  }

  void packetsOfOtherSourcesAreCountedByKind() {
    TraceMaker maker;
    maker.event(1, kInstant, "x");
    for (int i = 0; i < 3; ++i)
      maker.packet([](pbf_writer &p) { p.add_string(1, ""); }); // ftrace
    maker.packet([](pbf_writer &p) { p.add_string(777, "new"); });
    const Trace trace = maker.read();
    QCOMPARE(countOf(trace, "pftrace.other-packets"), uint64_t{3});
    QCOMPARE(trace.notes().size(), size_t{2});
    QCOMPARE(trace.notes()[1].message, std::string("Packets of kind 777 were not imported."));
  }

  void timesBeyondTheRangeAreCountedNotWrapped() {
    const Trace trace =
        TraceMaker().event(1, kInstant, "x").event(uint64_t{1} << 62, kInstant, "far").read();
    QCOMPARE(trace.instants().size(), size_t{1});
    QCOMPARE(countOf(trace, "import.out-of-range"), uint64_t{1});
  }

  void aLongChainOfParentsIsCut() {
    TraceMaker maker;
    for (uint64_t uuid = 5; uuid < 20'000; ++uuid)
      maker.packet([&](pbf_writer &p) {
        pbf_writer d(p, pk::kTrackDescriptor);
        d.add_uint64(perfetto::track_descriptor::kUuid, uuid);
        d.add_uint64(perfetto::track_descriptor::kParentUuid, uuid + 1);
      });
    const Trace trace = maker.event(1, kInstant, "x").read();
    QVERIFY(trace.tracks().size() <= 300);
  }
};

QTEST_GUILESS_MAIN(ForeignPftraceTest)
#include "foreign_pftrace_test.moc"
