// SPDX-License-Identifier: Apache-2.0
// How the calibration's own kernels record, so that what they cost is what a run's records cost.
#pragma once

#include "core/run/instrumentation_mode.h"

namespace pstudio::calibration {

/// The mode for calibrate() and measureEmptyWaits() on behalf of a run in the mode `run`, whose
/// records are in shared memory or not: the same place, size, strategy and granularity, and all
/// that those kernels annotate. What else the run's mode asks for is about its kernel.
InstrumentationMode calibrationMode(const InstrumentationMode &run, bool isShared);

} // namespace pstudio::calibration
