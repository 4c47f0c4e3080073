// SPDX-License-Identifier: Apache-2.0
// Which shared memory a module declares itself and which it asks of the launch.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/access/buffer_map.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// As in PtxKernel.
struct SharedMemory {
  uint64_t staticBytes = 0;
  uint64_t launchBytes = 0;
  /// Bytes from the start of shared memory, by the name of the global; only if all are offsets.
  std::map<std::string, uint64_t> places = {};
};

/// True for a variable in shared memory.
bool isSharedBuffer(const llvm::GlobalVariable &global);

/// Whether the module uses shared memory of the launch: arrays without a length. O(globals)
bool hasDynamicArray(const llvm::Module &module);

/// The arrays of a module in shared memory that have a length, by the name that they have in PTX.
/// Their places are not known yet. A structure is an array of bytes. O(globals)
std::map<std::string, memory::Buffer> sharedArraysOf(const llvm::Module &module);

/// Lets the dynamic shared memory of a module start at a multiple of 1024 bytes. Static shared
/// memory that an instrumented kernel has in addition would move its start otherwise, and code for
/// swizzled tiles relies on the start of a kernel without static shared memory.
void alignDynamicArrays(llvm::Module &module);

/// Tells LLVM the truth about globals, before it optimises:
/// - Shared arrays without a length are what the launch adds: one external array, however many
///   there are, that starts at a multiple of 1024 bytes, also behind segments of an instrumented
///   kernel. MLIR 19 defines each as an empty object, whose accesses LLVM may drop.
/// - Every global is declared with the alignment that LLVM assumes of it (the back end would
///   declare less than the optimiser makes use of); shared ones with the largest power of two that
///   divides their size, 16 to 1024 bytes: swizzled tiles must start at a multiple of 1024.
void declareGlobals(llvm::Module &module);

/// Leaves the shared globals (address space 3) as they are if they fit kStaticSharedLimit together,
/// unless their places must be known. Otherwise they become offsets in one external array, largest
/// alignment first, and the module's own dynamic memory (external arrays without a length) starts
/// behind them.
SharedMemory layOutSharedMemory(llvm::Module &module, bool placesMustBeKnown = false);

} // namespace pstudio::nvidia
