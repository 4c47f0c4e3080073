// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/track_plan.h"

#include <algorithm>

#include "core/trace/slices_range.h"

namespace pstudio {
namespace {

const Row &rowAt(const Trace &trace, const Track &track, uint32_t index) {
  return trace.row(RowId(track.firstRow.value + index));
}

/// Whether the slices of a row are in the order of their parents, which all lie on the row above
/// and contain them.
bool rowNests(const Trace &trace, const Row &row, const Row *above) {
  uint32_t parentBefore = 0;
  for (uint32_t i = 0; i < row.sliceCount; ++i) {
    const SliceId slice(row.firstSlice.value + i);
    const SliceId parent = trace.parentOf(slice);
    if (!above || !parent.isValid()) {
      if (above || parent.isValid())
        return false;
      continue;
    }
    const bool isOnRowAbove = parent.value >= above->firstSlice.value &&
                              parent.value - above->firstSlice.value < above->sliceCount;
    if (!isOnRowAbove || parent.value < parentBefore)
      return false;
    const TimeRange outer = trace.sliceTime(parent), inner = trace.sliceTime(slice);
    if (inner.begin < outer.begin || inner.end > outer.end)
      return false;
    parentBefore = parent.value;
  }
  return true;
}

bool hasParents(const Trace &trace, TrackId track) {
  const SliceRange slices = slicesOf(trace, track);
  const auto parents = trace.sliceParents().subspan(slices.begin, slices.size());
  return std::ranges::any_of(parents, [](SliceId parent) { return parent.isValid(); });
}

} // namespace

TrackShape shapeOf(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  if (track.kind == TrackKind::Async)
    return hasParents(trace, id) ? TrackShape::Strands : TrackShape::Lanes;
  for (uint32_t r = 0; r < track.rowCount; ++r)
    if (!rowNests(trace, rowAt(trace, track, r), r == 0 ? nullptr : &rowAt(trace, track, r - 1)))
      return TrackShape::Strands;
  return TrackShape::Nested;
}

NestedWalk::NestedWalk(const Trace &trace, TrackId id)
    : m_trace(&trace), m_track(&trace.track(id)) {
  for (uint32_t r = 0; r < m_track->rowCount; ++r)
    m_next.push_back(rowAt(trace, *m_track, r).firstSlice.value);
}

bool NestedWalk::hasNextIn(uint32_t row) const {
  if (row >= m_track->rowCount)
    return false;
  const Row &r = rowAt(*m_trace, *m_track, row);
  return m_next[row] - r.firstSlice.value < r.sliceCount;
}

bool NestedWalk::next(NestedStep &step) {
  const auto row = static_cast<uint32_t>(m_open.size());
  const bool begins =
      hasNextIn(row) && (row == 0 || m_trace->parentOf(SliceId(m_next[row])) == m_open.back());
  if (begins) {
    step = {SliceId(m_next[row]++), true};
    m_open.push_back(step.slice);
    return true;
  }
  if (m_open.empty())
    return false;
  step = {m_open.back(), false};
  m_open.pop_back();
  return true;
}

} // namespace pstudio
