// SPDX-License-Identifier: Apache-2.0
// Lifts an entry of a PTX module to LLVM IR in which each PTX instruction is inline assembly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace pstudio::foreign {

/// An entry as LLVM IR.
struct LiftedEntry {
  /// A module with one kernel, which has the entry's name and one parameter for each of the
  /// entry's. Parameters are read by the assembly, by the names that they have in PTX; their types
  /// in LLVM IR are only those of numbers.
  std::string text;
  /// Static shared memory that the entry may use: its own, and all of the module's [bytes].
  uint64_t staticSharedBytes = 0;
  /// Chip of LLVM 19 that the text is for ("sm_90a" of "sm_100a"): it has all instructions of what
  /// is added, and PTX of the entry itself is never read by LLVM.
  std::string chip;
};

/// Lifts `entry`, an entry with a body. Code generation of the result without LLVM's optimiser
/// (nvidia/emit_lifted.h) gives the same machine code. `name` stands for the file in messages and
/// in debug information. InvalidFormat, with name:line:column, for a body that is no PTX;
/// Unsupported, with the place, for a register or a control flow instruction that LLVM has no form
/// of. O(length * log(registers))
Result<LiftedEntry> liftEntry(const ptx::Module &module, const ptx::Function &entry,
                              std::string_view name);

} // namespace pstudio::foreign
