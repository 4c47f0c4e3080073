// SPDX-License-Identifier: Apache-2.0
// From the uuids of a Perfetto trace to tracks: descriptors may come in any order, after the events
// too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <protozero/data_view.hpp>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// Index into a TrackTable.
using TrackSlot = uint32_t;

/// The properties of one Perfetto track.
struct TrackEntry {
  uint64_t parentUuid = 0; ///< 0: none
  uint32_t file = 0;       ///< see SequenceState::file
  TrackKind kind = TrackKind::Group;
  StringId name;
  int64_t number = -1;
  int64_t pid = -1; ///< of a thread
  StringId unit;
  int64_t unitMultiplier = 1;
  bool isIncremental = false; ///< a counter whose values are differences
  int64_t rank = 0;
  StringId labels;                ///< of a process: "GPU 0, rank 3"
  bool hasChildrenByName = false; ///< its children are ordered by their names
  TrackId id;                     ///< none until made
  TrackId parent;                 ///< of `id`
  bool isBeingMade = false;
};

/// All tracks of the trace being read. [not thread-safe]
class TrackTable {
public:
  explicit TrackTable(TraceBuilder &builder) : m_builder(builder) {}

  /// The slot of a uuid, made if new. `file` separates the uuids of concatenated files of ours.
  TrackSlot slotOf(uint64_t uuid, uint32_t file);
  /// The slot of a thread or a process of the system, made if new.
  TrackSlot threadSlot(int64_t pid, int64_t tid);
  TrackSlot processSlot(int64_t pid);
  /// A slot that no uuid names, below `parent`, found again by its key.
  TrackSlot namedSlot(TrackSlot parent, TrackKind kind, StringId name, const std::string &key);

  TrackEntry &at(TrackSlot slot) { return m_entries[slot]; }
  size_t size() const { return m_entries.size(); }

  /// Takes over a TrackDescriptor message. Returns its slot. Throws protozero::exception.
  TrackSlot describe(protozero::data_view descriptor, uint32_t file);
  /// Takes over a ProcessDescriptor or ThreadDescriptor message. Throws protozero::exception.
  TrackSlot describeProcess(protozero::data_view descriptor);
  TrackSlot describeThread(protozero::data_view descriptor);

  /// Adds the track and its ancestors to the builder, if that has not been done. O(depth). Tracks
  /// deeper than kDeepestTrack become roots.
  TrackId make(TrackSlot slot);
  static constexpr int kDeepestTrack = 256;

  /// Orders the children of tracks that want them by name. After the last make(). O(tracks log
  /// tracks).
  void orderChildren();

private:
  struct Identity {
    int64_t pid = -1, tid = -1;
    StringId name;
    std::string labels;
    std::optional<int64_t> sortIndex;
  };
  void complete(TrackEntry &entry, const Identity &identity);
  Identity readProcess(protozero::data_view data);
  Identity readThread(protozero::data_view data);
  void readCounter(protozero::data_view data, TrackEntry &entry);
  TrackSlot add(TrackEntry entry);
  TrackId makeParent(const TrackEntry &entry);

  TraceBuilder &m_builder;
  std::vector<TrackEntry> m_entries;
  std::map<std::pair<uint32_t, uint64_t>, TrackSlot> m_byUuid;
  std::map<std::pair<int64_t, int64_t>, TrackSlot> m_threads; // by pid, tid
  std::map<int64_t, TrackSlot> m_processes;                   // by pid
  std::map<std::string, TrackSlot> m_named;
  std::map<TrackSlot, TrackSlot> m_parents; // of named slots
  uint64_t m_lastUuid = 0;                  // events come in runs of one track
  uint32_t m_lastFile = 0;
  TrackSlot m_lastSlot = UINT32_MAX;
  int m_makeDepth = 0;
};

} // namespace pstudio
