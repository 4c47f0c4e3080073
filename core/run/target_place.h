// SPDX-License-Identifier: Apache-2.0
// Where a target is: on this machine, or on another one that has a name.
#pragma once

#include <string>
#include <string_view>

namespace pstudio {

/// "lab/cuda:sm_90a" taken apart.
struct TargetPlace {
  std::string remote; ///< "lab", a name in the remote settings; empty: this machine
  std::string target; ///< "cuda:sm_90a", as that machine calls it
};

/// Splits at the first slash.
inline TargetPlace splitPlace(std::string_view target) {
  const size_t slash = target.find('/');
  if (slash == std::string_view::npos)
    return {{}, std::string(target)};
  return {std::string(target.substr(0, slash)), std::string(target.substr(slash + 1))};
}

/// True for what may name a remote: letters, digits, '.', '_' and '-', not first '-' or '.', at
/// most 64 of them.
bool isRemoteName(std::string_view name);

} // namespace pstudio
