// SPDX-License-Identifier: Apache-2.0
// Expected cost of a recording mode, available before a run.
#pragma once

#include <string>

#include "core/run/instrumentation_mode.h"

namespace pstudio {

/// One sentence about how much longer a kernel takes when it records in this mode, from
/// measurements (docs/benchmarks/auto-modes-h200.md, modes-h200.md); empty for modes without one.
std::string expectedCost(const InstrumentationMode &mode);

} // namespace pstudio
