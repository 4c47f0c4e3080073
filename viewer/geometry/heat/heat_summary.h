// SPDX-License-Identifier: Apache-2.0
// Texts about a launch's accesses: the headline, badges, the lines of the table, the cards of the
// findings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/overlap/finding.h"
#include "core/source/source_texts.h"
#include "core/trace/trace.h"
#include "viewer/geometry/heat/heat_choice.h"
#include "viewer/geometry/heat/heat_data.h"
#include "viewer/geometry/timeline/quality_badges.h"

namespace pstudio {

/// One operation of the source with accesses. The moved units are sectors in global memory, and
/// wavefronts of the banks in shared memory.
struct MemoryOperationRow {
  uint16_t site = 0;                     ///< index into AccessTable::sites()
  memory::AccessSite facts = {};         ///< static properties of the operation
  std::string operation;                 ///< "store B"
  std::optional<SourcePlace> place = {}; ///< in the source, if known
  std::string source = {};               ///< its line, if the file is readable
  bool isCounted = false;                ///< only accesses and lanes are known
  uint64_t accesses = 0;                 ///< of warps
  uint64_t moved = 0;                    ///< sectors or wavefronts
  uint64_t ideal = 0;                    ///< the fewest possible
  uint64_t excessBytes = 0; ///< beyond the ideal; of a wavefront, what the banks could have served
  std::string pattern;      ///< "strided by 4,096 bytes"
  double patternPart = 0;   ///< of the accesses, [0, 1]
  uint32_t worstDegree = 0; ///< words of one bank at once; 0 in global memory

  bool isShared() const { return facts.space == memory::AccessSpace::Shared; }
  double movedEach() const;  ///< per access
  double idealEach() const;  ///< per access
  double efficiency() const; ///< ideal / moved, (0, 1]; 1 if nothing was moved
  uint32_t line() const { return place ? place->line : 0; } ///< 0: not known
};

/// The operations with accesses, by falling excess; equal ones in the order of the sites. Empty
/// until the operations are counted. The source lines are those of `texts`. O(sites log sites).
std::vector<MemoryOperationRow> memoryOperationRows(const HeatData &data, const SourceTexts &texts);

/// "sector" or "wavefront", or the plural.
const char *unitOf(const MemoryOperationRow &row, bool isOne);

/// "12.5 %"; a dash if only counts are known, as below.
std::string efficiencyText(const MemoryOperationRow &row);
/// "31.8 sectors": the units that one access moves.
std::string movedText(const MemoryOperationRow &row);
/// "28.0 MiB", "1,024 wavefronts", "0": the moved units beyond the ideal.
std::string excessText(const MemoryOperationRow &row);

/// "B[1024, 1024] f32"; the name of a buffer with its shape and type. `buffer` is one of
/// BufferMap::buffers().
std::string bufferText(const memory::Buffer &buffer);

/// "B[1024, 1024] f32, global. 32,768 warp accesses, 1,048,576 lane addresses." of the chosen
/// buffer, or of all.
std::string heatHeadline(const HeatData &data, const HeatChoice &choice);

/// Coverage and limits of the numbers. O(buffers).
std::vector<QualityBadge> heatBadges(const Trace &trace, const HeatChoice &choice,
                                     const HeatData &data);

/// The findings as cards, in their order; one Good card if there is no problem. Empty until they
/// are counted.
std::vector<analysis::Finding> heatCards(const HeatData &data);

} // namespace pstudio
