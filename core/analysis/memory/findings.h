// SPDX-License-Identifier: Apache-2.0
// Findings in words: the problem, the evidence, and the gain of a fix.
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

/// One problem that the user may fix.
struct Finding {
  FindingKind kind = FindingKind::ExcessSectors;
  std::optional<uint16_t> site = {};   ///< the operation; the first of several
  std::optional<uint32_t> buffer = {}; ///< the buffer, if any
  std::string what;     ///< "store Y (transpose.mlir:48): 32 sectors per access, ideal 4"
  std::string evidence; ///< "100 % of 2048 accesses are strided by 2048 bytes"
  std::string advice;   ///< the fix, and its gain
  /// The part that a fix would save: of the launch's sectors of global memory (ExcessSectors,
  /// Misaligned), of its wavefronts of shared memory (BankConflicts), of its distinct sectors of
  /// each CTA (FalseSharing). 0 for the others, which describe the quality of the numbers.
  double gain = 0;
};

/// The findings in the order of FindingKind, then by falling gain. A site's traffic is a finding if
/// a fix would save at least 1 % of the launch's traffic. Operations on neighbouring lines with the
/// same traffic share one finding. O(sites * log(sites) + pages).
std::vector<Finding> findings(const AccessTable &table, const BufferMap &buffers,
                              std::span<const SiteStatistics> sites, const SectorTouches &touches);

} // namespace pstudio::memory
