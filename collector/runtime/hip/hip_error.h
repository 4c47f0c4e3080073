// SPDX-License-Identifier: Apache-2.0
// What the HIP runtime answered, as an Error: the call, HIP's own words, and what can be done.
#pragma once

#include <string>
#include <string_view>

#include "collector/runtime/hip/hip_api.h"
#include "core/base/result.h"

namespace pstudio::hip {

/// "hipErrorOutOfMemory (2): out of memory".
std::string describe(const HipApi &api, HipResult result);

/// After it the process gets nothing more from the device.
bool endsDevice(HipResult result);

/// "DOING: CALL failed with ..." and the hint.
Error hipError(const HipApi &api, HipResult result, std::string_view call, std::string_view doing,
               ErrorCode code = ErrorCode::RunFailed);

/// "5.2" of 50221153, which is what hipRuntimeGetVersion counts: major, minor and patch in steps
/// of 10000000, 100000 and 1.
std::string versionText(uint32_t version);
/// Major version of the same number.
constexpr uint32_t majorOf(uint32_t version) {
  return version / 10'000'000;
}

} // namespace pstudio::hip
