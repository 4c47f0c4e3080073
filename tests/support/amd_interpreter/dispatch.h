// SPDX-License-Identifier: Apache-2.0
// Launches of kernels in the interpreter: CTAs, waves, their first registers, and their order.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"
#include "tests/support/amd_interpreter/code_image.h"
#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {

/// A launch of one kernel.
struct KernelLaunch {
  std::string_view codeObject;
  std::string entry;
  std::string chip;                       ///< "gfx1100"
  std::array<uint32_t, 3> grid{1, 1, 1};  ///< CTAs
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads
  uint32_t dynamicLdsBytes = 0;
  std::span<const std::byte> arguments; ///< without the hidden ones
};

struct RunLimits {
  /// Waves run in turn, 8 instructions each; with a seed, in random order for random times.
  std::optional<uint64_t> seed = {};
  uint32_t residentCtas = 4;             ///< CTAs that run at the same time
  uint64_t instructions = 2'000'000'000; ///< of all waves; more are a RunFailed
};

/// Runs the launch to its end. `memory` has the allocations that the kernel may access. Returns the
/// number of executed wave instructions. RunFailed, with PC, instruction, CTA and wave: an
/// instruction that is not supported, an access outside of the allocations, a register that is
/// read before the wait for its load. About 30 ns an instruction.
Result<uint64_t> runLaunch(const KernelLaunch &launch, Memory memory, const RunLimits &limits);

/// Executes the next instruction of a wave. False if the wave has failed.
bool step(Wave &wave, CodeImage &image);

} // namespace pstudio::test::amdgpu
