// SPDX-License-Identifier: Apache-2.0
// Mode of the calibration's own kernels, so that their records cost as much as the records of a
// run.
#pragma once

#include "core/run/instrumentation_mode.h"

namespace pstudio::calibration {

/// The mode for calibrate() and measureEmptyWaits() for a run in the mode `run`, whose records are
/// in shared memory or not. It has the same buffer type, size and granularity, and records all
/// annotations of those kernels. Strategy `first` stays; other strategies become the default,
/// because their flushes are scopes of their own. Other options of the run's mode only concern its
/// kernel.
InstrumentationMode calibrationMode(const InstrumentationMode &run, bool isShared);

} // namespace pstudio::calibration
