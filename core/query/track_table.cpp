// SPDX-License-Identifier: Apache-2.0
// The tables `tracks`, `launches` and `notes`: few rows each.
#include "core/query/track_table.h"

#include <algorithm>

#include "core/access/launch_accesses.h"
#include "core/trace/record_counts.h"
#include "core/trace/slices_range.h"
#include "core/trace/trace_text.h"

namespace pstudio::query {
namespace {

enum TrackColumn : int {
  kTrackId,
  kTrackName,
  kTrackKind,
  kTrackParent,
  kTrackNumber,
  kTrackUnit,
  kTrackLaunch,
  kTrackSm,
  kTrackCta,
  kTrackWarp,
  kTrackSlices,
  kTrackArgs,
};

constexpr ColumnFacts kTrackColumns[] = {
    {"id", "INTEGER", "number of the track"},
    {"name", "TEXT", "such as warp 0"},
    {"kind", "TEXT", "group, process, thread, kernel, launch, sm, cta, warp, async or counter"},
    {"parent_id", "INTEGER", "track that contains it, tracks.id"},
    {"number", "INTEGER", "number of the SM, CTA, warp, process or thread"},
    {"unit", "TEXT", "unit of a counter"},
    kPlaceFacts[1],
    kPlaceFacts[2],
    kPlaceFacts[3],
    kPlaceFacts[4],
    {"slice_count", "INTEGER", "slices on the track, without those of its children"},
    {"arg_set_id", "INTEGER", "its arguments, args.arg_set_id"},
};
constexpr TableFacts kTrackFacts = {"tracks", "a line of the timeline with a name", kTrackColumns};

enum LaunchColumn : int {
  kLaunchId,
  kLaunchKernel,
  kLaunchTarget,
  kLaunchTs,
  kLaunchDur,
  kLaunchGridX,
  kLaunchGridY,
  kLaunchGridZ,
  kLaunchBlockX,
  kLaunchBlockY,
  kLaunchBlockZ,
  kLaunchShared,
  kLaunchTimeBase,
  kLaunchWritten,
  kLaunchDropped,
  kLaunchUnmatched,
  kLaunchCost,
  kLaunchIsCorrected,
  kLaunchAccesses,
  kLaunchArgs,
};

constexpr ColumnFacts kLaunchColumns[] = {
    {"id", "INTEGER", "number of the launch"},
    {"kernel", "TEXT", "name of the kernel"},
    {"target", "TEXT", "device"},
    {"ts", "REAL", "begin of its first slice [ns]"},
    {"dur", "REAL", "to the end of its last slice [ns]"},
    {"grid_x", "INTEGER", "CTAs in x"},
    {"grid_y", "INTEGER", "CTAs in y"},
    {"grid_z", "INTEGER", "CTAs in z"},
    {"block_x", "INTEGER", "threads of a CTA in x"},
    {"block_y", "INTEGER", "threads of a CTA in y"},
    {"block_z", "INTEGER", "threads of a CTA in z"},
    {"dynamic_shared_bytes", "INTEGER", "dynamic shared memory of a CTA [bytes]"},
    {"time_base", "TEXT", "measured, model or assumed"},
    {"records_written", "INTEGER", "records of the kernel, kept or not"},
    {"records_dropped", "INTEGER", "records that were not kept"},
    {"records_unmatched", "INTEGER", "records without their begin or end"},
    {"record_cycles", "REAL", "cost of a record [cycles]"},
    {"is_cost_subtracted", "INTEGER", "1: times without the cost of recording"},
    {"access_count", "INTEGER", "recorded memory accesses; NULL where none were to be recorded"},
    {"arg_set_id", "INTEGER", "its arguments, args.arg_set_id"},
};
constexpr TableFacts kLaunchFacts = {"launches", "a launch of an instrumented kernel",
                                     kLaunchColumns};

constexpr ColumnFacts kNoteColumns[] = {
    {"severity", "TEXT", "info, data loss or error"},
    {"code", "TEXT", "stable and short"},
    {"message", "TEXT", "sentence"},
    {"count", "INTEGER", "how often it happened"},
};
constexpr TableFacts kNoteFacts = {"notes", "a remark of the reader of the file", kNoteColumns};

Cell extentCell(const std::array<uint32_t, 3> &extents, int axis) {
  const int64_t extent = extents[static_cast<size_t>(axis)];
  return extent == 0 ? Cell() : Cell(extent); // 0: unknown
}

std::vector<TimeRange> launchTimes(const Trace &trace) {
  std::vector<TimeRange> times(trace.launches().size(),
                               {Picoseconds(INT64_MAX), Picoseconds(INT64_MIN)});
  for (const Row &row : trace.rows()) {
    const LaunchId launch = trace.track(row.track).launch;
    if (const auto own = slicesRange(trace, row); own && launch.isValid())
      times[launch.value] = hullOf(times[launch.value], *own);
  }
  return times;
}

} // namespace

const TableFacts &TrackTable::tableFacts() {
  return kTrackFacts;
}

int64_t TrackTable::sliceCountOf(const Track &track) const {
  int64_t count = 0;
  for (uint32_t i = 0; i < track.rowCount; ++i)
    count += m_trace.row(RowId(track.firstRow.value + i)).sliceCount;
  return count;
}

Cell TrackTable::cell(uint64_t row, int column, ReadHint &) {
  const TrackId id(static_cast<uint32_t>(row));
  const Track &track = m_trace.track(id);
  switch (column) {
  case kTrackId:
    return static_cast<int64_t>(row);
  case kTrackName:
    return m_trace.string(track.name);
  case kTrackKind:
    return trackKindName(track.kind);
  case kTrackParent:
    return idOrNull(track.parent);
  case kTrackNumber:
    return numberOrNull(track.number);
  case kTrackUnit:
    return textOrNull(m_trace.string(track.unit));
  case kTrackSlices:
    return sliceCountOf(track);
  case kTrackArgs:
    return idOrNull(track.args);
  default:
    return placeCell(
        m_places, id,
        static_cast<PlaceColumn>(column - kTrackLaunch + static_cast<int>(PlaceColumn::Launch)));
  }
}

bool TrackTable::isIndexed(const Condition &condition) const {
  return condition.column == kTrackId;
}

ScanEstimate TrackTable::estimate(std::span<const Condition> conditions) const {
  const double tracks = static_cast<double>(m_trace.tracks().size()) + 1;
  const double part = hasEqual(conditions, kTrackId) ? 1 / tracks : conditions.empty() ? 1 : 0.25;
  return {tracks * part, tracks * part};
}

RowSelection TrackTable::select(std::span<const Bound> bounds) {
  return {.ranges = {rowRange(bounds, kTrackId, rowCount())}};
}

const TableFacts &LaunchTable::tableFacts() {
  return kLaunchFacts;
}

Cell LaunchTable::recordCell(const Launch &launch, int column) const {
  const auto counts = recordCounts(launch);
  if (!counts)
    return {};
  const uint64_t count = column == kLaunchWritten   ? counts->written
                         : column == kLaunchDropped ? counts->dropped
                                                    : counts->unmatched;
  return static_cast<int64_t>(count);
}

Cell LaunchTable::timeCell(uint64_t row, int column) {
  if (m_times.empty())
    m_times = launchTimes(m_trace);
  const TimeRange &time = m_times[row];
  if (time.begin > time.end)
    return {};
  return nanoseconds(column == kLaunchTs ? time.begin.value : time.length().value);
}

Cell LaunchTable::cell(uint64_t row, int column, ReadHint &) {
  const Launch &launch = m_trace.launches()[row];
  switch (column) {
  case kLaunchId:
    return static_cast<int64_t>(row);
  case kLaunchKernel:
    return m_trace.string(launch.kernel);
  case kLaunchTarget:
    return textOrNull(m_trace.string(launch.target));
  case kLaunchTs:
  case kLaunchDur:
    return timeCell(row, column);
  case kLaunchGridX:
  case kLaunchGridY:
  case kLaunchGridZ:
    return extentCell(launch.grid, column - kLaunchGridX);
  case kLaunchBlockX:
  case kLaunchBlockY:
  case kLaunchBlockZ:
    return extentCell(launch.block, column - kLaunchBlockX);
  case kLaunchShared:
    return static_cast<int64_t>(launch.dynamicSharedBytes);
  case kLaunchTimeBase:
    return timeBaseName(launch.timeBase);
  case kLaunchCost:
    return launch.recordingCost ? Cell(launch.recordingCost->record) : Cell();
  case kLaunchIsCorrected:
    return int64_t{launch.isCostSubtracted};
  case kLaunchAccesses:
    return launch.accesses ? Cell(static_cast<int64_t>(launch.accesses->table.size())) : Cell();
  case kLaunchArgs:
    return idOrNull(launch.args);
  default:
    return recordCell(launch, column);
  }
}

const TableFacts &NoteTable::tableFacts() {
  return kNoteFacts;
}

Cell NoteTable::cell(uint64_t row, int column, ReadHint &) {
  const Note &note = m_trace.notes()[row];
  switch (column) {
  case 0:
    return std::string_view(note.severity == Note::Severity::Info       ? "info"
                            : note.severity == Note::Severity::DataLoss ? "data loss"
                                                                        : "error");
  case 1:
    return std::string_view(note.code);
  case 2:
    return std::string_view(note.message);
  default:
    return static_cast<int64_t>(note.count);
  }
}

} // namespace pstudio::query
