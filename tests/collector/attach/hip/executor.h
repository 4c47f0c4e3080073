// SPDX-License-Identifier: Apache-2.0
// The interface between the executing HIP runtime and the program that contains the interpreter: a
// shared library cannot contain the static libraries of the distribution.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio::test {

/// Explicit arguments and resources of a kernel.
struct KernelFacts {
  struct Argument {
    uint32_t offset = 0, bytes = 0;
  };
  std::vector<Argument> arguments;
  int registers = 0, ldsBytes = 0, scratchBytes = 0;
};

/// Device memory.
struct MemoryRegion {
  uint64_t address = 0;
  std::span<std::byte> bytes;
};

struct ExecutedLaunch {
  std::string_view codeObject;
  std::string kernel;
  std::string chip;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint32_t dynamicLdsBytes = 0;
  std::vector<std::byte> segment; ///< of the explicit arguments
  std::vector<MemoryRegion> memory;
};

struct Executor {
  /// False if the code object has no such kernel.
  bool (*read)(std::string_view codeObject, const char *kernel, KernelFacts &facts) = nullptr;
  /// Empty, or why the launch failed.
  std::string (*execute)(const ExecutedLaunch &launch) = nullptr;
};

/// Name of the exported function `void(const Executor &)` of the runtime, to be called before all
/// others.
inline constexpr const char *kUseExecutor = "executingHipUse";

} // namespace pstudio::test
