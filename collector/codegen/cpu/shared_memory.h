// SPDX-License-Identifier: Apache-2.0
// Workgroup memory: from globals in address space 3 to offsets in the CTA's shared block.
#pragma once

#include <cstdint>
#include <string_view>

#include "collector/runtime/cpu/program_map.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Prefix of the name of the global of a gpu.func's workgroup buffer. The buffer's name in the
/// source follows or, if it has none, its number.
inline constexpr std::string_view kWorkgroupGlobalPrefix = "workgroup buffer ";

/// The external array of unknown length that stands for dynamic shared memory.
bool isDynamicShared(const llvm::GlobalVariable &global);
/// Number of a static shared global: its place among the module's static shared globals.
/// O(globals).
uint32_t sharedBufferIndex(const llvm::Module &module, const llvm::GlobalVariable &global);

/// Lays the shared globals out, describes them in `map`, and replaces them by offsets from
/// markers::kSharedBase.
void lowerSharedMemory(llvm::Module &module, ProgramMap &map);

} // namespace pstudio::cpu
