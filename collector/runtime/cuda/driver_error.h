// SPDX-License-Identifier: Apache-2.0
// A result code of the driver as an Error: the call, the driver's description, and a hint.
#pragma once

#include <string>
#include <string_view>

#include "collector/runtime/cuda/driver_api.h"
#include "core/base/result.h"

namespace pstudio::cuda {

/// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered".
std::string describe(const DriverApi &api, CuResult result);

/// True for results after which every call in the context returns the same error.
bool endsContext(CuResult result);

/// Remedy for the user; empty if there is none.
std::string_view hintFor(CuResult result);

/// "DOING: CALL failed with ..." and the hint.
Error driverError(const DriverApi &api, CuResult result, std::string_view call,
                  std::string_view doing, ErrorCode code = ErrorCode::RunFailed);

/// "13.0" of 13000.
std::string versionText(unsigned version);

} // namespace pstudio::cuda
