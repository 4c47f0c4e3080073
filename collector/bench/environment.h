// SPDX-License-Identifier: Apache-2.0
// Hardware and software with which a benchmark was measured.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/runtime/cuda/driver.h"

namespace pstudio::bench {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Date (UTC), version, host processor and its threads.
Environment describeHost();

/// The device, the driver's API version and the architecture that kernels are compiled for.
Environment describeDevice(const cuda::Driver &driver, const cuda::DeviceInfo &device,
                           const nvidia::Architecture &architecture);

} // namespace pstudio::bench
