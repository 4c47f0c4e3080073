// SPDX-License-Identifier: Apache-2.0
// The only way to make a Trace: events in any order go in, ordered columns come out.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/trace/notes.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Names an event while a trace is being built (its order of addition); ids of the finished Trace
/// differ.
struct BuilderSlice {
  uint32_t value = 0xffffffffu;
  constexpr bool isValid() const { return value != 0xffffffffu; }
};
struct BuilderInstant {
  uint32_t value = 0xffffffffu;
};

/// A slice to add.
struct SliceInput {
  TrackId track;
  StringId name;
  StringId category; ///< none if there is none
  Picoseconds begin;
  Picoseconds duration; ///< >= 0
  int64_t beginCycles = Trace::kNoCycles;
  int64_t cycleDuration = 0; ///< read only if beginCycles is given
  BuilderSlice
      parent; ///< known parent (nests even at zero length); without one it is found by containment
  /// The slice has no parent: none is searched by containment.
  bool isRoot = false;
  ArgSetId args;
  uint8_t flags = 0; ///< SliceFlag bits
};

/// Collects events and finishes into a Trace. On tracks of kind Async every slice without a known
/// parent goes to the first free lanes, with the slices below it; on other tracks slices go to the
/// row below their parent, or, if they cross a neighbour, to the first free row (flagged
/// kSliceCrossing). Up to 2^32 - 2 slices. [not thread-safe]
class TraceBuilder {
public:
  TraceBuilder();
  ~TraceBuilder();
  TraceBuilder(TraceBuilder &&) noexcept;

  TraceInfo &info();
  StringId intern(std::string_view text);
  std::string_view text(StringId id) const;

  /// Adds a track; row and event ranges of `track` are ignored. `rank` orders siblings, ties by
  /// addition.
  TrackId addTrack(const Track &track, int64_t rank = 0);
  /// The same for a track without clock and launch.
  TrackId addTrack(TrackKind kind, std::string_view name, TrackId parent, int64_t number,
                   int64_t rank);
  void setTrackRank(TrackId id, int64_t rank);
  /// The track as added, to complete it before finish() (name, number, clock, args; not the
  /// parent).
  Track &trackAt(TrackId id);
  size_t trackCount() const;

  /// From now on the tracks of slices, instants and samples are places: numbers that
  /// settlePlaces() replaces. Before any event is added.
  void allowPlaces();
  /// Gives each event the track of its place and moves it by `shift`. Every place in use has a
  /// track, and all times stay in range. O(events).
  void settlePlaces(std::span<const TrackId> tracks, Picoseconds shift);

  ClockId addClock(const ClockLine &line);
  LaunchId addLaunch(const Launch &launch);
  Launch &launchAt(LaunchId id);
  size_t launchCount() const;
  /// From the first begin to the last end of the slices on each launch's tracks; empty at 0 where
  /// there is none. O(slices).
  std::vector<TimeRange> launchRanges() const;
  /// Stores the arguments once; share the id among slices with equal arguments. none for an empty
  /// span.
  ArgSetId addArgs(std::span<const Arg> args);
  /// A set that was added; empty for none. Valid until the next one is added.
  std::span<const Arg> argsOfSet(ArgSetId id) const;
  /// A copy of a set that was added; empty for none.
  std::vector<Arg> argsIn(ArgSetId id) const;

  /// Makes room for slices that follow, so that columns do not move while they grow. A hint.
  void reserveSlices(size_t count);
  /// The same for arguments, which all sets have together.
  void reserveArgs(size_t args, size_t sets);
  /// The same for arrows.
  void reserveFlows(size_t count);
  BuilderSlice addSlice(const SliceInput &slice);
  size_t sliceCount() const;
  /// Sets a slice's end once it is known: for readers of begin/end pairs.
  void setDuration(BuilderSlice slice, Picoseconds duration, int64_t cycleDuration = 0);
  void setFlags(BuilderSlice slice, uint8_t flags);
  void setArgs(BuilderSlice slice, ArgSetId args);
  /// Replaces SliceInput::parent and, where that is none, isRoot.
  void setParent(BuilderSlice slice, BuilderSlice parent, bool isRoot);
  void setCycles(BuilderSlice slice, int64_t beginCycles, int64_t cycleDuration);
  Picoseconds beginOf(BuilderSlice slice) const;
  ArgSetId argsOf(BuilderSlice slice) const;

  BuilderInstant addInstant(const Instant &instant);
  void addSample(TrackId track, Sample sample);
  void addFlow(uint64_t id, BuilderSlice from, BuilderSlice to);
  void addFlow(uint64_t id, EventRef::Kind fromKind, uint32_t from, EventRef::Kind toKind,
               uint32_t to);

  /// A source file; of those with one path the first stays. `path` is not empty.
  void addSource(std::string_view path, std::shared_ptr<const std::string> text);

  /// Packets of the file that were not read. Of several calls the last one counts.
  void setForeignPackets(ForeignPackets packets);
  bool hasForeignPackets() const;

  /// Adds to the note with this code and message, or makes it. A count of 0 adds nothing, so that
  /// callers pass counters unchecked.
  void addNote(const Note &note);
  void addNote(NoteCode code, uint64_t count = 1) { addNote(makeNote(code, {}, count)); }
  /// `values` as makeNote.
  void addNote(NoteCode code, std::initializer_list<std::string_view> values, uint64_t count = 1) {
    addNote(makeNote(code, values, count));
  }

  /// Sorts, lays out rows and finds parents. O(n log n) in the slices of a track; the builder is
  /// empty after.
  Trace finish() &&;

private:
  struct Pending;
  std::unique_ptr<Pending> m_pending;
};

} // namespace pstudio
