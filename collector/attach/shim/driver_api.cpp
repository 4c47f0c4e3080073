// SPDX-License-Identifier: Apache-2.0
// Looks up the driver's functions, and names its errors.
#include "collector/attach/shim/driver_api.h"

#include "collector/attach/shim/driver_library.h"

namespace pstudio::attach {

DriverApi loadDriverApi(void *library) {
  DriverApi api;
  api.canRecord = true;
#define PSTUDIO_ATTACH_LOAD(name, required, ...)                                                   \
  api.name = reinterpret_cast<decltype(api.name)>(realDlsym(library, #name));                      \
  api.canRecord = api.canRecord && (api.name || !required);
  PSTUDIO_ATTACH_DRIVER(PSTUDIO_ATTACH_LOAD)
#undef PSTUDIO_ATTACH_LOAD
  return api;
}

std::string DriverApi::describe(const char *call, CuResult result) const {
  const char *name = nullptr;
  if (!cuGetErrorName || cuGetErrorName(result, &name) != kCuSuccess || !name)
    return std::string(call) + ": error " + std::to_string(result);
  return std::string(call) + ": " + name;
}

} // namespace pstudio::attach
