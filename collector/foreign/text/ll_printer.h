// SPDX-License-Identifier: Apache-2.0
// A module as text for the LLVM that its text came from, or a newer one.
#pragma once

#include <string>
#include <string_view>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// What the adapter leaves in the place of words that LLVM 19 does not support, so that
/// printForNewerLlvm() can write them again. LLVM 19 ignores all of it.
namespace marks {
/// Begins the name of a string attribute; the attribute as it was follows.
inline constexpr std::string_view kAttribute = "pstudio:";
/// Begins the name of metadata of an instruction; its flags as they were follow, joined by '.'.
inline constexpr std::string_view kFlags = "!pstudio.flags.";
/// The same for an opcode.
inline constexpr std::string_view kOpcode = "!pstudio.opcode.";
/// Metadata of a module whose text had captures(none), which LLVM 19 calls nocapture.
inline constexpr std::string_view kCaptures = "!pstudio.captures";
/// A string attribute: the value is what is between the parentheses of denormal_fpenv(...), which
/// changes the meaning of a function. LLVM 19's equivalents stand beside it.
inline constexpr std::string_view kDenormal = "denormal_fpenv";
} // namespace marks

/// Takes the marks of attributes from a function: records may break what they promise.
/// O(attributes).
void dropMarkedAttributes(llvm::Function &function);

/// The module's text, with the words of the newer LLVM in the place of the marks. Takes the
/// equivalents of denormal_fpenv from `module`.
std::string printForNewerLlvm(llvm::Module &module);

} // namespace pstudio::foreign
