// SPDX-License-Identifier: Apache-2.0
// Position of an instruction: in the source that it was compiled from, or in the text.
#pragma once

#include <string>

#include "core/base/text_position.h"

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace pstudio::foreign {

struct LlModule;

/// Attaches to each instruction of `module` its index in its function in the text. Passes that
/// replace instructions do not change the index of others. Call directly after reading.
void noteInstructionPlaces(llvm::Module &module);

/// Adds debug locations in the text of `source` to functions without debug information. Messages of
/// LLVM and of the CPU target name them; no output contains them. `module` was made of `source` and
/// still has the indices. O(text + instructions log text).
void locateInText(llvm::Module &module, const LlModule &source);

/// Removes the indices.
void forgetInstructionPlaces(llvm::Module &module);

/// Position of the instruction in the text; the beginning of the text if it is unknown. O(text).
TextPosition textPositionOf(const llvm::Instruction &instruction, const LlModule &module);

/// "file:line:column" of the source, from debug information; else of the text; else empty.
std::string placeOf(const llvm::Instruction &instruction, const LlModule &module);

} // namespace pstudio::foreign
