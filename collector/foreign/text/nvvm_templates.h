// SPDX-License-Identifier: Apache-2.0
// Translation of intrinsics that a newer LLVM has for NVIDIA GPUs and the installed one does not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pstudio::foreign {

/// PTX of one intrinsic. `@r0` is the first result, `@a0` the first argument, `@i0` the first
/// argument as a number in the text: it must be a constant. `@?3<yes|no>` is one of two texts,
/// selected by the fourth argument, a constant; 0 selects the second. "|no" may be omitted. `@z8`
/// is empty: the ninth argument, if there is one, must be the constant 0.
struct PtxTemplate {
  std::string text;
  bool hasEffects = true; ///< accesses memory or waits; false if it only reads registers
};

/// Translation for LLVM 19 of an intrinsic of LLVM 20 to 22 that LLVM 19 does not have.
enum class NvvmClass {
  Equivalent, ///< an intrinsic of LLVM 19 does the same
  InlinePtx,  ///< its PTX instruction, as inline assembly
  NoChip,     ///< it needs a newer chip or version of PTX than LLVM 19 has, and these tables have
              ///< no PTX for it
  Opaque,     ///< unknown to these tables: it stays a call
};

/// The class of `llvm.nvvm.<name>`, given without that prefix, with or without the suffix for
/// overloads on pointers (".p3"). O(rows of the tables).
NvvmClass classOfIntrinsic(std::string_view name);

/// The PTX of `llvm.nvvm.<name>`; nullopt if there is none. Sources: LLVM 22's IntrinsicsNVVM.td,
/// PTX ISA 9.0.
std::optional<PtxTemplate> ptxOfIntrinsic(std::string_view name);

/// The intrinsic of the installed LLVM that does the same with the same arguments, with its whole
/// name; empty if there is none. `isBarrierZero`: the first argument is the constant 0.
std::string_view equivalentIntrinsic(std::string_view name, bool isBarrierZero);

/// The chip or PTX version that supports `llvm.nvvm.<name>`, if it is NvvmClass::NoChip: "sm_100a";
/// empty for others.
std::string_view neededBeyondLlvm19(std::string_view name);

} // namespace pstudio::foreign
