// SPDX-License-Identifier: Apache-2.0
// The analysis of a launch's accesses as a text report.
#pragma once

#include <string>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/launch_memory.h"

namespace pstudio::memory {

// Parts of the report. The lines of a part end with a line feed; a part without content is empty.

/// The numbers of recorded accesses and warps, and their part of all.
std::string describeShare(const AccessTable &table);
/// A table of the operations that touch global memory: accesses, sectors per access, the fewest
/// possible, efficiency, bytes moved in excess, misaligned accesses, pattern, buffers. The sum of
/// all operations is above the table.
std::string describeGlobal(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// The same for operations that touch shared memory: wavefronts of the banks per access, the fewest
/// possible, efficiency, worst degree of a conflict and mean degree (wavefronts per phase),
/// pattern, buffers.
std::string describeShared(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// A table of the buffers with their places, types and extents; for those in global memory the
/// number of touched lines, and the touches, warps and CTAs per line.
std::string describeBuffers(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// Touches by line, and the number of other lines between two touches of a line.
std::string describeReuse(const LaunchMemory &memory);
/// Distinct bytes touched: in all, by CTA, by wave and over time.
std::string describeFootprint(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// The findings as sentences.
std::string describeFindings(const LaunchMemory &memory);

/// The whole report, each part below its heading.
std::string describeMemory(const LaunchAccesses &accesses, const LaunchMemory &memory);

} // namespace pstudio::memory
