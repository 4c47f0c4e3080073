// SPDX-License-Identifier: Apache-2.0
// Draws measured ranges of the tracks pane: the selected area and the range marked in the ruler.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// The first clock of these tracks, for lengths in cycles; null if none has one, or if rates differ
/// by more than a thousandth. O(tracks).
const ClockLine *commonClock(const Trace &trace, std::span<const TrackId> tracks);

/// "1,204 ns, 2,408 cycles"; without cycles where there is no clock.
std::string measuredText(TimeRange range, const ClockLine *clock);

/// A translucent band over the lines of TimelineScene::area, with its length beside it. Draws
/// nothing without an area. O(visible lines).
void drawArea(const TimelineScene &scene, const TextMeasure &measure, DrawList &out);

/// The length of TimelineScene::marked at the top of the pane.
void drawMarkedLength(const TimelineScene &scene, const TextMeasure &measure, DrawList &out);

} // namespace pstudio
