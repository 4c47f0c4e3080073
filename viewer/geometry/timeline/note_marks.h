// SPDX-License-Identifier: Apache-2.0
// Draws the notes of a trace: flags in the ruler, lines and bands over the tracks, ticks in the
// minimap.
#pragma once

#include <optional>

#include "core/review/review.h"
#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

ColorToken noteColor(review::Color color);

/// Over the tracks: a line at a time, a band over a range. The selected note has solid lines and a
/// more opaque band.
void drawNoteLines(const TimelineScene &scene, DrawList &out);
/// At the lower edge of a ruler of this height: a flag at the begin, a bar along a range.
void drawNoteFlags(const TimelineScene &scene, float height, DrawList &out);
/// At the lower edge of the minimap.
void drawNoteTicks(const TimelineScene &scene, const Viewport &overview, float height,
                   DrawList &out);

/// The index in TimelineScene::notes of the mark at a pixel of a ruler of this height; the topmost
/// one. O(notes).
std::optional<size_t> noteAt(const TimelineScene &scene, float height, double x, double y);

/// An end of a range.
struct NoteEdge {
  size_t note = 0; ///< index in TimelineScene::notes
  bool isEnd = false;
  bool operator==(const NoteEdge &) const = default;
};
/// The end of a range whose handle is at a pixel of the ruler: the flag at its begin, the last
/// pixels of its bar. Of the selected note, else of the topmost one. O(notes).
std::optional<NoteEdge> noteEdgeAt(const TimelineScene &scene, float height, double x, double y);

} // namespace pstudio
