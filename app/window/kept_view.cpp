// SPDX-License-Identifier: Apache-2.0
#include "app/window/kept_view.h"

#include <vector>

#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/geometry/timeline/track_paths.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

/// Calls visit(slice) for the slices of a name on a track, in the order of rows, until it is false.
template <class Visit>
void forSlicesOfName(const Trace &trace, TrackId id, std::string_view name, const Visit &visit) {
  const Track &track = trace.track(id);
  for (uint32_t r = 0; r < track.rowCount; ++r) {
    const Row &row = trace.row(RowId(track.firstRow.value + r));
    for (uint32_t i = 0; i < row.sliceCount; ++i) {
      const SliceId slice(row.firstSlice.value + i);
      if (trace.string(trace.sliceNames()[slice.value]) == name && !visit(slice))
        return;
    }
  }
}

SliceId correspondingSlice(const Trace &before, SliceId selected, const Trace &after) {
  const TrackId track = before.row(before.rowOf(selected)).track;
  const std::string name(before.string(before.sliceNames()[selected.value]));
  size_t number = 0;
  forSlicesOfName(before, track, name, [&](SliceId slice) {
    number += slice == selected ? 0 : 1;
    return slice != selected;
  });
  const TrackId same = tracksAt(after, std::vector{trackPath(before, track)}).front();
  SliceId found;
  if (same.isValid())
    forSlicesOfName(after, same, name, [&](SliceId slice) {
      if (number-- > 0)
        return true;
      found = slice;
      return false;
    });
  return found;
}

} // namespace

bool keepView(TimelineView &before, TimelineView &after) {
  const std::shared_ptr<const Trace> old = before.trace(), now = after.trace();
  if (!old || !now || settingsKernel(*old) != settingsKernel(*now))
    return false;
  const bool showedAll = before.viewState().viewport.showsEverything();
  review::View view = before.savedView();
  const Picoseconds shift = now->timeRange().begin - old->timeRange().begin;
  view.begin += shift;
  view.end += shift;
  after.showSavedView(view);
  if (showedAll)
    after.zoomToFit();
  if (const SliceId selected = before.selection()->selectedSlice(); selected.isValid())
    after.selection()->select(correspondingSlice(*old, selected, *now));
  return true;
}

} // namespace pstudio
