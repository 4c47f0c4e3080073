// SPDX-License-Identifier: Apache-2.0
// Texts that several heat maps share.
#pragma once

#include <string>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/map_touchers.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// "All 32,768 accesses recorded." of the launch, or the recorded share and the reason.
std::string shareNote(const memory::AccessTable &table);

/// Bytes [first, last] as elements: "A[128, 64] .. A[128, 71]".
std::string byteRangeText(const memory::BufferMap &buffers, memory::AccessSpace space,
                          uint64_t first, uint64_t last);

/// Number of threads for counting in the background: one less than all, at least 1.
unsigned backgroundThreads();

/// Adds lines about the sources of accesses: operations, warps and CTAs, first and last. Sets the
/// selection of a click: the first operation in the list, and the CTA and warp of the first access.
void addTouchers(const memory::AccessTable &table, const memory::Touchers &touchers,
                 HeatHover &hover);

} // namespace pstudio
