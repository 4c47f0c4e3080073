// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/calibration_mode.h"

namespace pstudio::calibration {

using Mode = InstrumentationMode;

Mode calibrationMode(const Mode &run, bool isShared) {
  Mode mode;
  mode.bufferType = isShared ? Mode::BufferType::Shared : Mode::BufferType::Global;
  // Handovers of the other strategies are scopes of their own.
  if (run.strategy == Mode::Strategy::First)
    mode.strategy = Mode::Strategy::First;
  mode.slotsPerUnit = run.slotsPerUnit;
  mode.granularity = run.granularity;
  return mode;
}

} // namespace pstudio::calibration
