// SPDX-License-Identifier: Apache-2.0
// The iteration view as draw lists: one line for each iteration, all on one axis.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/overlap/iteration_rows.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// Sizes in logical pixels.
struct IterationMetrics {
  float linePitch = 20;   ///< distance of the lines; at least kSmallestIterationPitch
  float labelWidth = 84;  ///< left of the bars: number and stage
  float valueWidth = 76;  ///< right of the bars: the time waited; 0 = none
  float rulerHeight = 36; ///< two lines of labels
};
inline constexpr float kSmallestIterationPitch = 2;

/// Everything that one frame of the iteration view shows. Nothing is owned.
struct IterationScene {
  static constexpr uint32_t kNone = 0xffffffffu;

  std::span<const IterationRow> rows;
  std::span<const IterationLine> lines;
  const IterationRow *summary = nullptr; ///< the row above the others: medians of all; null = none
  IterationMetrics metrics;
  Viewport viewport;                ///< its width is that of the bars; its times are those of rows
  const ClockLine *clock = nullptr; ///< for the cycles of the ruler; null if unknown
  double scrollY = 0;               ///< lines above the top edge [px]
  float height = 0;                 ///< of the pane of lines [px]
  uint32_t selected = kNone;        ///< row
  uint32_t hovered = kNone;         ///< row
  bool isAlignedAtLoop = false;     ///< time 0 is the begin of the loop iteration, else the issue

  float width() const {
    return metrics.labelWidth + static_cast<float>(viewport.widthPx()) + metrics.valueWidth;
  }
};

/// Height of the ruler with the summary's row below it.
float iterationHeaderHeight(const IterationScene &scene);

/// Draws the ruler and the summary's row below it. Origin: its top left.
void drawIterationHeader(const IterationScene &scene, const TextMeasure &measure, DrawList &out);

/// Draws the visible lines. Origin: the top left of their pane. O(visible lines).
void drawIterationLines(const IterationScene &scene, const TextMeasure &measure, DrawList &out);

/// Draws the legend of colours and signs, in lines of 20 pixels within `width`. Signs for special
/// cases appear only if a row of `rows` has them. `work` names the work of a waiter after its wait
/// ("matrix multiply"). \return the height.
float drawIterationLegend(std::span<const IterationRow> rows, const std::string &work, float width,
                          const TextMeasure &measure, DrawList &out);

/// The row at these pixels of the pane of lines; kNone where there is none.
uint32_t hitIterationRow(const IterationScene &scene, double x, double y);

/// Tint of the grey mark of a stage; the stage number is beside the mark. Hues are reserved for the
/// bars.
uint8_t stageTint(int32_t stage);

} // namespace pstudio
