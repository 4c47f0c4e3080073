// SPDX-License-Identifier: Apache-2.0
// From events in order of addition to ordered columns, rows, parents and the track tree.
#include "core/trace/trace_finish.h"

#include <algorithm>
#include <numeric>

#include "core/access/launch_accesses.h"
#include "core/base/check.h"
#include "core/base/large_pages.h"
#include "core/base/parallel.h"
#include "core/trace/row_layout.h"

namespace pstudio {
namespace {

constexpr uint32_t kNone = 0xffffffffu;

/// Threads for work on `events` of them: starting one costs as much as thousands of events.
unsigned threadsFor(size_t events) {
  constexpr size_t kWorthThreads = 50'000;
  return events < kWorthThreads ? 1 : threadCountOf(0);
}

/// Calls work(begin, end) for ranges that make up [0, count), on several threads if that is worth
/// it.
template <class Work> void forRanges(size_t count, const Work &work) {
  constexpr size_t kRange = 32'768;
  parallelFor((count + kRange - 1) / kRange, threadsFor(count),
              [&](size_t i) { work(i * kRange, std::min(count, (i + 1) * kRange)); });
}

/// Moves a column into a new order and frees the old one, so that only one column exists twice at a
/// time.
template <class T> void permute(std::vector<T> &column, const std::vector<uint32_t> &order) {
  if (column.empty())
    return;
  std::vector<T> moved;
  reserveLarge(moved, order.size());
  moved.resize(order.size());
  forRanges(order.size(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      moved[i] = column[order[i]];
  });
  column = std::move(moved);
}

/// Indices of `keys` (track of each event) grouped by track, in order of addition within a track;
/// and where each track's group starts.
struct Grouping {
  std::vector<uint32_t> order;
  std::vector<uint32_t> starts; // one more than there are tracks
};

template <class GetTrack> Grouping groupByTrack(size_t count, size_t trackCount, GetTrack trackOf) {
  Grouping g;
  g.starts.assign(trackCount + 1, 0);
  for (size_t i = 0; i < count; ++i)
    ++g.starts[trackOf(i).value + 1];
  std::partial_sum(g.starts.begin(), g.starts.end(), g.starts.begin());
  g.order.resize(count);
  std::vector<uint32_t> next(g.starts.begin(), g.starts.end() - 1);
  for (size_t i = 0; i < count; ++i)
    g.order[next[trackOf(i).value]++] = static_cast<uint32_t>(i);
  return g;
}

/// The inverse of an order: order of addition -> final position.
std::vector<uint32_t> inverse(const std::vector<uint32_t> &order) {
  std::vector<uint32_t> positions(order.size());
  forRanges(order.size(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      positions[order[i]] = static_cast<uint32_t>(i);
  });
  return positions;
}

/// Lays out the slices of one track. `group` holds their orders of addition and leaves ordered by
/// (row, begin). Several may work on different tracks of the same data at the same time.
class TrackLayout {
public:
  explicit TrackLayout(Trace::Data &data) : m_data(data) {}

  /// Returns the number of slices in each row. The parents become the final ones, as `firstSlice`
  /// is the first SliceId of the track.
  const std::vector<uint32_t> &run(bool lanes, uint32_t firstSlice, std::span<uint32_t> group) {
    sortByBegin(group, lanes);
    fillLayout(group);
    const uint32_t rowCount = lanes ? layOutLanes(m_layout) : layOutNested(m_layout);
    groupByRow(rowCount);
    storeParentsAndFlags(group, firstSlice);
    moveToRows(group);
    return m_rowSizes;
  }

private:
  void sortByBegin(std::span<uint32_t> group, bool lanes) {
    // Where every parent is known, slices that begin together keep their order, as one without
    // length ended before the next began. Elsewhere the longest contains the others.
    const bool isOrderKnown = !lanes && std::ranges::all_of(group, [&](uint32_t slice) {
      return m_data.parents[slice].isValid();
    });
    const auto before = [&](uint32_t a, uint32_t b) {
      if (m_data.begins[a] != m_data.begins[b])
        return m_data.begins[a] < m_data.begins[b];
      // A root without length ended before what begins with it, and takes its place on the first
      // row.
      if (!lanes && isEmptyRoot(a) != isEmptyRoot(b))
        return isEmptyRoot(a);
      if (isOrderKnown)
        return a < b;
      if (m_data.durations[a] != m_data.durations[b])
        return m_data.durations[a] > m_data.durations[b];
      return a < b;
    };
    // Decoders and files deliver mostly ordered events; checking first makes that case linear.
    if (!std::is_sorted(group.begin(), group.end(), before))
      std::sort(group.begin(), group.end(), before);
  }

