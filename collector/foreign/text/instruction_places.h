// SPDX-License-Identifier: Apache-2.0
// Where an instruction stands: in the source that it was compiled from, or in the text.
#pragma once

#include <string>

#include "collector/foreign/text/text_edits.h"

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace pstudio::foreign {

struct LlModule;

/// Notes on each instruction of `module` its place in its function, as the text has it: passes that
/// replace some do not shift the others. Call directly after reading.
void noteInstructionPlaces(llvm::Module &module);

/// Gives the instructions of functions without debug information their place in the text of
/// `source` as debug locations that no output contains: messages of LLVM and of the CPU target name
/// them. `module` was made of `source` and still has the notes. O(text + instructions log text).
void locateInText(llvm::Module &module, const LlModule &source);

/// Takes the notes away again.
void forgetInstructionPlaces(llvm::Module &module);

/// Where the text has the instruction; its beginning if that is unknown. O(text).
TextPosition textPositionOf(const llvm::Instruction &instruction, const LlModule &module);

/// "file:line:column" of the source, from debug information; else of the text; else empty.
std::string placeOf(const llvm::Instruction &instruction, const LlModule &module);

} // namespace pstudio::foreign
