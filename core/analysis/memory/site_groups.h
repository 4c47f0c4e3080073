// SPDX-License-Identifier: Apache-2.0
// Groups of operations on neighbouring lines with the same traffic, as in an unrolled loop.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/access/access_table.h"
#include "core/analysis/memory/site_statistics.h"

namespace pstudio::memory {

/// Operations of the same name, kind and pattern, with the same traffic per access, on lines that
/// follow each other without a gap; or one operation. [thread: as its parts]
struct SiteGroup {
  std::vector<uint16_t> sites; ///< by line; at least one
  SiteStatistics sum;
};

/// Each site is in one group; groups are in the order of their first sites. O(sites * log(sites)).
std::vector<SiteGroup> groupSites(const AccessTable &table, std::span<const SiteStatistics> sites);

/// siteText() of the only operation, or "store Y (k.mlir:57 to 60, 4 operations)".
std::string groupText(const AccessTable &table, const SiteGroup &group);

} // namespace pstudio::memory