  bool isEmptyRoot(uint32_t slice) const {
    return m_data.durations[slice] == 0 && m_data.parents[slice].value == kKnownRoot;
  }

  void fillLayout(std::span<const uint32_t> group) {
    m_layout.resize(group.size());
    bool anyParent = false;
    for (uint32_t i = 0; i < group.size(); ++i) {
      RowLayoutSlice slice;
      slice.begin = m_data.begins[group[i]];
      slice.end = slice.begin + m_data.durations[group[i]];
      slice.isRoot = m_data.parents[group[i]].value == kKnownRoot;
      m_layout[i] = slice;
      anyParent |= m_data.parents[group[i]].isValid() && !slice.isRoot;
    }
    if (anyParent)
      findKnownParents(group);
  }

  /// Known parents are orders of addition: searches their positions in the group.
  void findKnownParents(std::span<const uint32_t> group) {
    if (std::ranges::is_sorted(group)) { // the order of most tracks
      for (uint32_t i = 0; i < group.size(); ++i)
        m_layout[i].parent = positionInOrder(m_data.parents[group[i]], group, i);
      return;
    }
    m_positions.clear();
    for (uint32_t i = 0; i < group.size(); ++i)
      m_positions.emplace_back(group[i], i);
    std::sort(m_positions.begin(), m_positions.end());
    for (uint32_t i = 0; i < group.size(); ++i)
      m_layout[i].parent = positionOf(m_data.parents[group[i]]);
  }

  /// In a group that rises. Most parents are a few slices before `child`.
  static uint32_t positionInOrder(SliceId parent, std::span<const uint32_t> group, uint32_t child) {
    constexpr uint32_t kNear = 8;
    if (!parent.isValid() || parent.value == kKnownRoot)
      return kNone;
    for (uint32_t i = child; i > 0 && child - i < kNear; --i)
      if (group[i - 1] == parent.value)
        return i - 1;
    const auto found = std::ranges::lower_bound(group, parent.value);
    return found != group.end() && *found == parent.value
               ? static_cast<uint32_t>(found - group.begin())
               : kNone;
  }

  uint32_t positionOf(SliceId parent) const {
    if (!parent.isValid())
      return kNone;
    const auto found = std::lower_bound(m_positions.begin(), m_positions.end(),
                                        std::pair<uint32_t, uint32_t>(parent.value, 0));
    return found != m_positions.end() && found->first == parent.value ? found->second : kNone;
  }

  /// The place of each slice among those of the track, row by row.
  void groupByRow(uint32_t rowCount) {
    m_rowSizes.assign(rowCount, 0);
    for (const RowLayoutSlice &slice : m_layout)
      ++m_rowSizes[slice.row];
    m_nextOfRow.resize(rowCount);
    std::exclusive_scan(m_rowSizes.begin(), m_rowSizes.end(), m_nextOfRow.begin(), 0u);
    m_places.resize(m_layout.size());
    for (uint32_t i = 0; i < m_layout.size(); ++i)
      m_places[i] = m_nextOfRow[m_layout[i].row]++;
  }

  void storeParentsAndFlags(std::span<const uint32_t> group, uint32_t firstSlice) {
    for (uint32_t i = 0; i < group.size(); ++i) {
      const uint32_t parent = m_layout[i].parent;
      m_data.parents[group[i]] =
          parent == kNone ? SliceId() : SliceId(firstSlice + m_places[parent]);
      if (m_layout[i].crossing)
        m_data.flags[group[i]] |= kSliceCrossing;
    }
  }

  void moveToRows(std::span<uint32_t> group) {
    m_byRow.resize(group.size());
    for (uint32_t i = 0; i < group.size(); ++i)
      m_byRow[m_places[i]] = group[i];
    std::copy(m_byRow.begin(), m_byRow.end(), group.begin());
  }

