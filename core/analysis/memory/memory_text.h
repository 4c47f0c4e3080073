// SPDX-License-Identifier: Apache-2.0
// The numbers of a launch's accesses, for people who read text.
#pragma once

#include <string>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/launch_memory.h"

namespace pstudio::memory {

// Parts of the report. Each is lines that end with a line feed; empty where there is nothing to
// say.

/// How many accesses of how many warps are known, and which part of all that is.
std::string describeShare(const AccessTable &table);
/// A table of the operations that touch global memory: accesses, sectors per access, the fewest
/// possible, efficiency, bytes moved in excess, misaligned accesses, pattern, buffers. Above it
/// their sum.
std::string describeGlobal(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// Of those that touch shared memory: wavefronts of the banks per access, the fewest possible,
/// efficiency, worst degree of a conflict and mean degree (wavefronts per phase), pattern, buffers.
std::string describeShared(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// A table of the buffers with their places, types and extents; of those in global memory how many
/// lines are touched, and how often and by how many warps and CTAs each.
std::string describeBuffers(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// Touches by line, and how many other lines lie between two touches of one.
std::string describeReuse(const LaunchMemory &memory);
/// Distinct bytes touched: in all, by CTA, by wave and over time.
std::string describeFootprint(const LaunchAccesses &accesses, const LaunchMemory &memory);
/// Sentences.
std::string describeFindings(const LaunchMemory &memory);

/// All of it, each part under its heading.
std::string describeMemory(const LaunchAccesses &accesses, const LaunchMemory &memory);

} // namespace pstudio::memory
