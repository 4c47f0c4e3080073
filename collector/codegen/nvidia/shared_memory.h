// SPDX-License-Identifier: Apache-2.0
// Division of a module's shared memory into static declarations and memory that the launch
// provides.
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
  /// Bytes from the start of shared memory, by the name of the global; empty if the globals stay
  /// static.
  std::map<std::string, uint64_t> places = {};
};

/// True for a variable in shared memory.
bool isSharedBuffer(const llvm::GlobalVariable &global);

/// Whether the module uses shared memory of the launch: arrays without a length. O(globals)
bool hasDynamicArray(const llvm::Module &module);

/// The arrays of a module in shared memory that have a length, by the name that they have in PTX.
/// Their places are not known yet. A structure is an array of bytes. O(globals)
std::map<std::string, memory::Buffer> sharedArraysOf(const llvm::Module &module);

/// Aligns the start of a module's dynamic shared memory to 1024 bytes. Otherwise the additional
/// static shared memory of an instrumented kernel would move the start, and code for swizzled tiles
/// relies on the start of a kernel without static shared memory.
void alignDynamicArrays(llvm::Module &module);

/// Corrects the declarations of globals, before LLVM optimises:
/// - Shared arrays without a length are memory that the launch provides: all of them become one
///   external array that starts at a multiple of 1024 bytes, also after segments of an instrumented
///   kernel. MLIR 19 defines each as an empty object, whose accesses LLVM may drop.
/// - Every global is declared with the alignment that LLVM assumes for it (the back end would
///   declare less than the optimiser uses); shared ones with the largest power of two that divides
///   their size, 16 to 1024 bytes: swizzled tiles must start at a multiple of 1024.
void declareGlobals(llvm::Module &module);

/// Keeps the shared globals (address space 3) if they fit kStaticSharedLimit together, unless their
/// places must be known. Otherwise they become offsets in one external array, largest alignment
/// first, and the module's own dynamic memory (external arrays without a length) starts after them.
SharedMemory layOutSharedMemory(llvm::Module &module, bool placesMustBeKnown = false);

} // namespace pstudio::nvidia
