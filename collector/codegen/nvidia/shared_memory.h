// SPDX-License-Identifier: Apache-2.0
// Which shared memory a module declares itself and which it asks of the launch.
#pragma once

#include <cstdint>

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// As in PtxKernel.
struct SharedMemory {
  uint64_t staticBytes = 0;
  uint64_t launchBytes = 0;
};

/// Gives every global the alignment that LLVM assumes of it, and shared ones at least 16 bytes. The
/// back end declares a global without an explicit alignment with less than the optimiser assumes.
void alignGlobals(llvm::Module &module);

/// Leaves the shared globals (address space 3) as they are if they fit kStaticSharedLimit together.
/// Otherwise they become offsets in one external array, largest alignment first, and the module's
/// own dynamic memory (external arrays without a length) starts behind them.
SharedMemory layOutSharedMemory(llvm::Module &module);

} // namespace pstudio::nvidia
