// SPDX-License-Identifier: Apache-2.0
// A heat map as a draw list: cells, axes, marks, legend; and hit tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/heat/heat_map_source.h"
#include "viewer/geometry/heat/heat_scale.h"
#include "viewer/geometry/text_measure.h"

namespace pstudio {

/// A patch whose numbers are entries of the ramp.
struct HeatImage {
  HeatArea area;
  uint32_t columns = 0, rows = 0;
  std::vector<uint8_t> cells; ///< rows * columns
  bool hasHoles = false;      ///< some cell has no data
};

/// O(cells).
std::vector<HeatImage> heatImages(const HeatPatches &patches, const HeatScale &scale);

/// Positions of the parts of a picture of this size, in logical pixels.
struct HeatMapLayout {
  PixelRect all;
  PixelRect heading;     ///< title and notes
  PixelRect plot;        ///< cells
  PixelRect bar;         ///< of the legend
  PixelRect scaleButton; ///< the name of the scale, to choose another one; empty in a low picture

  /// The space for labels is reduced in a small picture.
  /// \param letters  of the longest label beside the map (HeatAxis::letters)
  /// \param aspect  HeatMapSource::aspect(): the plot is not wider than that, but kLeastPlot
  static HeatMapLayout of(float width, float height, uint32_t letters = 0, double aspect = 0);
  static constexpr float kLeastPlot = 140;
  /// Pixels of the plot, at least 1.
  uint32_t columns() const;
  uint32_t rows() const;
  /// The window that shows `visible`.
  HeatWindow windowOf(const HeatArea &visible) const { return {visible, columns(), rows()}; }
};

/// Input of drawHeatMap(). All referenced objects must outlive the call.
struct HeatMapScene {
  const HeatMapSource *source = nullptr;
  HeatMapLayout layout;
  HeatArea visible;
  std::span<const HeatImage> images; ///< from the back to the front
  const HeatScale *scale = nullptr;
  std::span<const HeatArea> marks;    ///< of the selection
  std::optional<HeatArea> hovered;    ///< a cell
  std::optional<HeatArea> rubberBand; ///< being drawn by the user
  bool isEstimate = false;            ///< the exact picture does not exist yet
  bool isScaleChosenHere = true;      ///< the name of the scale is drawn as a button
  bool isFocused = false;             ///< keys go to this map
};

/// Clears the list and draws everything into it.
void drawHeatMap(const HeatMapScene &scene, const TextMeasure &measure, DrawList &list);

/// Pixels of an area of the map, clipped to the plot; empty if it is not visible.
PixelRect pixelsOf(const HeatMapLayout &layout, const HeatArea &visible, const HeatArea &area);

/// A cell and the number that it shows.
struct HeatCellHit {
  HeatArea cell;
  double value = 0; ///< not a number: no data
};

/// The cell at a place of the map, of the last patch that has it. O(patches).
std::optional<HeatCellHit> hitHeatCell(const HeatPatches &patches, double x, double y);

} // namespace pstudio
