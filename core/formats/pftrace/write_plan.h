// SPDX-License-Identifier: Apache-2.0
// Cuts a trace into pieces that can be encoded independently, and computes the data that they
// share.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "core/formats/pftrace/access_steps.h"
#include "core/formats/pftrace/intern_tables.h"
#include "core/formats/pftrace/strand_plan.h"
#include "core/formats/pftrace/track_plan.h"
#include "core/trace/trace.h"

namespace pstudio {

/// The part of a track that one Perfetto track carries.
enum class TrackPart : uint8_t {
  Main,    ///< the track itself
  Row,     ///< one more row of its slices, merged with it on the screen
  Counter, ///< samples of a track that is not itself a counter
  Events,  ///< slices or instants of a counter, which Perfetto does not allow on the counter itself
};

/// The File packet and the descriptors of all tracks.
struct FileStep {};
/// The descriptor of one more Perfetto track of a track.
struct PartStep {
  TrackId track;
  TrackPart part = TrackPart::Row;
  uint64_t uuid = 0;
};
/// Some begins and ends of a nested track, from a point of its walk on.
struct NestedStepsStep {
  TrackId track;
  uint64_t uuid = 0;
  NestedWalk from;
  size_t steps = 0;
};
/// Some begins and ends of a track that is cut into strands.
struct StrandStepsStep {
  TrackId track;
  size_t first = 0; ///< of the plan's steps
  size_t steps = 0;
};
/// Some slices of one row of lanes.
struct RowStep {
  TrackId track;
  uint64_t uuid = 0;
  SliceId first;
  uint32_t count = 0;
};
/// Some instants or samples of a track.
struct InstantStep {
  uint64_t uuid = 0;
  uint32_t first = 0;
  uint32_t count = 0;
};
struct SampleStep {
  uint64_t uuid = 0;
  uint32_t first = 0;
  uint32_t count = 0;
};
/// The source files with one text.
struct SourceStep {
  std::vector<uint32_t> files; ///< of Trace::sources(), not empty
};
/// Some packets that were not read, as they were in their file.
struct ForeignStep {
  size_t offset = 0; ///< into ForeignPackets::bytes
  size_t size = 0;   ///< [bytes], of whole packets
  bool isFirst = false;
};
using WriteStep = std::variant<FileStep, SourceStep, ForeignStep, PartStep, NestedStepsStep,
                               StrandStepsStep, RowStep, InstantStep, SampleStep, AccessStep>;

/// Properties of a track, computed before it is written.
struct TrackFacts {
  uint32_t rank = 0;     ///< among its siblings
  bool isSystem = false; ///< Perfetto treats it as a process or thread of the system
  TrackShape shape = TrackShape::Nested;
  /// Every slice's times are exactly those that its clock line gives for its cycles.
  bool areTimesFromCycles = false;
  std::unique_ptr<const StrandPlan> strands; ///< of shape Strands; null otherwise
  std::vector<uint64_t> strandUuids;         ///< likewise
};

/// The ends of all arrows of a trace, by event. [thread: any]
class FlowEnds {
public:
  /// O(events + flows), or O(1) without flows.
  explicit FlowEnds(const Trace &trace);

  struct End {
    uint32_t flow; ///< index into Trace::flows()
    bool isSource; ///< the arrow starts here
  };
  /// Ends at the slice or instant with this index, in the order of the flows.
  std::span<const End> at(EventRef::Kind kind, uint32_t index) const;

private:
  struct Table {
    std::vector<uint32_t>
        offsets; // by event, one more than there are events; empty if no event has an end
    std::vector<End> ends;
  };
  static Table makeTable(const Trace &trace, EventRef::Kind kind, size_t eventCount);
  Table m_slices, m_instants;
};

/// The plan of one file. The same trace gives the same plan. [thread: any, once made]
class WritePlan {
public:
  /// `trace` must outlive the plan. `threads` as in parallelFor. \param hasSources  whether the
  /// file holds the trace's source files. O(size of the trace).
  WritePlan(const Trace &trace, unsigned threads, bool hasSources);

  const Trace &trace() const { return m_trace; }
  bool hasSources() const { return m_hasSources; }
  const InternTables &interns() const { return m_interns; }
  const FlowEnds &flowEnds() const { return m_flowEnds; }
  const TrackFacts &factsOf(TrackId track) const { return m_facts[track.value]; }
  /// The file is the pieces in this order, each the packets of its steps in their order.
  const std::vector<std::vector<WriteStep>> &pieces() const { return m_pieces; }

  /// The uuid of a track's main part.
  static uint64_t uuidOf(TrackId track) { return track.value + uint64_t{1}; }

private:
  void findRanks();
  void findSystemTracks();
  void addTrack(TrackId track);
  void addNested(TrackId track, uint64_t uuid);
  void addStrands(TrackId track, uint64_t uuid);
  void addFlat(TrackId track);
  void addAccesses(LaunchId launch);
  void addSources();
  void addForeignPackets();
  uint64_t addPart(TrackId track, TrackPart part);
  /// Cuts `count` events from `first` on into steps; add(first, count) adds one.
  template <class Add> void addRuns(uint32_t first, uint32_t count, const Add &add);
  void add(WriteStep step, size_t events);
  void endPiece();

  const Trace &m_trace;
  bool m_hasSources;
  InternTables m_interns;
  FlowEnds m_flowEnds;
  std::vector<TrackFacts> m_facts; // by TrackId
  std::vector<std::vector<WriteStep>> m_pieces;
  std::vector<WriteStep> m_piece; // being filled
  size_t m_pieceEvents = 0;
  uint64_t m_nextUuid;
};

} // namespace pstudio
