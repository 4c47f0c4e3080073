// SPDX-License-Identifier: Apache-2.0
// Prints a module for the LLVM that printed its text, or a newer one.
#pragma once

#include <string>
#include <string_view>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// Marks that the adapter inserts for words that LLVM 19 does not support, so that
/// printForNewerLlvm() can restore the words. LLVM 19 ignores them.
namespace marks {
/// Begins the name of a string attribute; the original attribute follows.
inline constexpr std::string_view kAttribute = "pstudio:";
/// Begins the name of metadata of an instruction; its original flags follow, joined by '.'.
inline constexpr std::string_view kFlags = "!pstudio.flags.";
/// The same for an opcode.
inline constexpr std::string_view kOpcode = "!pstudio.opcode.";
/// Metadata of a module whose text had captures(none), which LLVM 19 calls nocapture.
inline constexpr std::string_view kCaptures = "!pstudio.captures";
/// A string attribute: the value is the text between the parentheses of denormal_fpenv(...), which
/// changes the semantics of a function. LLVM 19's equivalents stand beside it.
inline constexpr std::string_view kDenormal = "denormal_fpenv";
} // namespace marks

/// Removes the marks of attributes from a function: records may violate the attributes.
/// O(attributes).
void dropMarkedAttributes(llvm::Function &function);

/// The module's text, with the words of the newer LLVM in place of the marks. Removes the
/// equivalents of denormal_fpenv from `module`.
std::string printForNewerLlvm(llvm::Module &module);

} // namespace pstudio::foreign
