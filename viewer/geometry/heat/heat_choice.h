// SPDX-License-Identifier: Apache-2.0
// The part of a launch's memory accesses that the views show.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/trace.h"
#include "viewer/geometry/heat/heat_data.h"
#include "viewer/geometry/heat/heat_map_matrix.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// Shared by the maps, the table of source lines, the findings and the charts.
struct HeatChoice {
  uint32_t launch = 0;                 ///< index into Trace::launches()
  std::optional<uint32_t> buffer = {}; ///< index into BufferMap::buffers(); nothing: all
  std::optional<TimeRange> time = {};  ///< range of the maps over time; nothing: all
  bool isOnlySite = false;             ///< maps show only the selected operation
  MatrixMeasure matrixMeasure = MatrixMeasure::Efficiency; ///< colour of the buffer as a matrix
  BankMeasure bankMeasure = BankMeasure::Degree;           ///< colour of the map of banks
  HeatSelection selection = {}; ///< marked in every view that can show it
  bool operator==(const HeatChoice &) const = default;
};

/// A selection that contains only an operation.
HeatSelection siteSelection(std::optional<uint16_t> site);

/// The initial buffer. Once the operations are counted: the buffer of global memory with the most
/// excess bytes, else the one with the most accesses. Before: the first buffer of global memory.
/// Nothing without buffers of global memory.
std::optional<uint32_t> openingBuffer(const HeatData &data);

/// The track of a warp of a launch; none if the timeline has none. O(tracks).
TrackId trackOfWarp(const Trace &trace, uint32_t launch, uint32_t cta, uint32_t warp);

/// The slice of that warp that lasts at `time`, the innermost one. The timeline shows it for an
/// access. None if the timeline has none. O(tracks + rows of the warp * log slices).
SliceId sliceOfAccess(const Trace &trace, uint32_t launch, uint32_t cta, uint32_t warp,
                      Picoseconds time);

/// The accesses that a slice stands for: launch, CTA and time. Nothing for a slice outside of
/// launches with accesses. O(log rows + depth of the tracks).
struct HeatPlace {
  uint32_t launch = 0;
  std::optional<uint32_t> cta = {}; ///< linear id, if a CTA's track holds the slice
  TimeRange time;
};
std::optional<HeatPlace> placeOfSlice(const Trace &trace, SliceId slice);

} // namespace pstudio
