// SPDX-License-Identifier: Apache-2.0
// Sentences and lines that several heat maps say.
#pragma once

#include <string>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/map_touchers.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// "All 32,768 accesses recorded.", of the launch,, or what share of them and why.
std::string shareNote(const memory::AccessTable &table);

/// Bytes [first, last] as elements: "A[128, 64] .. A[128, 71]".
std::string byteRangeText(const memory::BufferMap &buffers, memory::AccessSpace space,
                          uint64_t first, uint64_t last);

/// Threads for what is counted while the window is used: one less than there are, at least 1.
unsigned backgroundThreads();

/// Lines on who made accesses: operations, warps and CTAs, first and last. Completes what a click
/// selects by the only, or first, of them.
void addTouchers(const memory::AccessTable &table, const memory::Touchers &touchers,
                 HeatHover &hover);

} // namespace pstudio
