// SPDX-License-Identifier: Apache-2.0
// A result code of the HIP runtime as an Error: the call, HIP's description, and a hint.
#pragma once

#include <string>
#include <string_view>

#include "collector/runtime/hip/hip_api.h"
#include "core/base/result.h"

namespace pstudio::hip {

/// "hipErrorOutOfMemory (2): out of memory".
std::string describe(const HipApi &api, HipResult result);

/// True for results after which the process cannot use the device any more.
bool endsDevice(HipResult result);

/// "DOING: CALL failed with ..." and the hint.
Error hipError(const HipApi &api, HipResult result, std::string_view call, std::string_view doing,
               ErrorCode code = ErrorCode::RunFailed);

/// "5.2" of 50221153, the number of hipRuntimeGetVersion: 10000000 * major + 100000 * minor
/// + patch.
std::string versionText(uint32_t version);
/// Major version of a number of hipRuntimeGetVersion.
constexpr uint32_t majorOf(uint32_t version) {
  return version / 10'000'000;
}

} // namespace pstudio::hip
