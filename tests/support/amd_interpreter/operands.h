// SPDX-License-Identifier: Apache-2.0
// Operands and modifiers from the text of a disassembled instruction.
#pragma once

#include <memory>
#include <string_view>

#include "tests/support/amd_interpreter/instruction.h"

namespace pstudio::test::amdgpu {

/// Reads one instruction in the syntax of LLVM's "AMDGPU operand syntax" and "AMDGPU modifier
/// syntax"; `bytes` and `execute` stay unset. A pair (`v_dual_... :: v_dual_...`) becomes two
/// instructions. Parts that are not recognised become operands of kind Word.
std::unique_ptr<Instruction> parseInstruction(std::string_view text);

} // namespace pstudio::test::amdgpu
