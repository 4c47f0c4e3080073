// SPDX-License-Identifier: Apache-2.0
// The effects of a generated kernel by the model of warps: the lanes of a CTA execute the tree in
// lock step with a mask.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {

/// One memory access of a warp.
struct WarpAccess {
  uint32_t mask = 0; ///< lanes
  std::vector<uint64_t>
      addresses; ///< of each lane of the mask, rising; bytes from the memory's start

  bool operator==(const WarpAccess &) const = default;
};

/// A memory operation of one warp.
struct AccessPlace {
  uint32_t line = 0; ///< Statement::line
  uint32_t cta = 0, warp = 0;

  auto operator<=>(const AccessPlace &) const = default;
};

/// The bytes of each argument.
using MemoryBytes = std::vector<std::vector<std::byte>>;

struct Interpretation {
  MemoryBytes memory;                                      ///< after the launch
  std::map<AccessPlace, std::vector<WarpAccess>> accesses; ///< of each place, in order
  /// Why the kernel has no defined result on a GPU, with the line; empty if it has.
  std::string fault;
};

/// Executes the kernel. `memory`: the kArguments arguments before the launch. The lanes that break,
/// continue or return leave the mask until the end of the loop, the iteration or the function; the
/// others go on together. O(threads * statements).
Interpretation interpret(const Kernel &kernel, MemoryBytes memory);

} // namespace pstudio::test
