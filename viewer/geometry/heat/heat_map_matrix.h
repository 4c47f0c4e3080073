// SPDX-License-Identifier: Apache-2.0
// Heat map of one buffer as its own matrix.
#pragma once

#include <memory>
#include <string>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/address_map.h"
#include "core/analysis/memory/sector_touches.h"
#include "viewer/geometry/heat/heat_map_matrix_layout.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// Quantity that the colour of an element shows; its value is that of the element's sector. A cell
/// of several sectors shows the aggregate in parentheses, over the touched sectors.
enum class MatrixMeasure : uint8_t {
  Touches,      ///< accesses (mean)
  Warps,        ///< distinct warps (mean)
  Ctas,         ///< distinct CTAs (mean)
  Efficiency,   ///< requested bytes / moved bytes, of all touches; low is hot
  FirstTouch,   ///< time (first)
  LastTouch,    ///< time (last)
  LastCta,      ///< CTA of the last touch (of the sector touched last)
  FalseSharing, ///< falsely shared sectors (part of them)
};
inline constexpr uint8_t kMatrixMeasures = 8;

/// "touches", "distinct warps", ...: on the command line.
const char *matrixMeasureName(MatrixMeasure measure);
/// "accesses", "distinct warps", ...: in the window.
const char *matrixMeasureText(MatrixMeasure measure);

/// Touches of the words of shared memory, for maps of its buffers. O(accesses).
memory::SectorTouches countSharedTouches(const memory::LaunchAccesses &accesses,
                                         unsigned threads = 0);

/// The map of a buffer. `touches` are of the memory that it lies in: for shared memory
/// countSharedTouches(), where only touches, warps, CTAs, times and the last CTA are meaningful.
/// `map`, by time, gives the warps and CTAs that touched a cell of global memory; without it (null)
/// details() does not list them.
std::shared_ptr<const HeatMapSource>
makeMatrixHeatMap(std::shared_ptr<const memory::LaunchAccesses> accesses,
                  std::shared_ptr<const memory::SectorTouches> touches,
                  std::shared_ptr<const memory::AddressMap> map, MatrixLayout layout,
                  MatrixMeasure measure);

} // namespace pstudio
