// SPDX-License-Identifier: Apache-2.0
// What a way to record is expected to cost, before anything runs.
#pragma once

#include <string>

#include "core/run/instrumentation_mode.h"

namespace pstudio {

/// One sentence about how much longer a kernel takes when it records in this mode, from what was
/// measured (docs/benchmarks/auto-modes-h200.md, "What the mode memory costs"); empty for modes that
/// nothing was measured of which would help to choose.
std::string expectedCost(const InstrumentationMode &mode);

} // namespace pstudio
