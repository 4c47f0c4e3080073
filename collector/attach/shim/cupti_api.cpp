// SPDX-License-Identifier: Apache-2.0
// Looks up the functions of CUPTI, checks its version, and names its errors.
#include "collector/attach/shim/cupti_api.h"

#include "collector/attach/shim/driver_library.h"

namespace pstudio::attach {

namespace {

/// As cuptiGetVersion counts: 19 is CUDA 12.0, 130000 is 13.0.
constexpr uint32_t kOldestVersion = 19;
constexpr uint32_t kFirstUnknownVersion = 140000;

} // namespace

CuptiApi loadCuptiApi(void *library, std::string &problem) {
  CuptiApi api;
  MissingFunctions missing;
  forEachFunction(api, [&](auto &function) { resolve(library, function, missing, realDlsym); });
  if (!missing.names.empty())
    problem = "it lacks " + missing.names;
  uint32_t version = 0;
  if (problem.empty() && (api.cuptiGetVersion(&version) != CuptiResult::Success ||
                          version < kOldestVersion || version >= kFirstUnknownVersion))
    problem = "its version " + std::to_string(version) + " is not of CUDA 12 or 13";
  return api;
}

std::string CuptiApi::describe(const char *call, CuptiResult result) const {
  const char *name = nullptr;
  if (!cuptiGetResultString || cuptiGetResultString(result, &name) != CuptiResult::Success || !name)
    return std::string(call) + ": error " + std::to_string(static_cast<int>(result));
  return std::string(call) + ": " + name;
}

} // namespace pstudio::attach
