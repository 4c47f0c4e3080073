// SPDX-License-Identifier: Apache-2.0
// The heat map of accesses that were counted on the device: address by CTA.
#pragma once

#include <memory>
#include <optional>

#include "core/analysis/memory/counted_accesses.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// Addresses of all buffers from the top to the bottom, CTAs from left to right; accesses as
/// colour. The accesses to a piece of memory are drawn evenly over it, because their addresses
/// within it are not recorded. `map` was made from `accesses`. `site` limits the map to one
/// operation.
std::shared_ptr<const HeatMapSource>
makeCountedHeatMap(std::shared_ptr<const memory::LaunchAccesses> accesses,
                   std::shared_ptr<const memory::CountedMap> map,
                   std::optional<uint16_t> site = {});

} // namespace pstudio
