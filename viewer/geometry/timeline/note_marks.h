// SPDX-License-Identifier: Apache-2.0
// Draws the notes of a trace: flags in the ruler, lines and bands over the tracks, ticks in the
// minimap.
#pragma once

#include <optional>
#include <vector>

#include "core/review/review.h"
#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

ColorToken noteColor(review::Color color);
/// The marks of the notes on the axis of recorded or of corrected times, none selected.
std::vector<NoteMark> noteMarksOf(const review::Review &review, bool isCorrected);

/// Over the tracks: a line at a time, a band over a range. The selected note has solid lines and a
/// more opaque band.
void drawNoteLines(const TimelineScene &scene, DrawList &out);
/// The texts of the notes in sight, below the upper edge of the tracks and below pinned lines: each
/// in a box beside its line, in the first level where it covers no other box. A text that fits in
/// none of the levels has only its flag. Long texts end in dots. O(notes * levels).
void drawNoteCallouts(const TimelineScene &scene, const TextMeasure &measure, DrawList &out);
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
