// SPDX-License-Identifier: Apache-2.0
// Packets of GPUs: render stages, counters, logs, memory, Vulkan's submissions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/formats/pftrace/track_event_importer.h"

namespace pstudio {

/// Imports the packets of GPUs of one trace. Their events are ordered with all others. [not
/// thread-safe]
class GpuImporter {
public:
  GpuImporter(TraceBuilder &builder, TrackTable &tracks, ArgSetCache &argSets,
              TrackEventImporter &events, ForeignEvents &foreign, ReadCounts &counts)
      : m_builder(builder), m_tracks(tracks), m_argSets(argSets), m_events(events),
        m_foreign(foreign), m_counts(counts) {}

  /// Takes over a payload of a packet, by its field. False if it is none that this reads. Throws
  /// protozero::exception.
  bool add(uint32_t field, protozero::data_view payload, const PacketHeader &packet,
           SequenceState &state);
  /// Ends the counters. Call before the events are applied.
  void finish();

private:
  /// A counter of a GPU.
  struct Counter {
    TrackSlot slot = UINT32_MAX;
    bool isForward = false;          ///< its values hold from their time on
    std::optional<int64_t> lastTime; ///< [ns] of the value before
  };
  using CounterKey = std::pair<int64_t, uint64_t>; ///< GPU, counter id
  struct RenderStage;

  void addRenderStage(protozero::data_view payload, int64_t time, const SequenceState &state);
  RenderStage readRenderStage(protozero::data_view payload, const SequenceState &state);
  void readSpecifications(protozero::data_view data);
  void readLaunch(protozero::data_view data, const SequenceState &state);
  void readExtraData(protozero::data_view data);
  void readComputeArg(protozero::data_view data, const SequenceState &state);
  void addArg(const char *key, uint64_t value);
  TrackSlot queueOf(const RenderStage &stage, const SequenceState &state);
  StringId nameOf(const RenderStage &stage, const SequenceState &state);
  void addCounters(protozero::data_view payload, int64_t time);
  void readCounterSpecs(protozero::data_view descriptor, int64_t gpu);
  void addCounterValue(protozero::data_view data, int64_t gpu, int64_t time);
  void addSample(TrackSlot slot, int64_t time, double value);
  void addLog(protozero::data_view payload, int64_t time);
  void addMemory(protozero::data_view payload, int64_t time);
  bool addVulkan(protozero::data_view payload, int64_t time);
  TrackSlot gpuSlot(int64_t gpu);
  TrackSlot namedSlot(TrackSlot parent, TrackKind kind, const std::string &name,
                      const std::string &key);

  TraceBuilder &m_builder;
  TrackTable &m_tracks;
  ArgSetCache &m_argSets;
  TrackEventImporter &m_events;
  ForeignEvents &m_foreign;
  ReadCounts &m_counts;
  std::vector<Arg> m_args; ///< of the event that is read
  std::vector<StringId> m_oldQueues, m_oldStages;
  std::map<CounterKey, Counter> m_counters;
};

} // namespace pstudio
