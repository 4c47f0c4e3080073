// SPDX-License-Identifier: Apache-2.0
// Events of Perfetto traces that are decoded ahead and applied as they come.
#include <algorithm>
#include <thread>
#include <vector>

#include <QtTest>

#include "core/base/read_progress.h"
#include "core/formats/pftrace/packet_blocks.h"
#include "core/formats/pftrace/plain_event.h"
#include "core/formats/pftrace/track_event_importer.h"
#include "tests/core/formats/trace_maker.h"
#include "tests/support/trace_text.h"

using namespace pstudio;
using protozero::pbf_writer;

namespace {

namespace te = perfetto::track_event;
namespace pk = perfetto::packet;

constexpr auto kBegin = perfetto::EventType::SliceBegin;
constexpr auto kEnd = perfetto::EventType::SliceEnd;
constexpr auto kInstant = perfetto::EventType::Instant;

/// Two names in the tables of sequence 1.
void addInternedNames(TraceMaker &maker) {
  maker.packet([](pbf_writer &p) {
    p.add_uint32(pk::kSequenceId, 1);
    p.add_uint32(pk::kSequenceFlags, perfetto::kIncrementalStateClearedFlag);
    pbf_writer interned(p, pk::kInternedData);
    for (const uint64_t iid : {1, 2}) {
      pbf_writer name(interned, perfetto::interned_data::kEventNames);
      name.add_uint64(perfetto::interned_data::kEntryIid, iid);
      name.add_string(perfetto::interned_data::kEntryText, "name " + std::to_string(iid));
    }
  });
}

/// An event as most programs write them; `name` 0: none.
void addPlain(TraceMaker &maker, uint64_t time, perfetto::EventType type, uint64_t track,
              uint64_t name) {
  maker.packet([&](pbf_writer &p) {
    p.add_uint64(pk::kTimestamp, time);
    p.add_uint32(pk::kSequenceId, 1);
    p.add_uint32(pk::kSequenceFlags, perfetto::kNeedsIncrementalStateFlag);
    pbf_writer e(p, pk::kTrackEvent);
    e.add_uint32(te::kType, static_cast<uint32_t>(type));
    e.add_uint64(te::kTrackUuid, track);
    if (name != 0)
      e.add_uint64(te::kNameIid, name);
  });
}

/// Some blocks of plain events on three tracks that are described after them. With a flow, the last
/// event needs the queue.
TraceMaker threeTracks(bool hasFlow) {
  TraceMaker maker;
  addInternedNames(maker);
  constexpr int kBursts = 60, kOfBurst = 50; // some blocks of packets
  for (uint64_t burst = 0; burst < kBursts; ++burst) {
    const uint64_t track = 5 + burst % 3;
    uint64_t time = 10'000'000 - 1'000'000 * (track - 5) + burst * 10'000; // the last is first
    for (uint64_t i = 0; i < kOfBurst; ++i) {
      addPlain(maker, time += 7, kBegin, track, 1 + i % 2);
      addPlain(maker, time += 7, kInstant, track, 2);
      addPlain(maker, time += 7, kBegin, track, 2);
      addPlain(maker, time += 7, kEnd, track, 0);
      addPlain(maker, time += 7, kEnd, track, 0);
    }
    addPlain(maker, time + 100, kBegin, track, 1); // never ends
  }
  for (const uint64_t uuid : {7, 6, 5}) // after their events
    maker.packet([&](pbf_writer &p) {
      pbf_writer d(p, pk::kTrackDescriptor);
      d.add_uint64(perfetto::track_descriptor::kUuid, uuid);
      d.add_string(perfetto::track_descriptor::kName, "track " + std::to_string(uuid));
    });
  maker.event(20'000'000, kInstant, [&](pbf_writer &e) {
    if (hasFlow) // of one event: no arrow
      e.add_fixed64(te::kFlowIds, 9);
  });
  return maker;
}

/// Takes over the track event of a packet, if it has one.
void addFromBytes(std::span<const std::byte> bytes, TrackEventImporter &importer,
                  SequenceState &state) {
  PacketHeader header;
  protozero::pbf_reader packet(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  while (packet.next()) {
    if (packet.tag() == pk::kTimestamp)
      header.timestamp = packet.get_uint64();
    else if (packet.tag() == pk::kTrackEvent)
      importer.add(packet.get_view(), header, state);
    else
      packet.skip();
  }
}

/// Whether a file is read again with the queue.
bool needsQueue(const TraceMaker &maker) {
  TraceBuilder builder;
  TrackTable tracks(builder);
  ArgSetCache argSets(builder);
  ClockGraph clocks;
  ReadCounts counts;
  EventApplier applier(builder, argSets);
  OwnFileReader own(builder, tracks, applier);
  ForeignEvents foreign(ForeignEvents::Mode::AsTheyCome, builder, tracks, own, applier);
  TrackEventImporter importer(builder, tracks, clocks, own, argSets, applier, foreign, counts);
  SequenceState state;
  PacketStream stream(std::as_bytes(std::span(maker.bytes())));
  for (std::vector<PlainEvent> events; decodePackets(stream, events);)
    for (const PlainEvent &event : events)
      if (!event.isPlain() || !importer.addPlain(event, state))
        addFromBytes(event.packet, importer, state);
  if (!foreign.isQueueNeeded())
    foreign.finish();
  return foreign.isQueueNeeded();
}

} // namespace

class PlainEventsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void eventsThatNeedNoQueueGiveTheSameTraceAsThoseThatDo() {
    QVERIFY(!needsQueue(threeTracks(false)));
    QVERIFY(needsQueue(threeTracks(true)));
    const Trace atOnce = threeTracks(false).read();
    QCOMPARE(atOnce.sliceCount(), size_t{60 * (50 * 2 + 1)});
    QCOMPARE(atOnce.info().origin, Nanoseconds(10'000'000 - 2'000'000 + 20'000 + 7));
    QCOMPARE(atOnce.string(atOnce.track(TrackId(0)).name), std::string_view("track 7"));
    QCOMPARE(traceToText(atOnce), traceToText(threeTracks(true).read()));
  }

  void anEventOutOfOrderAtTheEndIsSortedIntoWhatWasRead() {
    TraceMaker maker;
    maker.event(100, kBegin, "outer").event(300, kEnd, "outer").event(200, kInstant, "late");
    maker.event(150, kBegin, "inner").event(180, kEnd, "inner");
    QVERIFY(needsQueue(maker));
    const Trace trace = maker.read();
    QCOMPARE(trace.sliceCount(), size_t{2});
    QCOMPARE(trace.parentOf(SliceId(1)), SliceId(0));
    QCOMPARE(trace.instants()[0].time, Picoseconds(100'000));
    QCOMPARE(trace.notes().size(), size_t{0});
  }

  void theProgressNeverFallsWhenAFileIsReadAgain() {
    const TraceMaker maker = threeTracks(true);
    ReadProgress progress;
    std::vector<double> seen; // by the watcher until it ends
    std::jthread watcher([&](const std::stop_token &stop) {
      while (!stop.stop_requested()) {
        const double fraction = progress.fraction();
        if (seen.empty() || seen.back() != fraction)
          seen.push_back(fraction);
        std::this_thread::yield();
      }
    });
    const auto trace = readPftrace(std::as_bytes(std::span(maker.bytes())), "t", &progress);
    watcher.request_stop();
    watcher.join();
    seen.push_back(progress.fraction());
    QVERIFY(trace.has_value());
    QVERIFY(std::ranges::is_sorted(seen));
    QCOMPARE(seen.back(), ReadProgress::kParsedShare);
  }

  void aReadingThatIsCancelledInItsFirstPassEndsWithoutATrace() {
    for (const bool hasFlow : {false, true}) {
      const TraceMaker maker = threeTracks(hasFlow);
      ReadProgress progress;
      progress.cancel();
      const auto trace = readPftrace(std::as_bytes(std::span(maker.bytes())), "t", &progress);
      QVERIFY(!trace.has_value());
      QCOMPARE(trace.error().code, ErrorCode::Cancelled);
      QCOMPARE(progress.fraction(), 0.0); // no second pass has read it
    }
  }

  void onlyBuffersWithMemoryAreUsedAgain() {
    EventBuffers buffers;
    std::vector<PlainEvent> buffer = buffers.take();
    const PlainEvent *const memory = buffer.data();
    buffers.giveBack(std::move(buffer));
    buffers.giveBack({}); // of a packet that is nested too deep
    QCOMPARE(buffers.take().data(), memory);
  }

  void onlyPacketsOfOnePlainEventAreDecodedAhead() {
    TraceMaker maker;
    addPlain(maker, 300, kBegin, 5, 700);
    maker.event(400, kEnd, "");      // its name is a text
    maker.packet([](pbf_writer &p) { // an event and interned names
      p.add_uint64(pk::kTimestamp, 500);
      p.add_bytes(pk::kInternedData, "");
      p.add_bytes(pk::kTrackEvent, "\x48\x02");
    });
    std::string bytes = maker.bytes() + '\x0a'; // and one that is cut off
    PacketStream stream(std::as_bytes(std::span(bytes)));
    std::vector<PlainEvent> events;
    QVERIFY(decodePackets(stream, events));
    QCOMPARE(events.size(), size_t{3});
    QVERIFY(events[0].isPlain() && !events[1].isPlain() && !events[2].isPlain());
    QCOMPARE(events[0].timestamp, uint64_t{300});
    QCOMPARE(events[0].trackUuid, uint64_t{5});
    QCOMPARE(events[0].nameIid, uint32_t{700});
    QVERIFY(!decodePackets(stream, events));
    QVERIFY(stream.isDamaged());
    QCOMPARE(stream.offset(), bytes.size() - 1);
  }
};

QTEST_GUILESS_MAIN(PlainEventsTest)
#include "plain_events_test.moc"
