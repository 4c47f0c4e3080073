// SPDX-License-Identifier: Apache-2.0
// Planes and lines of an XSpace to tracks, events to slices, samples and arrows.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/read_progress.h"
#include "core/formats/import/event_applier.h"
#include "core/formats/xplane/stat_reader.h"

namespace pstudio::xplane {

/// The fields of a line beside its events.
struct LineHeader {
  int64_t id = 0; ///< display id, else id
  int64_t timestampNs = 0;
  std::string_view name; ///< display name, else name
  uint64_t eventBytes = 0;

  bool isCounters() const { return name == "_counters_"; }
  bool isAsync() const { return name.starts_with("Async "); }
};

/// Reads a line's header. Its message may be cut off.
LineHeader readLineHeader(protozero::data_view line);

/// Imports the planes of one file. [not thread-safe]
class XplaneImporter {
public:
  XplaneImporter(TraceBuilder &builder, XplaneCounts &counts)
      : m_builder(builder), m_counts(counts), m_argSets(builder), m_applier(builder, m_argSets) {}

  /// The absolute time of trace time 0. Set before the first plane.
  void setOrigin(Nanoseconds origin) { m_applier.setOrigin(origin); }
  /// Reports the position within `file` after each line of a plane; once `progress`, which may be
  /// null, is cancelled, events are passed over.
  void setProgress(protozero::data_view file, ReadProgress *progress) {
    m_file = file;
    m_progress = progress;
  }
  /// Takes over a plane, which may be cut off.
  void addPlane(protozero::data_view plane);
  /// Adds the arrows. Call last.
  void finish();

private:
  /// Arguments that all events of a kind share.
  struct ConstantArgs {
    std::vector<Arg> args;
    ArgSetId set; ///< of these alone
  };
  /// The plane that is being read.
  struct Plane {
    std::string_view name;
    TrackId track; ///< none until it has an event
    bool isDevice = false;
    protozero::data_view bytes;
    std::map<int64_t, TrackId> lines;
    std::unordered_map<int64_t, ConstantArgs> constantArgs; ///< by event metadata
  };
  /// An event, with its stats as views.
  struct Event {
    int64_t metadataId = 0, offsetPs = 0, durationPs = 0;
    bool isAggregated = false;
    std::vector<protozero::data_view> stats;
  };
  using Pair = std::pair<uint64_t, uint64_t>;

  bool isCancelled() const { return m_progress != nullptr && m_progress->isCancelled(); }
  void addLine(protozero::data_view line, const PlaneTables &tables, Plane &plane);
  void addEvent(protozero::data_view data, const LineHeader &line, const PlaneTables &tables,
                Plane &plane);
  void addSlice(const LineHeader &line, const PlaneTables &tables, Plane &plane);
  void addSamples(const LineHeader &line, const PlaneTables &tables, Plane &plane);
  TrackAction actionOf(const LineHeader &line, TrackAction::Kind kind) const;
  StringId nameOf(const EventMetadata *metadata);
  const ConstantArgs &constantArgsOf(const EventMetadata &metadata, const PlaneTables &tables,
                                     Plane &plane);
  ArgSetId argsOf(const EventMetadata *metadata, const PlaneTables &tables, Plane &plane);
  void readStats(std::span<const protozero::data_view> stats, const PlaneTables &tables);
  TrackId planeTrack(const PlaneTables &tables, Plane &plane);
  TrackId lineTrack(const LineHeader &line, const PlaneTables &tables, Plane &plane);
  void noteRelations(EventRef event, bool isDevice);

  TraceBuilder &m_builder;
  XplaneCounts &m_counts;
  protozero::data_view m_file;
  ReadProgress *m_progress = nullptr;
  ArgSetCache m_argSets;
  EventApplier m_applier;
  Event m_event;
  ReadStats m_stats;
  std::map<std::pair<TrackId, std::string>, TrackId> m_counterTracks;
  std::unordered_map<uint64_t, EventRef> m_calls; ///< on host planes, by correlation
  std::vector<std::pair<uint64_t, EventRef>> m_deviceEvents;
  std::map<Pair, EventRef> m_producers; ///< by type and id
  std::vector<std::pair<Pair, EventRef>> m_consumers;
  int64_t m_planeCount = 0;
};

} // namespace pstudio::xplane