  Trace::Data &m_data;
  std::vector<RowLayoutSlice> m_layout;
  std::vector<std::pair<uint32_t, uint32_t>>
      m_positions;                // order of addition, position in the group
  std::vector<uint32_t> m_places; // in the order of m_layout
  std::vector<uint32_t> m_byRow;
  std::vector<uint32_t> m_rowSizes, m_nextOfRow;
};

/// Lays out every track; `groups.order` leaves in final order. Returns the sizes of each track's
/// rows.
std::vector<std::vector<uint32_t>> layOutTracks(Trace::Data &d, Grouping &groups) {
  constexpr size_t kTracksAtOnce = 16;
  std::vector<std::vector<uint32_t>> rowSizes(d.tracks.size());
  const auto layOut = [&](size_t batch) {
    TrackLayout layout(d);
    const size_t last = std::min(d.tracks.size(), (batch + 1) * kTracksAtOnce);
    for (size_t t = batch * kTracksAtOnce; t < last; ++t) {
      const uint32_t begin = groups.starts[t], count = groups.starts[t + 1] - begin;
      if (count > 0)
        rowSizes[t] = layout.run(d.tracks[t].kind == TrackKind::Async, begin,
                                 std::span(groups.order).subspan(begin, count));
    }
  };
  parallelFor((d.tracks.size() + kTracksAtOnce - 1) / kTracksAtOnce,
              threadsFor(groups.order.size()), layOut);
  return rowSizes;
}

void makeRows(Trace::Data &d, const Grouping &groups,
              const std::vector<std::vector<uint32_t>> &rowSizes) {
  for (uint32_t t = 0; t < d.tracks.size(); ++t) {
    if (rowSizes[t].empty())
      continue;
    Track &track = d.tracks[t];
    track.firstRow = RowId(static_cast<uint32_t>(d.rows.size()));
    track.rowCount = static_cast<uint32_t>(rowSizes[t].size());
    uint32_t first = groups.starts[t];
    for (uint32_t r = 0; r < rowSizes[t].size(); first += rowSizes[t][r++])
      d.rows.push_back({TrackId(t), r, SliceId(first), rowSizes[t][r]});
  }
}

/// Orders the slice columns by (track, row, begin), makes the rows, and returns order of addition
/// -> SliceId, which only arrows need: empty if there are none.
std::vector<uint32_t> finishSlices(Trace::Data &d, std::vector<TrackId> sliceTracks) {
  Grouping groups =
      groupByTrack(sliceTracks.size(), d.tracks.size(), [&](size_t i) { return sliceTracks[i]; });
  std::vector<TrackId>().swap(sliceTracks);
  makeRows(d, groups, layOutTracks(d, groups));
  permute(d.begins, groups.order);
  permute(d.durations.unpacked(), groups.order);
  d.durations.pack();
  permute(d.beginCycles, groups.order);
  permute(d.cycleDurations.unpacked(), groups.order);
  d.cycleDurations.pack();
  permute(d.names, groups.order);
  permute(d.categories.unpacked(), groups.order);
  d.categories.pack();
  permute(d.sliceArgs, groups.order);
  permute(d.flags, groups.order);
  permute(d.parents, groups.order);
  return d.flows.empty() ? std::vector<uint32_t>() : inverse(groups.order);
}

/// Orders instants by (track, time) and returns order of addition -> InstantId.
std::vector<uint32_t> finishInstants(Trace::Data &d) {
  Grouping groups = groupByTrack(d.instants.size(), d.tracks.size(),
                                 [&](size_t i) { return d.instants[i].track; });
  for (uint32_t t = 0; t < d.tracks.size(); ++t) {
    d.tracks[t].firstInstant = groups.starts[t];
    d.tracks[t].instantCount = groups.starts[t + 1] - groups.starts[t];
    std::stable_sort(
        groups.order.begin() + groups.starts[t], groups.order.begin() + groups.starts[t + 1],
        [&](uint32_t a, uint32_t b) { return d.instants[a].time < d.instants[b].time; });
  }
  permute(d.instants, groups.order);
  return inverse(groups.order);
}

void finishSamples(Trace::Data &d, std::span<const PendingSample> samples) {
  Grouping groups =
      groupByTrack(samples.size(), d.tracks.size(), [&](size_t i) { return samples[i].track; });
  d.samples.reserve(samples.size());
  for (uint32_t t = 0; t < d.tracks.size(); ++t) {
    d.tracks[t].firstSample = groups.starts[t];
    d.tracks[t].sampleCount = groups.starts[t + 1] - groups.starts[t];
    const auto first = groups.order.begin() + groups.starts[t];
    const auto last = groups.order.begin() + groups.starts[t + 1];
    std::stable_sort(first, last, [&](uint32_t a, uint32_t b) {
      return samples[a].sample.time < samples[b].sample.time;
    });
    for (auto it = first; it != last; ++it)
      d.samples.push_back(samples[*it].sample);
  }
}

void finishFlows(Trace::Data &d, const std::vector<uint32_t> &slices,
                 const std::vector<uint32_t> &instants) {
  const auto remap = [&](EventRef &ref) {
    const auto &positions = ref.kind == EventRef::Kind::Slice ? slices : instants;
    PSTUDIO_CHECK(ref.index < positions.size());
    ref.index = positions[ref.index];
  };
  for (Flow &flow : d.flows) {
    remap(flow.from);
    remap(flow.to);
  }
}

void finishChildren(Trace::Data &d, const std::vector<int64_t> &ranks) {
  const size_t count = d.tracks.size();
  d.childOffsets.assign(count + 2, 0);
  const auto slotOf = [&](uint32_t t) {
    const TrackId parent = d.tracks[t].parent;
    return parent.isValid() ? parent.value + size_t{1} : 0;
  };
  for (uint32_t t = 0; t < count; ++t)
    ++d.childOffsets[slotOf(t) + 1];
  std::partial_sum(d.childOffsets.begin(), d.childOffsets.end(), d.childOffsets.begin());
  d.childList.resize(count);
  std::vector<uint32_t> next(d.childOffsets.begin(), d.childOffsets.end() - 1);
  for (uint32_t t = 0; t < count; ++t)
    d.childList[next[slotOf(t)]++] = TrackId(t);
  for (size_t slot = 0; slot + 1 < d.childOffsets.size(); ++slot)
    std::stable_sort(d.childList.begin() + d.childOffsets[slot],
                     d.childList.begin() + d.childOffsets[slot + 1],
                     [&](TrackId a, TrackId b) { return ranks[a.value] < ranks[b.value]; });
}

/// A table with little slack stays: to shrink it would need twice its memory.
template <class T> void releaseSlack(std::vector<T> &table) {
  constexpr size_t kLittle = 8; // parts of the size
  if (table.capacity() - table.size() > table.size() / kLittle)
    table.shrink_to_fit();
}

/// Tables that grew one by one hold up to twice what they need; the slice columns were moved and
/// hold none.
void releaseSlack(Trace::Data &d) {
  releaseSlack(d.flows);
  releaseSlack(d.args);
  releaseSlack(d.argSetEnds);
  d.tracks.shrink_to_fit();
  d.rows.shrink_to_fit();
}

} // namespace

TimeRange rangeOf(const Trace::Data &d) {
  int64_t first = INT64_MAX, last = INT64_MIN;
  const auto include = [&](int64_t begin, int64_t end) {
    first = std::min(first, begin);
    last = std::max(last, end);
  };
  const Lengths durations = d.durations.view();
  for (size_t i = 0; i < d.begins.size(); ++i)
    include(d.begins[i], d.begins[i] + durations[i]);
  for (const Instant &instant : d.instants)
    include(instant.time.value, instant.time.value);
  for (const Sample &sample : d.samples)
    include(sample.time.value, sample.time.value);
  for (const Launch &launch : d.launches) {
    const uint64_t accesses = launch.accesses ? launch.accesses->table.size() : 0;
    for (uint64_t i = 0; i < accesses; ++i) {
      const int64_t time = launch.accesses->table[i].time.value;
      include(time, time);
    }
  }
  return first > last ? TimeRange{} : TimeRange{Picoseconds(first), Picoseconds(last)};
}

void summarizeRows(Trace::Data &d) {
  d.blocks = RowBlocks(d.rows, {d.begins, d.durations.view(), d.names});
  d.nameUses = countNames(d.rows, d.tracks, d.names, d.durations.view(), d.flags);
  d.rowNames = RowNames(d.rows, d.tracks, d.names);
}

void orderSources(std::vector<SourceFile> &files) {
  std::ranges::stable_sort(files, {}, &SourceFile::path);
  const auto later = std::ranges::unique(files, {}, &SourceFile::path);
  files.erase(later.begin(), later.end());
}

void finishTrace(Trace::Data &d, std::vector<TrackId> sliceTracks,
                 std::span<const PendingSample> samples, const std::vector<int64_t> &trackRanks) {
  const std::vector<uint32_t> slices = finishSlices(d, std::move(sliceTracks));
  const std::vector<uint32_t> instants = finishInstants(d);
  finishSamples(d, samples);
  finishFlows(d, slices, instants);
  finishChildren(d, trackRanks);
  summarizeRows(d);
  d.range = rangeOf(d);
  releaseSlack(d);
}

} // namespace pstudio
