// SPDX-License-Identifier: Apache-2.0
// Heat maps of addresses: by time, by CTA, by SM.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/address_map.h"
#include "core/trace/trace.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// Addresses of all buffers from the top to the bottom, and the axis of `map` from left to right.
/// The colour shows touches of sectors. `map` was made from `accesses`. `site` limits the map to
/// one operation; quick() then has no estimate and shows nothing.
std::shared_ptr<const HeatMapSource>
makeAddressHeatMap(std::shared_ptr<const memory::LaunchAccesses> accesses,
                   std::shared_ptr<const memory::AddressMap> map,
                   std::optional<uint16_t> site = {});

/// The SM of each CTA, by linear id of the CTA.
using SmOfCta = std::unordered_map<uint32_t, uint32_t>;

/// The SMs according to the tracks of a launch; nothing unless the tracks give an SM for every CTA
/// of the accesses. O(tracks + warps).
std::optional<SmOfCta> smOfCtas(const Trace &trace, LaunchId launch,
                                const memory::AccessTable &table);

/// The map of addresses by SM: AddressMap::build() with the SMs of smOfCtas(). O(accesses).
memory::AddressMap buildSmMap(const memory::LaunchAccesses &accesses, const SmOfCta &smOfCta,
                              unsigned threads = 0);

} // namespace pstudio
