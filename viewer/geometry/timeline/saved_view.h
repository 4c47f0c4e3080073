// SPDX-License-Identifier: Apache-2.0
// The arrangement and times of a timeline as a view that files hold, and back.
#pragma once

#include "core/review/review.h"
#include "viewer/geometry/timeline/shown_timeline.h"
#include "viewer/geometry/timeline/timeline_content.h"

namespace pstudio {

/// Whether the times have the recording cost subtracted: the axis of notes and views. O(launches).
bool hasCorrectedTimes(const Trace &trace);

/// A view without a name. \param scroll  content above the upper edge [logical pixels].
/// O(tracks + nodes).
review::View savedView(const TimelineContent &content, TimeRange visible, double scroll);

/// Arranges the lines as the view does. Paths that no track has are left out, unknown words mean
/// the default, and folds of another tree are ignored: the lines are then open as far as they fit
/// into `height` pixels. O(tracks + nodes).
void applySavedView(const review::View &view, double height, TimelineContent &content);

/// The view as a picture shows it, without marks. `height` as in applySavedView().
ShownTimeline shownTimelineOf(const std::shared_ptr<const Trace> &trace, const review::View &view,
                              double height);

} // namespace pstudio
