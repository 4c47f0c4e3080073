// SPDX-License-Identifier: Apache-2.0
// What recording costs on a device, measured there.
#pragma once

#include <cstdint>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/runtime/cuda/context.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"
#include "core/trace/recording_cost.h"

namespace pstudio::calibration {

/// Runs calibrationKernel() a few times with `warps` (1..32) in one CTA, recording as `mode` says
/// (its number of slots is replaced by one that holds all records; a mode that leaves the place of
/// the records open is calibrated in global memory), and evaluates it. The median
/// cost depends on the buffer type, on the number of warps and hardly on anything else of the mode,
/// so one calibration serves all launches that share these: callers keep it. One compilation and
/// about 10 launches; errors as these give them, InvalidInput for another number of warps.
Result<RecordingCost> calibrate(const cuda::Context &context,
                                const nvidia::Architecture &architecture,
                                const InstrumentationMode &mode, uint32_t warps);

} // namespace pstudio::calibration
