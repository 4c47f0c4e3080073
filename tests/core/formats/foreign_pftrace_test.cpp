// SPDX-License-Identifier: Apache-2.0
// Perfetto traces of other programs: sequence state, clocks, annotations, flows, obsolete event
// kinds, exact counts.
#include <QtTest>

#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/gpu_fields.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/core/formats/trace_maker.h"
#include "tests/support/trace_text.h"

using namespace pstudio;
using protozero::pbf_writer;

namespace {

namespace te = perfetto::track_event;
namespace pk = perfetto::packet;

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

  void processesHaveTheirLabelsAndTheOrderOfTheirSortIndices() {
    namespace pd = perfetto::process_descriptor;
    TraceMaker maker;
    for (const auto &[pid, sortIndex] : {std::pair{7, 3}, {8, 1}})
      maker.packet([&](pbf_writer &p) {
        pbf_writer track(p, pk::kTrackDescriptor);
        track.add_uint64(perfetto::track_descriptor::kUuid, static_cast<uint64_t>(pid - 2));
        pbf_writer process(track, perfetto::track_descriptor::kProcess);
        process.add_int32(pd::kPid, pid);
        process.add_int32(pd::kSortIndex, sortIndex);
        process.add_string(pd::kName, "python3");
        process.add_string(pd::kLabels, "GPU 0");
        process.add_string(pd::kLabels, "rank " + std::to_string(sortIndex));
      });
    maker.event(10, kInstant, "a"); // on track 5, of process 7
    maker.packet([&](pbf_writer &p) {
      p.add_uint64(pk::kTimestamp, 20);
      p.add_uint32(pk::kSequenceId, 1);
      pbf_writer e(p, pk::kTrackEvent);
      e.add_uint32(te::kType, static_cast<uint32_t>(kInstant));
      e.add_uint64(te::kTrackUuid, 6);
      e.add_string(te::kName, "b");
    });
    const Trace trace = maker.read();
    std::vector<std::string> names;
    for (const TrackId track : trace.children(TrackId()))
      names.emplace_back(trace.string(trace.track(track).name));
    QCOMPARE(names,
             (std::vector<std::string>{"python3 (GPU 0, rank 1)", "python3 (GPU 0, rank 3)"}));
  }

  void childrenAreOrderedByNameWhereTheirParentWantsIt() {
    namespace td = perfetto::track_descriptor;
    TraceMaker maker;
    const auto describe = [&](uint64_t uuid, uint64_t parent, const char *name) {
      maker.packet([&](pbf_writer &p) {
        pbf_writer track(p, pk::kTrackDescriptor);
        track.add_uint64(td::kUuid, uuid);
        track.add_string(td::kName, name);
        if (parent == 0)
          track.add_uint32(td::kChildOrdering, td::kChildOrderingByName);
        else
          track.add_uint64(td::kParentUuid, parent);
      });
    };
    describe(9, 0, "group");
    describe(5, 9, "second");
    describe(6, 9, "first");
    maker.event(10, kInstant, "a");
    maker.packet([&](pbf_writer &p) {
      p.add_uint64(pk::kTimestamp, 20);
      p.add_uint32(pk::kSequenceId, 1);
      pbf_writer e(p, pk::kTrackEvent);
      e.add_uint32(te::kType, static_cast<uint32_t>(kInstant));
      e.add_uint64(te::kTrackUuid, 6);
      e.add_string(te::kName, "b");
    });
    const Trace trace = maker.read();
    std::vector<std::string> names;
    for (const TrackId track : trace.children(trace.children(TrackId())[0]))
      names.emplace_back(trace.string(trace.track(track).name));
    QCOMPARE(names, (std::vector<std::string>{"first", "second"}));
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
    QCOMPARE(trace.notes()[1].message, std::string("Packets of kind 777 are not supported yet."));
  }

  void timesBeyondTheRangeAreCountedNotWrapped() {
    const Trace trace =
        TraceMaker().event(1, kInstant, "x").event(uint64_t{1} << 62, kInstant, "far").read();
    QCOMPARE(trace.instants().size(), size_t{1});
    QCOMPARE(countOf(trace, "import.out-of-range"), uint64_t{1});
  }

