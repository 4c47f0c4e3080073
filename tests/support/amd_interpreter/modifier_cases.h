// SPDX-License-Identifier: Apache-2.0
// Instructions with modifiers, and the result or the failure that they must have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pstudio::test::amdgpu {

/// A program that reads v0, v1, v2 and writes v3.
struct ModifierCase {
  std::string text;
  std::string processor;
  uint32_t v0 = 0; ///< of lane 0
  uint32_t v1 = 0;
  uint32_t v2 = 0;
  uint32_t expected = 0;    ///< v3 of `lane`
  std::string failure = {}; ///< the first words of the failure; empty: none
  uint32_t step = 0;        ///< v0 of a lane is v0 + step * lane
  uint32_t lane = 0;
  uint64_t exec = ~uint64_t(0);
};

std::vector<ModifierCase> modifierCases();

} // namespace pstudio::test::amdgpu
