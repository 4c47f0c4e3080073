// SPDX-License-Identifier: Apache-2.0
// The marks of the time ruler and their labels.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// One mark.
struct RulerTick {
  Picoseconds time;
  double x = 0;       ///< pixel in the viewport
  std::string label;  ///< exact, with unit: "1,204 ns", "0.5 ns", "12 us"
  std::string cycles; ///< "2,384 cyc"; empty without a clock; with TimeStyle::Cycles the label is
                      ///< in cycles and this is the time
};

/// Marks at multiples of 1, 2 or 5 x 10^k ps, at least `minSpacingPx` apart, in the unit that the
/// step needs; so every label is exact and all have the same unit. `clock` may be null.
std::vector<RulerTick> rulerTicks(const Viewport &viewport, const ClockLine *clock,
                                  double minSpacingPx = 110);

/// The step between marks [ps] for a scale: the least 1, 2 or 5 x 10^k that is minSpacingPx wide.
int64_t rulerStepPs(double psPerPixel, double minSpacingPx);

} // namespace pstudio