  void renderStagesAreSlicesOnTheQueuesOfTheirGpu() {
    namespace rs = perfetto::render_stage;
    namespace id = perfetto::gpu_interned_data;
    TraceMaker maker;
    maker.packet([](pbf_writer &p) {
      p.add_uint32(pk::kSequenceId, 1);
      p.add_uint32(pk::kSequenceFlags, perfetto::kIncrementalStateClearedFlag);
      pbf_writer data(p, pk::kInternedData);
      const auto add = [&](perfetto::Field table, uint64_t iid, const char *name,
                           const char *second) {
        pbf_writer entry(data, table);
        entry.add_uint64(perfetto::interned_data::kEntryIid, iid);
        entry.add_string(perfetto::interned_data::kEntryText, name);
        entry.add_string(id::kKernelDemangledName, second);
      };
      add(id::kGpuSpecifications, 1, "Compute Queue", "");
      add(id::kGpuSpecifications, 2, "Kernel", "a stage");
      add(id::kComputeKernels, 1, "_Z3addPf", "add(float*)");
    });
    const auto stage = [&](uint64_t time, uint64_t eventId, uint64_t kernel, uint64_t wait) {
      maker.packet([&](pbf_writer &p) {
        p.add_uint64(pk::kTimestamp, time);
        p.add_uint32(pk::kSequenceId, 1);
        pbf_writer e(p, perfetto::gpu_packet::kGpuRenderStageEvent);
        e.add_uint64(rs::kEventId, eventId);
        e.add_uint64(rs::kDuration, 50);
        e.add_int32(rs::kGpuId, 3);
        e.add_uint64(rs::kQueueIid, 1);
        e.add_uint64(rs::kStageIid, 2);
        if (kernel != 0)
          e.add_uint64(rs::kKernelIid, kernel);
        if (wait != 0)
          e.add_uint64(rs::kWaitIds, wait);
      });
    };
    stage(100, 1, 1, 0);
    stage(200, 2, 0, 1);
    const Trace trace = maker.read();
    QCOMPARE(trace.sliceCount(), size_t{2});
    QCOMPARE(trace.tracks().size(), size_t{2});
    QCOMPARE(trace.string(trace.tracks()[0].name), std::string_view("GPU 3"));
    QCOMPARE(trace.string(trace.tracks()[1].name), std::string_view("Compute Queue"));
    QCOMPARE(trace.string(trace.sliceNames()[0]), std::string_view("add(float*)"));
    QCOMPARE(trace.string(trace.sliceNames()[1]), std::string_view("Kernel"));
    QCOMPARE(trace.sliceDurations()[0], int64_t{50'000});
    QCOMPARE(trace.flows().size(), size_t{1}); // the second waited for the first
    QCOMPARE(trace.notes().size(), size_t{0});
  }

  void countersOfGpusHoldBeforeOrAfterTheirTimeAsTheySay() {
    namespace gc = perfetto::gpu_counter;
    TraceMaker maker;
    const auto packet = [&](uint64_t time, const auto &fill) {
      maker.packet([&](pbf_writer &p) {
        p.add_uint64(pk::kTimestamp, time);
        pbf_writer e(p, perfetto::gpu_packet::kGpuCounterEvent);
        fill(e);
      });
    };
    packet(1, [](pbf_writer &e) {
      pbf_writer descriptor(e, gc::kDescriptor);
      for (const uint32_t id : {1u, 2u}) {
        pbf_writer spec(descriptor, gc::kSpecs);
        spec.add_uint32(gc::kSpecId, id);
        spec.add_string(gc::kSpecName, id == 1 ? "reads" : "busy");
        spec.add_uint32(gc::kSpecNumerators, id == 1 ? 7 : 37); // bytes, percent
        if (id == 1)
          spec.add_uint32(gc::kSpecDenominators, 22); // seconds
        else
          spec.add_uint64(gc::kSpecDirection, gc::kForwards);
      }
    });
    for (const uint64_t time : {10u, 20u})
      packet(time, [&](pbf_writer &e) {
        for (const uint32_t id : {1u, 2u}) {
          pbf_writer counter(e, gc::kCounters);
          counter.add_uint32(gc::kId, id);
          counter.add_double(gc::kDoubleValue, static_cast<double>(time * id));
        }
      });
    const Trace trace = maker.read();
    QCOMPARE(trace.samples().size(), size_t{4});
    QCOMPARE(trace.tracks().size(), size_t{3});
    const auto values = [&](std::string_view name) {
      for (const Track &track : trace.tracks())
        if (trace.string(track.name) == name)
          return std::tuple(trace.string(track.unit), trace.samples()[track.firstSample].value,
                            trace.samples()[track.firstSample + 1].value);
      return std::tuple(std::string_view(), 0.0, 0.0);
    };
    // "reads" looks back: the value of 20 ns holds from 10 ns on, and nothing is known after.
    QCOMPARE(values("reads"), std::tuple(std::string_view("bytes/s"), 20.0, 0.0));
    QCOMPARE(values("busy"), std::tuple(std::string_view("%"), 20.0, 40.0));
  }

  void logsAreInstantsWithTheirMessages() {
    namespace al = perfetto::android_log;
    TraceMaker maker;
    maker.packet([](pbf_writer &p) {
      pbf_writer snapshot(p, pk::kClockSnapshot);
      for (const uint32_t id : {perfetto::kClockBootTime, perfetto::kClockRealtime}) {
        pbf_writer c(snapshot, perfetto::clock_snapshot::kClocks);
        c.add_uint32(perfetto::clock::kId, id);
        c.add_uint64(perfetto::clock::kTimestamp, id == perfetto::kClockBootTime ? 1'000 : 9'000);
      }
    });
    maker.packet([](pbf_writer &p) {
      pbf_writer log(p, perfetto::gpu_packet::kAndroidLog);
      pbf_writer event(log, al::kEvents);
      event.add_int32(al::kPid, 40);
      event.add_uint64(al::kTimestamp, 9'500);
      event.add_string(al::kTag, "driver");
      event.add_string(al::kMessage, "reset");
    });
    maker.packet([](pbf_writer &p) {
      p.add_uint64(pk::kTimestamp, 2'000);
      pbf_writer log(p, perfetto::gpu_packet::kGpuLog);
      log.add_uint32(perfetto::gpu_log::kSeverity, 3);
      log.add_string(perfetto::gpu_log::kMessage, "slow path");
    });
    const Trace trace = maker.read();
    QCOMPARE(trace.instants().size(), size_t{2});
    const Instant &reset = trace.instants()[0];
    QCOMPARE(trace.string(reset.name), std::string_view("reset"));
    QCOMPARE(trace.string(reset.category), std::string_view("driver"));
    QCOMPARE(trace.info().origin, Nanoseconds(1'500));
    QCOMPARE(trace.track(trace.track(reset.track).parent).number, int64_t{40});
    QCOMPARE(trace.string(trace.instants()[1].name), std::string_view("slow path"));
  }

  void arrowsOfTheOldestKindBelongToTheSliceAroundThem() {
    namespace le = perfetto::legacy_event;
    TraceMaker maker;
    const auto legacy = [&](uint64_t time, char phase, uint64_t track, int64_t durationUs = 0) {
      maker.packet([&](pbf_writer &p) {
        p.add_uint64(pk::kTimestamp, time);
        p.add_uint32(pk::kSequenceId, 1);
        pbf_writer e(p, pk::kTrackEvent);
        e.add_uint64(te::kTrackUuid, track);
        e.add_string(te::kName, "x");
        pbf_writer l(e, te::kLegacyEvent);
        l.add_int32(le::kPhase, phase);
        l.add_int64(le::kDurationUs, durationUs);
        l.add_uint64(le::kUnscopedId, 77);
      });
    };
    legacy(1'000, 'X', 5, 10);
    legacy(2'000, 'X', 5, 2); // innermost around the start
    legacy(3'000, 's', 5);
    legacy(20'000, 'f', 6); // goes to the next slice
    legacy(21'000, 'X', 6, 1);
    const Trace trace = maker.read();
    QCOMPARE(trace.sliceCount(), size_t{3});
    QCOMPARE(trace.flows().size(), size_t{1});
    QCOMPARE(trace.flows()[0].id, uint64_t{77});
    QCOMPARE(trace.sliceTime(SliceId(trace.flows()[0].from.index)).begin, Picoseconds(1'000'000));
    QCOMPARE(trace.sliceTime(SliceId(trace.flows()[0].to.index)).begin, Picoseconds(20'000'000));
    QCOMPARE(trace.notes().size(), size_t{0});
  }

  void packetsThatAreNotReadAreKeptByteForByteInSavedFiles() {
    TraceMaker maker;
    maker.event(1, kInstant, "x");
    std::string kept;
    for (const char *content : {"\x0a\x01", "abc"}) {
      std::string packet;
      pbf_writer p(packet);
      p.add_uint64(pk::kTimestamp, 5);
      p.add_bytes(content[0] == 'a' ? 777 : 1, content);
      pbf_writer(kept).add_message(perfetto::trace::kPacket, packet);
      maker.packet([&](pbf_writer &again) {
        again.add_uint64(pk::kTimestamp, 5);
        again.add_bytes(content[0] == 'a' ? 777 : 1, content);
      });
    }
    const Trace trace = maker.read();
    QVERIFY(trace.foreignPackets() != nullptr);
    QCOMPARE(trace.foreignPackets()->bytes, kept);
    for (const bool isCompressed : {true, false}) {
      PftraceOptions options;
      options.isCompressed = isCompressed;
      const std::string saved = *writePftraceToString(trace, options);
      QVERIFY(isCompressed || saved.ends_with(kept)); // Perfetto's own tools find them
      const Result<Trace> again = readPftrace(std::as_bytes(std::span(saved)), "t");
      QVERIFY(again.has_value());
      QCOMPARE(traceToText(*again), traceToText(trace)); // the notes count them once
      QCOMPARE(*writePftraceToString(*again, options), saved);
    }
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
