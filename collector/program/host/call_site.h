// SPDX-License-Identifier: Apache-2.0
// Call sites of host code for messages, and the launch parameters that are known at compile time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace pstudio::program {

/// A launch of host code. A number is absent if it is computed at run time.
struct PlannedLaunch {
  std::string module;
  std::string kernel;
  std::optional<std::array<uint32_t, 3>> grid;
  std::optional<std::array<uint32_t, 3>> block;
  std::optional<std::array<uint32_t, 3>> cluster; ///< {1, 1, 1} without clusters
  std::optional<uint32_t> dynamicSharedBytes;
};

/// A call of host code that can fail because of an error in the program: a launch, a tensor map.
struct CallSite {
  std::string place; ///< "file:line:column"
  std::optional<PlannedLaunch> launch = {};
};

} // namespace pstudio::program
