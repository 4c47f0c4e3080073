// SPDX-License-Identifier: Apache-2.0
// The clocks of the interpreted GPU: counts of executed instructions.
#pragma once

#include <cstdint>

#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {

/// Reference clock [ticks of 10 ns]: one tick for each instruction of a wave.
inline uint64_t referenceClock(const Machine &machine) {
  return 8'640'000'000'000 + machine.executed;
}
/// Shader clock [cycles]: 2.1 GHz beside the reference clock.
inline uint64_t shaderClock(const Machine &machine) {
  return 1'000'000 + machine.executed * 21;
}

} // namespace pstudio::test::amdgpu
