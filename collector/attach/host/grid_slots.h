// SPDX-License-Identifier: Apache-2.0
// How many slots the warps of a large grid have, where the mode leaves that open.
#pragma once

#include <cstdint>

#include "collector/attach/host/twin_code.h"

namespace pstudio::attach {

/// Those of `code`, or fewer, a power of two and at least 64, so that the records of `ctas` CTAs
/// take 64 MiB. Records that lie far from each other cost the GPU time that the kernel has not
/// (docs/benchmarks/attach-h200.md); a CTA of a large grid lives shortly and records little.
uint32_t slotsForGrid(const TwinCode &code, uint64_t ctas);

} // namespace pstudio::attach
