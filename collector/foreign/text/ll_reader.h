// SPDX-License-Identifier: Apache-2.0
// LLVM's assembly text, also that of a newer LLVM, to a module of the installed one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collector/foreign/text/ll_adapter.h"
#include "core/base/result.h"
#include "core/base/text_position.h"

namespace llvm {
class Instruction;
class LLVMContext;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// A module with additional information from its text.
struct LlModule {
  std::unique_ptr<llvm::Module> module;
  std::vector<LlChange> changes; ///< to the text; empty if the installed LLVM can read it
  std::string name;              ///< of the file, for positions
  InstructionOffsets instructions;
  std::string text; ///< the original text, for positions
  TextLines lines;  ///< of `text`

  /// "file:line:column" of this instruction in the text. The instruction must be one of the module
  /// as it was read, at place `index` of its function. Empty if the position is unknown. O(log
  /// text).
  std::string whereIs(std::string_view function, size_t index) const;
};

/// Parses and verifies `text`; `name` stands for the file in messages. CompileFailed, with the
/// position in the original text, if the text cannot be read even after adaptLl().
Result<LlModule> readLl(std::string_view text, std::string_view name, llvm::LLVMContext &context);

} // namespace pstudio::foreign
