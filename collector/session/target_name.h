// SPDX-License-Identifier: Apache-2.0
// The two parts of a specification's target.
#pragma once

#include <string>
#include <string_view>

namespace pstudio {

/// "cuda:sm_90a" taken apart.
struct TargetName {
  std::string name;         ///< "cuda"
  std::string architecture; ///< "sm_90a"; empty = what the device is
};

/// Splits at the first colon.
inline TargetName splitTarget(std::string_view target) {
  const size_t colon = target.find(':');
  if (colon == std::string_view::npos)
    return {std::string(target), {}};
  return {std::string(target.substr(0, colon)), std::string(target.substr(colon + 1))};
}

} // namespace pstudio
