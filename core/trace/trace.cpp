// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace.h"

#include <algorithm>
#include <iterator>

#include "core/access/launch_accesses.h"
#include "core/base/check.h"
#include "core/trace/trace_data.h"
#include "core/trace/trace_finish.h"

namespace pstudio {

namespace {
Arg makeArg(StringId key, ArgType type) {
  Arg arg;
  arg.key = key;
  arg.type = type;
  return arg;
}
} // namespace

Arg Arg::ofInt(StringId key, int64_t v) {
  Arg arg = makeArg(key, ArgType::Int);
  arg.intValue = v;
  return arg;
}
Arg Arg::ofUint(StringId key, uint64_t v) {
  Arg arg = makeArg(key, ArgType::Uint);
  arg.uintValue = v;
  return arg;
}
Arg Arg::ofDouble(StringId key, double v) {
  Arg arg = makeArg(key, ArgType::Double);
  arg.doubleValue = v;
  return arg;
}
Arg Arg::ofBool(StringId key, bool v) {
  Arg arg = makeArg(key, ArgType::Bool);
  arg.uintValue = v ? 1 : 0;
  return arg;
}
Arg Arg::ofString(StringId key, StringId v) {
  Arg arg = makeArg(key, ArgType::String);
  arg.uintValue = 0; // the upper half too, so that equal arguments have equal bytes
  arg.stringValue = v;
  return arg;
}
Arg Arg::ofPointer(StringId key, uint64_t v) {
  Arg arg = makeArg(key, ArgType::Pointer);
  arg.uintValue = v;
  return arg;
}

Trace::Trace(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
Trace::Trace(Trace &&) noexcept = default;
Trace &Trace::operator=(Trace &&) noexcept = default;
Trace::~Trace() = default;

const TraceInfo &Trace::info() const {
  return m_data->info;
}
TimeRange Trace::timeRange() const {
  return m_data->range;
}
std::string_view Trace::string(StringId id) const {
  return m_data->strings.text(id);
}
std::span<const Track> Trace::tracks() const {
  return m_data->tracks;
}

const Track &Trace::track(TrackId id) const {
  PSTUDIO_CHECK(id.value < m_data->tracks.size());
  return m_data->tracks[id.value];
}

std::span<const TrackId> Trace::children(TrackId parent) const {
  const size_t slot = parent.isValid() ? parent.value + size_t{1} : 0;
  PSTUDIO_CHECK(slot + 1 < m_data->childOffsets.size());
  const uint32_t begin = m_data->childOffsets[slot], end = m_data->childOffsets[slot + 1];
  return std::span(m_data->childList).subspan(begin, end - begin);
}

std::span<const Row> Trace::rows() const {
  return m_data->rows;
}

const Row &Trace::row(RowId id) const {
  PSTUDIO_CHECK(id.value < m_data->rows.size());
  return m_data->rows[id.value];
}

std::span<const ClockLine> Trace::clocks() const {
  return m_data->clocks;
}
const ClockLine *Trace::clock(ClockId id) const {
  return id.value < m_data->clocks.size() ? &m_data->clocks[id.value] : nullptr;
}
std::span<const Launch> Trace::launches() const {
  return m_data->launches;
}
std::span<const Note> Trace::notes() const {
  return m_data->notes;
}

const ForeignPackets *Trace::foreignPackets() const {
  return m_data->foreignPackets.get();
}

std::span<const SourceFile> Trace::sources() const {
  return m_data->sources;
}

size_t Trace::sliceCount() const {
  return m_data->begins.size();
}
std::span<const int64_t> Trace::sliceBegins() const {
  return m_data->begins;
}
Lengths Trace::sliceDurations() const {
  return m_data->durations.view();
}
std::span<const StringId> Trace::sliceNames() const {
  return m_data->names;
}
Categories Trace::sliceCategories() const {
  return m_data->categories.view();
}
std::span<const SliceId> Trace::sliceParents() const {
  return m_data->parents;
}
std::span<const ArgSetId> Trace::sliceArgSets() const {
  return m_data->sliceArgs;
}
std::span<const uint8_t> Trace::sliceFlags() const {
  return m_data->flags;
}
std::span<const int64_t> Trace::sliceBeginCycles() const {
  return m_data->beginCycles;
}
Lengths Trace::sliceCycleDurations() const {
  return m_data->cycleDurations.view();
}
const RowBlocks &Trace::rowBlocks() const {
  return m_data->blocks;
}
std::span<const NameUse> Trace::nameUses() const {
  return m_data->nameUses;
}

const RowNames &Trace::rowNames() const {
  return m_data->rowNames;
}

Slice Trace::slice(SliceId id) const {
  PSTUDIO_CHECK(id.value < sliceCount());
  const Data &d = *m_data;
  const uint32_t i = id.value;
  Slice slice;
  slice.id = id;
  slice.row = rowOf(id);
  slice.track = d.rows[slice.row.value].track;
  slice.name = d.names[i];
  if (!d.categories.empty())
    slice.category = d.categories.view()[i];
  slice.time = sliceTime(id);
  if (!d.beginCycles.empty() && d.beginCycles[i] != kNoCycles) {
    slice.hasCycles = true;
    slice.beginCycles = Cycles(d.beginCycles[i]);
    slice.endCycles = Cycles(d.beginCycles[i] + d.cycleDurations.view()[i]);
  }
  slice.parent = d.parents[i];
  slice.args = d.sliceArgs[i];
  slice.flags = d.flags[i];
  return slice;
}

RowId Trace::rowOf(SliceId id) const {
  PSTUDIO_CHECK(id.value < sliceCount());
  const auto &rows = m_data->rows;
  auto after =
      std::upper_bound(rows.begin(), rows.end(), id.value,
                       [](uint32_t slice, const Row &row) { return slice < row.firstSlice.value; });
  return RowId(static_cast<uint32_t>(after - rows.begin() - 1));
}

TimeRange Trace::sliceTime(SliceId id) const {
  PSTUDIO_DCHECK(id.value < sliceCount());
  const int64_t begin = m_data->begins[id.value];
  return {Picoseconds(begin), Picoseconds(begin + m_data->durations.view()[id.value])};
}

SliceId Trace::parentOf(SliceId id) const {
  PSTUDIO_CHECK(id.value < sliceCount());
  return m_data->parents[id.value];
}

SliceId Trace::firstEndingAfter(RowId rowId, Picoseconds time) const {
  const Row &r = row(rowId);
  const Lengths durations = m_data->durations.view();
  uint32_t low = r.firstSlice.value;
  const uint32_t end = low + r.sliceCount;
  uint32_t high = end;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (m_data->begins[middle] + durations[middle] <= time.value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end ? SliceId(low) : SliceId();
}

SliceId Trace::firstEndingAfter(RowId rowId, Picoseconds time, SliceId from) const {
  if (!from.isValid())
    return firstEndingAfter(rowId, time);
  const Row &r = row(rowId);
  const Lengths durations = m_data->durations.view();
  const uint32_t end = r.firstSlice.value + r.sliceCount;
  const auto endsBefore = [&](uint32_t i) {
    return m_data->begins[i] + durations[i] <= time.value;
  };
  uint32_t low = from.value;
  uint32_t step = 1;
  while (low + step < end && endsBefore(low + step)) {
    low += step;
    step *= 2;
  }
  uint32_t high = std::min(end, low + step);
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (endsBefore(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low < end ? SliceId(low) : SliceId();
}

SliceId Trace::firstBeginningAtOrAfter(RowId rowId, Picoseconds time) const {
  const Row &r = row(rowId);
  const auto first = m_data->begins.begin() + r.firstSlice.value;
  const auto last = first + r.sliceCount;
  const auto found = std::lower_bound(first, last, time.value);
  return found == last ? SliceId() : SliceId(static_cast<uint32_t>(found - m_data->begins.begin()));
}

std::span<const Instant> Trace::instants() const {
  return m_data->instants;
}
std::span<const Sample> Trace::samples() const {
  return m_data->samples;
}
std::span<const Flow> Trace::flows() const {
  return m_data->flows;
}

std::span<const Arg> Trace::args(ArgSetId id) const {
  if (id.value >= m_data->argSetEnds.size())
    return {};
  const uint32_t begin = id.value == 0 ? 0 : m_data->argSetEnds[id.value - 1];
  return std::span(m_data->args).subspan(begin, m_data->argSetEnds[id.value] - begin);
}

size_t Trace::argSetCount() const {
  return m_data->argSetEnds.size();
}

Bytes Trace::memoryUse() const {
  const Data &d = *m_data;
  const auto bytesOf = [](const auto &...columns) {
    return ((columns.capacity() * sizeof(columns[0])) + ...);
  };
  size_t bytes =
      bytesOf(d.tracks, d.childOffsets, d.childList, d.rows, d.clocks, d.launches, d.notes);
  bytes += bytesOf(d.begins, d.beginCycles, d.names, d.parents, d.sliceArgs, d.flags);
  bytes += d.durations.memoryBytes() + d.cycleDurations.memoryBytes() + d.categories.memoryBytes() +
           d.blocks.memoryBytes() + d.rowNames.memoryBytes();
  bytes += bytesOf(d.instants, d.samples, d.flows, d.args, d.argSetEnds, d.nameUses);
  for (const Launch &launch : d.launches)
    bytes += launch.accesses ? launch.accesses->table.memoryBytes() : 0;
  for (const SourceFile &file : d.sources)
    bytes += sizeof(file) + file.path.size() + file.text->size();
  bytes += d.foreignPackets ? d.foreignPackets->bytes.size() : 0;
  return Bytes(bytes + d.strings.memoryUse());
}

Trace withNote(Trace trace, Note note) {
  trace.m_data->notes.push_back(std::move(note));
  return trace;
}

Trace withSources(Trace trace, std::vector<SourceFile> files) {
  std::ranges::move(files, std::back_inserter(trace.m_data->sources));
  orderSources(trace.m_data->sources);
  return trace;
}

} // namespace pstudio
