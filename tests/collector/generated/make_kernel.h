// SPDX-License-Identifier: Apache-2.0
// A kernel from a seed.
#pragma once

#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {

/// For which kind of target and text a kernel is made.
enum class KernelClass : uint8_t {
  Hardware, ///< well-defined on every GPU: each member mask names the lanes that come
  Model,    ///< also what only the CPU target's model of warps defines: lanes that activemask finds
            ///< under divergence, results of atomics of a warp
  Portable, ///< what MLIR expresses: shuffles of full warps
  Tree,     ///< likewise, without break, continue and return
};

/// The same kernel for the same seed on every machine. README.md describes what it has.
Kernel makeKernel(uint64_t seed, KernelClass kind);

} // namespace pstudio::test
