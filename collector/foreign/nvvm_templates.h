// SPDX-License-Identifier: Apache-2.0
// The PTX of intrinsics that a newer LLVM has for NVIDIA GPUs and the installed one does not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pstudio::foreign {

/// PTX of one intrinsic. `@r0` is the first result, `@a0` the first argument, `@i0` the first
/// argument as a number in the text: it has to be a constant.
struct PtxTemplate {
  std::string text;
  bool hasEffects = true; ///< touches memory or waits; false for what reads registers only
  /// Flags among the arguments for variants that the text is not: each has to be the constant 0.
  std::span<const uint8_t> mustBeZero = {};
};

/// The PTX of `llvm.nvvm.<name>`, without that prefix and without what overloading adds (".p3");
/// nothing if there is none. Sources: LLVM 22's NVPTXIntrinsics.td, PTX ISA 9.0.
std::optional<PtxTemplate> ptxOfIntrinsic(std::string_view name);

/// The intrinsic of the installed LLVM that does the same with the same arguments, with its whole
/// name; empty if there is none. `isBarrierZero`: the first argument is the constant 0.
std::string_view equivalentIntrinsic(std::string_view name, bool isBarrierZero);

} // namespace pstudio::foreign
