// SPDX-License-Identifier: Apache-2.0
// What the numbers say, in words: what is wrong, how one knows, and what mending it would bring.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/finding_kinds.h"
#include "core/analysis/memory/sector_touches.h"
#include "core/analysis/memory/site_statistics.h"

namespace pstudio::memory {

/// One fact that the user may want to change.
struct Finding {
  FindingKind kind = FindingKind::ExcessSectors;
  std::optional<uint16_t> site = {};   ///< that it is about; of several the first
  std::optional<uint32_t> buffer = {}; ///< that it is about
  std::string what;     ///< "store Y (transpose.mlir:48): 32 sectors per access, ideal 4"
  std::string evidence; ///< "100 % of 2048 accesses are strided by 2048 bytes"
  std::string advice;   ///< what to do, and what it brings
  /// The part that mending it would save: of the launch's sectors of global memory (ExcessSectors,
  /// Misaligned), of its wavefronts of shared memory (BankConflicts), of its distinct sectors of
  /// each CTA (FalseSharing). 0 for the others, which say what the numbers are worth, not what they
  /// cost.
  double gain = 0;
};

/// Those that matter, by kind as they stand above and then by falling gain. A site's traffic is
/// mentioned if mending it would save at least 1 % of the launch's; operations on neighbouring
/// lines with the same traffic are mentioned together. O(sites * log(sites) + pages).
std::vector<Finding> findings(const AccessTable &table, const BufferMap &buffers,
                              std::span<const SiteStatistics> sites, const SectorTouches &touches);

} // namespace pstudio::memory
