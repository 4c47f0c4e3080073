// SPDX-License-Identifier: Apache-2.0
#include "tests/core/formats/rocprof_file.h"

#include <map>

#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio::test {
namespace {

using namespace perfetto;
using protozero::pbf_writer;

constexpr uint32_t kSequence = 2;
constexpr uint32_t kIncrementalClock = 64;
constexpr uint32_t kAbsoluteClock = 65;
constexpr uint64_t kComputeTrack = 0x51f2'9a3c'0b7d'4e61;
constexpr uint64_t kThreadTrack = 4711;

/// A sequence of packets with the state that Perfetto's library keeps.
class Sequence {
public:
  explicit Sequence(uint64_t startNs) : m_lastNs(startNs) {
    packet([&](pbf_writer &p) {
      p.add_uint32(packet::kSequenceFlags, kIncrementalStateClearedFlag);
      pbf_writer snapshot(p, packet::kClockSnapshot);
      addClock(snapshot, kClockBootTime, startNs, false);
      addClock(snapshot, kIncrementalClock, startNs, true);
      addClock(snapshot, kAbsoluteClock, startNs, false);
      snapshot.add_uint32(clock_snapshot::kPrimaryTraceClock, kClockBootTime);
    });
    packet([&](pbf_writer &p) {
      pbf_writer defaults(p, packet::kDefaults);
      defaults.add_uint32(packet_defaults::kTimestampClockId, kIncrementalClock);
      pbf_writer events(defaults, packet_defaults::kTrackEventDefaults);
      events.add_uint64(track_event::kTrackUuid, kThreadTrack);
    });
  }

  void track(uint64_t uuid, const std::string &name) {
    packet([&](pbf_writer &p) {
      pbf_writer descriptor(p, packet::kTrackDescriptor);
      descriptor.add_uint64(track_descriptor::kUuid, uuid);
      descriptor.add_string(track_descriptor::kName, name);
    });
  }

  using Numbers = std::vector<std::pair<std::string, uint64_t>>;
  void begin(uint64_t timeNs, uint64_t track, const std::string &category, const std::string &name,
             uint64_t flow, const Numbers &numbers) {
    packet([&](pbf_writer &p) {
      stamp(p, timeNs);
      std::string data;
      const uint64_t categoryId = intern(data, interned_data::kEventCategories, category);
      const uint64_t nameId = intern(data, interned_data::kEventNames, name);
      std::vector<std::pair<uint64_t, uint64_t>> annotations;
      for (const auto &[key, value] : numbers)
        annotations.emplace_back(intern(data, interned_data::kDebugAnnotationNames, key), value);
      if (!data.empty())
        p.add_message(packet::kInternedData, data);
      pbf_writer event(p, packet::kTrackEvent);
      event.add_uint32(track_event::kType, static_cast<uint32_t>(EventType::SliceBegin));
      event.add_uint64(track_event::kTrackUuid, track);
      event.add_uint64(track_event::kCategoryIids, categoryId);
      event.add_uint64(track_event::kNameIid, nameId);
      event.add_fixed64(track_event::kFlowIds, flow);
      for (const auto &[key, value] : annotations) {
        pbf_writer annotation(event, track_event::kDebugAnnotations);
        annotation.add_uint64(debug_annotation::kNameIid, key);
        annotation.add_uint64(debug_annotation::kUintValue, value);
      }
    });
  }

  void end(uint64_t timeNs, uint64_t track) {
    packet([&](pbf_writer &p) {
      stamp(p, timeNs);
      pbf_writer event(p, packet::kTrackEvent);
      event.add_uint32(track_event::kType, static_cast<uint32_t>(EventType::SliceEnd));
      event.add_uint64(track_event::kTrackUuid, track);
    });
  }

  std::string take() { return std::move(m_bytes); }

private:
  template <class Fill> void packet(Fill fill) {
    std::string text;
    {
      pbf_writer writer(text);
      writer.add_uint32(packet::kSequenceId, kSequence);
      fill(writer);
    }
    pbf_writer(m_bytes).add_message(trace::kPacket, text);
  }

  static void addClock(pbf_writer &snapshot, uint32_t id, uint64_t ns, bool isIncremental) {
    pbf_writer clock(snapshot, clock_snapshot::kClocks);
    clock.add_uint32(clock::kId, id);
    clock.add_uint64(clock::kTimestamp, ns);
    if (isIncremental)
      clock.add_bool(clock::kIsIncremental, true);
  }

  /// As a step on the incremental clock; what lies before needs the absolute one.
  void stamp(pbf_writer &p, uint64_t timeNs) {
    p.add_uint32(packet::kSequenceFlags, kNeedsIncrementalStateFlag);
    if (timeNs >= m_lastNs) {
      p.add_uint64(packet::kTimestamp, timeNs - m_lastNs);
      m_lastNs = timeNs;
    } else {
      p.add_uint64(packet::kTimestamp, timeNs);
      p.add_uint32(packet::kTimestampClockId, kAbsoluteClock);
    }
  }

  uint64_t intern(std::string &data, Field table, const std::string &text) {
    const auto [known, isNew] = m_interned[table].try_emplace(text, m_interned[table].size() + 1);
    if (isNew) {
      pbf_writer tables(data);
      pbf_writer entry(tables, table);
      entry.add_uint64(interned_data::kEntryIid, known->second);
      entry.add_string(interned_data::kEntryText, text);
    }
    return known->second;
  }

  std::string m_bytes;
  uint64_t m_lastNs;
  std::map<Field, std::map<std::string, uint64_t>> m_interned;
};

} // namespace

std::string rocprofFile(const std::vector<RocprofDispatch> &dispatches) {
  const uint64_t start = dispatches.empty() ? 1 : dispatches.front().beginNs - 1'000'000;
  Sequence sequence(start);
  sequence.track(kThreadTrack, "THREAD 1 (4711)");
  sequence.track(kComputeTrack, "COMPUTE AGENT [4] STREAM [1] (GPU)");
  for (const RocprofDispatch &d : dispatches) {
    sequence.begin(d.beginNs - 20'000, kThreadTrack, "hip_api", "hipModuleLaunchKernel",
                   d.correlation,
                   {{"begin_ns", d.beginNs - 20'000}, {"tid", 4711}, {"corr_id", d.correlation}});
    sequence.end(d.beginNs - 15'000, kThreadTrack);
  }
  for (const RocprofDispatch &d : dispatches) {
    sequence.begin(d.beginNs, kComputeTrack, "kernel_dispatch", d.kernel, d.correlation,
                   {{"begin_ns", d.beginNs},
                    {"end_ns", d.endNs},
                    {"delta_ns", d.endNs - d.beginNs},
                    {"kind", 11},
                    {"corr_id", d.correlation},
                    {"queue", 1},
                    {"tid", 4711},
                    {"kernel_id", 16},
                    {"private_segment_size", 0},
                    {"group_segment_size", 512},
                    {"workgroup_size", d.group},
                    {"grid_size", d.threads}});
    sequence.end(d.endNs, kComputeTrack);
  }
  return sequence.take();
}

} // namespace pstudio::test
