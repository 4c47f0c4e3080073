// SPDX-License-Identifier: Apache-2.0
// The architecture of the NVIDIA GPU of this machine.
#pragma once

#include <string>

#include "collector/codegen/nvidia/architecture.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// That of the first device. Errors of the driver, Unsupported for too old a device.
Result<nvidia::Architecture> deviceArchitecture(const std::string &library);

/// The specification of a .cu file for the target "cuda" with the architecture of the device, which
/// the file is compiled for. Others, and all where there is no device, stay as they are.
RunSpec withArchitectureOfSource(RunSpec spec, const std::string &library);

} // namespace pstudio
