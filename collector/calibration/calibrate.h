// SPDX-License-Identifier: Apache-2.0
// Measures the cost of recording on a device.
#pragma once

#include <cstdint>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/runtime/cuda/context.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"
#include "core/trace/recording_cost.h"

namespace pstudio::calibration {

/// Runs calibrationKernel() a few times with `warps` (1..32) in one CTA in the mode `mode`, and
/// evaluates it. The number of slots is replaced by one that holds all records. A mode without a
/// buffer type is calibrated in global memory. The median cost depends on the buffer type and on
/// the number of warps, and hardly on other options of the mode. One calibration is therefore valid
/// for all launches that share these, and callers keep it. One compilation and about 10 launches;
/// errors of these, InvalidInput for another number of warps.
Result<RecordingCost> calibrate(const cuda::Context &context,
                                const nvidia::Architecture &architecture,
                                const InstrumentationMode &mode, uint32_t warps);

} // namespace pstudio::calibration
