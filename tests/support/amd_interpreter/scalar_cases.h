// SPDX-License-Identifier: Apache-2.0
// Scalar instructions with their meaning as functions of the host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pstudio::test::amdgpu {

struct ScalarResult {
  uint64_t value = 0;
  std::optional<bool> scc; ///< none: unchanged
};

/// One instruction with up to two sources. Widths in registers; result 0: SCC only.
struct ScalarCase {
  std::string gfx11; ///< its name on gfx1100
  std::string gfx9;  ///< its name on gfx942
  uint32_t result;
  std::vector<uint32_t> sources;
  ScalarResult (*expected)(uint64_t a, uint64_t b, bool scc);
};

const std::vector<ScalarCase> &scalarCases();

} // namespace pstudio::test::amdgpu
