// SPDX-License-Identifier: Apache-2.0
// Places of host code that messages speak of, and what is known of them before the program runs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace pstudio::program {

/// What host code launches; a number is absent where it is computed while the program runs.
struct PlannedLaunch {
  std::string module;
  std::string kernel;
  std::optional<std::array<uint32_t, 3>> grid;
  std::optional<std::array<uint32_t, 3>> block;
  std::optional<std::array<uint32_t, 3>> cluster; ///< {1, 1, 1} without clusters
  std::optional<uint32_t> dynamicSharedBytes;
};

/// A call of host code that can go wrong for the author's reasons: a launch, a tensor map.
struct CallSite {
  std::string place; ///< "file:line:column"
  std::optional<PlannedLaunch> launch = {};
};

} // namespace pstudio::program
