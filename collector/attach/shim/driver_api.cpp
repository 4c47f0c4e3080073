// SPDX-License-Identifier: Apache-2.0
// Looks up the driver's functions, and names its errors.
#include "collector/attach/shim/driver_api.h"

#include "collector/attach/shim/driver_library.h"
#include "collector/attach/shim/hip_driver.h"

namespace pstudio::attach {

DriverApi loadDriverApi(void *library) {
  DriverApi api;
  MissingFunctions missing;
  forEachFunction(api, [&](auto &function) { resolve(library, function, missing, realDlsym); });
  api.canRecord = missing.names.empty();
  return api;
}

std::string DriverApi::describe(const char *call, CuResult result) const {
  const char *name = nullptr;
  if (isHip())
    call = hipNameOf(call);
  if (!cuGetErrorName || cuGetErrorName(result, &name) != CuResult::Success || !name)
    return std::string(call) + ": error " + std::to_string(static_cast<int>(result));
  return std::string(call) + ": " + name;
}

} // namespace pstudio::attach
