// SPDX-License-Identifier: Apache-2.0
// What the driver answered, as an Error: the call, the driver's own words, and what can be done.
#pragma once

#include <string>
#include <string_view>

#include "collector/runtime/cuda/driver_api.h"
#include "core/base/result.h"

namespace pstudio::cuda {

/// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered".
std::string describe(const DriverApi &api, CuResult result);

/// After it the context answers every call with the same error: nothing of it can be used again.
bool endsContext(CuResult result);

/// What a user can do about it; empty if nothing is known.
std::string_view hintFor(CuResult result);

/// "DOING: CALL failed with ..." and the hint.
Error driverError(const DriverApi &api, CuResult result, std::string_view call,
                  std::string_view doing, ErrorCode code = ErrorCode::RunFailed);

/// "13.0" of 13000.
std::string versionText(unsigned version);

} // namespace pstudio::cuda
