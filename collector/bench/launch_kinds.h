// SPDX-License-Identifier: Apache-2.0
// Cost of a launch by its kind and by its arguments: clusters, cooperative and programmatic
// launches, tensor maps.
#pragma once

#include <cstdint>

#include "collector/bench.h"
#include "collector/calibration/measuring_device.h"

namespace pstudio::bench {

/// Adds a table of kinds of launches and one of kinds of arguments, and the target of the second. A
/// kind that the device does not support is a row with the reason. `launches`: of each kind.
void measureLaunchKinds(calibration::MeasuringDevice &device, uint32_t launches, Section &section);

} // namespace pstudio::bench
