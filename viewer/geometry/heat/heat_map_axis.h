// SPDX-License-Identifier: Apache-2.0
// Axes of heat maps for times and whole numbers, and the division of a part of an axis into cells.
#pragma once

#include <string>
#include <vector>

#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// Cells of an axis: `count` of equal length, over `range`.
struct HeatCells {
  HeatRange range;
  uint32_t count = 0;
};

/// Cells for the part of [0, length) that `visible` shows, of a visible part that is `pixels` long:
/// as many as pixels, and where a unit is larger than one, as many as units. Units are whole
/// numbers; edges of `range` are, too. None if nothing is visible.
HeatCells cellsOf(HeatRange visible, double length, uint32_t pixels);

/// Place of a time on an axis that begins at `origin`, at most `time`; any times.
double placeOfTime(Picoseconds origin, Picoseconds time);
/// Inverse of placeOfTime(). A place beyond all times gives the last time.
Picoseconds timeOfPlace(Picoseconds origin, double place);
/// The picosecond after `time`; `time` itself if it is the last one.
Picoseconds behind(Picoseconds time);

/// Marks of time, as on the timeline's ruler; 0 is at `origin`.
std::vector<HeatTick> timeTicks(Picoseconds origin, HeatRange visible, float pixels);

/// Marks at 0, 1, 2, ... or multiples of a power of two; in the middle of the number's cell where
/// that is wide. No closer than `spacing` pixels.
std::vector<HeatTick> numberTicks(HeatRange visible, float pixels, float spacing);

} // namespace pstudio
