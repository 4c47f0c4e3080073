// SPDX-License-Identifier: Apache-2.0
// Bounds checks for every access of a kernel.
#pragma once

#include "collector/runtime/cpu/program_map.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Before every load, store, atomic and asynchronous copy of the kernel's code: a comparison with
/// the extent of the object that the address was computed from (an argument of `kernel`, a shared,
/// constant or stack array). If the object is unknown at compile time, the runtime searches for the
/// object of the address. Describes each access in map.accesses. Shared buffers are numbered in the
/// order of the module's globals in address space 3. With `tracesAccesses` the code reports each
/// access to other than constant and stack arrays to the runtime, after its check.
void insertAccessChecks(llvm::Module &module, const llvm::Function &kernel, ProgramMap &map,
                        bool tracesAccesses);

} // namespace pstudio::cpu
