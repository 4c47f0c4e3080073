// SPDX-License-Identifier: Apache-2.0
// Ties what host code declares to the runtime's tables.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "collector/program/host/runtime_function.h"
#include "core/base/result.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace pstudio::program {

/// The symbol whose address is that of the ProgramRun.
inline constexpr std::string_view kRunSymbol = "pstudio.run";

/// The symbol of a runtime function, which is not the name that host code calls.
std::string symbolOf(const RuntimeFunction &function);

/// Gives each declared function a body that passes its arguments on to the function of its name,
/// after the run where that takes it. Unsupported, naming it and the place of a call, for a
/// function that is not in the table or is declared with other parameters there.
Result<void> bindRuntime(llvm::Module &module, std::span<const RuntimeFunction> functions);

/// Lets every loop call "pstudioPoll" with the number of its place, so that the program can be
/// stopped.
void insertPolls(llvm::Module &module);

} // namespace pstudio::program
