// SPDX-License-Identifier: Apache-2.0
// The one in-memory form of a recorded run: immutable, columnar, the same from a run and from a
// file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/trace/name_uses.h"
#include "core/trace/packed_columns.h"
#include "core/trace/row_blocks.h"
#include "core/trace/row_names.h"
#include "core/trace/string_pool.h"
#include "core/trace/trace_parts.h"

namespace pstudio {

class TraceBuilder;

/// An immutable recorded run. Made by TraceBuilder; handed to views as std::shared_ptr<const
/// Trace>. All spans stay valid as long as the Trace. [thread: any]
class Trace {
public:
  Trace(Trace &&) noexcept;
  Trace &operator=(Trace &&) noexcept;
  ~Trace();

  const TraceInfo &info() const;
  /// From the first begin, sample or memory access to the last end, sample or memory access; empty
  /// range at 0 if there is nothing.
  TimeRange timeRange() const;

  std::string_view string(StringId id) const; ///< "" for none

  std::span<const Track> tracks() const; ///< parents before children
  const Track &track(TrackId id) const;
  /// Children of a track in display order (sibling rank, then order of creation). none = roots.
  std::span<const TrackId> children(TrackId parent) const;
  std::span<const Row> rows() const;
  const Row &row(RowId id) const;
  std::span<const ClockLine> clocks() const;
  const ClockLine *clock(ClockId id) const; ///< null for none
  std::span<const Launch> launches() const;
  std::span<const Note> notes() const;
  std::span<const SourceFile> sources() const;  ///< by rising path, each once
  const ForeignPackets *foreignPackets() const; ///< null if there are none

  size_t sliceCount() const;
  // Slice columns, ordered by (track, row, begin); index with SliceId::value.
  std::span<const int64_t> sliceBegins() const; ///< [ps]
  Lengths sliceDurations() const;               ///< [ps], >= 0
  std::span<const StringId> sliceNames() const;
  Categories sliceCategories() const; ///< empty if no slice has one
  std::span<const SliceId> sliceParents() const;
  std::span<const ArgSetId> sliceArgSets() const;
  std::span<const uint8_t> sliceFlags() const;
  /// Raw cycles, or empty spans if no slice of the trace has any. kNoCycles where a slice has none.
  std::span<const int64_t> sliceBeginCycles() const;
  Lengths sliceCycleDurations() const;
  static constexpr int64_t kNoCycles = INT64_MIN;

  // Summaries, made with the trace.
  const RowBlocks &rowBlocks() const;
  std::span<const NameUse> nameUses() const; ///< by StringId, ascending
  const RowNames &rowNames() const;

  Slice slice(SliceId id) const; ///< O(log rows)
  RowId rowOf(SliceId id) const; ///< O(log rows)
  TimeRange sliceTime(SliceId id) const;
  SliceId parentOf(SliceId id) const;

  /// First slice of the row that ends after `time`; SliceId none if there is none. O(log slices of
  /// the row).
  SliceId firstEndingAfter(RowId row, Picoseconds time) const;
  /// The same where all slices of the row before `from` end at or before `time`: O(log distance).
  /// `from` none: the row's first.
  SliceId firstEndingAfter(RowId row, Picoseconds time, SliceId from) const;
  /// First slice of the row that begins at or after `time`; none if there is none. O(log slices of
  /// the row).
  SliceId firstBeginningAtOrAfter(RowId row, Picoseconds time) const;

  std::span<const Instant> instants() const; ///< ordered by (track, time)
  std::span<const Sample> samples() const;   ///< ordered by (track, time)
  std::span<const Flow> flows() const;
  std::span<const Arg> args(ArgSetId id) const; ///< empty for none
  size_t argSetCount() const;

  /// Heap bytes held by the columns, tables and summaries.
  Bytes memoryUse() const;

  struct Data; ///< the columns; complete inside core/trace only

private:
  friend class TraceBuilder;
  friend Trace correctRecordingCost(const Trace &trace);
  friend Trace withNote(Trace trace, Note note);
  friend Trace withSources(Trace trace, std::vector<SourceFile> files);
  explicit Trace(std::unique_ptr<Data> data);
  std::unique_ptr<Data> m_data;
};

/// The same trace with one more note, last. O(1).
Trace withNote(Trace trace, Note note);
/// The same trace with further source files. Of files with one path the first stays, and those that
/// the trace has come first. O(files log files).
Trace withSources(Trace trace, std::vector<SourceFile> files);

} // namespace pstudio
