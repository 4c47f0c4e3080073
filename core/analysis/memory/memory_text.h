// SPDX-License-Identifier: Apache-2.0
// The numbers of a launch's accesses, for people who read text.
#pragma once

#include <span>
#include <string>

#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/findings.h"
#include "core/analysis/memory/sector_touches.h"
#include "core/analysis/memory/site_statistics.h"

namespace pstudio::memory {

/// A table of the operations with accesses, in the order of the sites: accesses, sectors or turns
/// per access and the fewest possible, efficiency, pattern. A table of the touched buffers of
/// global memory: lines, how often and by how many warps and CTAs each is touched. Findings. Each
/// part ends with a line feed; an empty part is left out.
std::string describeAccesses(const AccessTable &table, std::span<const SiteStatistics> sites);
std::string describeBuffers(const BufferMap &buffers, const SectorTouches &touches,
                            const MemoryModel &model);
std::string describeFindings(std::span<const Finding> findings);

} // namespace pstudio::memory
