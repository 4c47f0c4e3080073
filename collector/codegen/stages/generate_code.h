// SPDX-License-Identifier: Apache-2.0
// Generates a target's code from LLVM IR, and finds the instruction for which LLVM has no code.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/run/pass_report_builder.h"

namespace llvm {
class Module;
class TargetMachine;
enum class CodeGenFileType;
} // namespace llvm

namespace pstudio {

/// Passes of code generation.
enum class CodePasses : uint8_t {
  All,
  Faithful, ///< as FaithfulPasses: those that rearrange code are omitted
};

/// Assembly or an object file of `module`, which code generation changes. Unsupported if the target
/// machine cannot write `type`. CompileFailed with LLVM's message if it has no code for an
/// operation; with the instruction and its place if one instruction compiled alone also fails.
Result<std::string> generateCode(llvm::Module &module, llvm::TargetMachine &machine,
                                 llvm::CodeGenFileType type, CodePasses selected = CodePasses::All);

/// generateCode() of assembly, with `step` of the stage "generate code" in `report`, which may be
/// null.
Result<std::string> generateAssembly(llvm::Module &module, llvm::TargetMachine &machine,
                                     IrLanguage language, const std::string &step,
                                     PassReportBuilder *report,
                                     CodePasses selected = CodePasses::All);

/// `error` of the code generation of a module that was `module` before, with the instruction and
/// its place as generateCode(). O(kinds of instructions) code generations of one instruction each.
Error withInstruction(Error error, const llvm::Module &module, llvm::TargetMachine &machine);

} // namespace pstudio
