// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/gpu/driver_error.h"

#include <algorithm>

namespace pstudio::gpu {
namespace {

const KnownResult *find(KnownResults known, DriverResult result) {
  const auto found = std::ranges::find(known, result, &KnownResult::result);
  return found == known.end() ? nullptr : &*found;
}

} // namespace

bool endsDevice(KnownResults known, DriverResult result) {
  const KnownResult *found = find(known, result);
  return found && found->endsDevice;
}

std::string_view hintFor(KnownResults known, DriverResult result) {
  const KnownResult *found = find(known, result);
  return found ? found->hint : std::string_view();
}

std::string describeResult(DriverResult result, const char *name, const char *text) {
  const std::string description =
      std::string(name ? name : "error") + " (" + std::to_string(static_cast<int>(result)) + ")";
  const bool hasText = text && (!name || std::string_view(name) != text);
  return hasText ? description + ": " + text : description;
}

Error callError(std::string_view call, std::string_view doing, std::string_view description,
                std::string_view hint, ErrorCode code) {
  return {code,
          std::string(doing) + ": " + std::string(call) + " failed with " +
              std::string(description),
          "", std::string(hint)};
}

} // namespace pstudio::gpu
