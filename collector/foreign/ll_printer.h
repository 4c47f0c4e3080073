// SPDX-License-Identifier: Apache-2.0
// A module as text for the LLVM that its text came from, or a newer one.
#pragma once

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// What stands in for `denormal_fpenv(...)`, which changes the meaning of a function, where LLVM 19
/// reads it: the parentheses are the value of the attribute.
inline constexpr const char *kDenormalAttribute = "denormal_fpenv";

/// The module's text, with `denormal_fpenv(...)` as a newer LLVM writes it in place of the
/// equivalents that LLVM 19 supports. Changes those attributes of `module`.
std::string printForNewerLlvm(llvm::Module &module);

} // namespace pstudio::foreign
