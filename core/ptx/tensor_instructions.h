// SPDX-License-Identifier: Apache-2.0
// Instructions of Blackwell: tensor memory (tcgen05) and cluster launch control.
#pragma once

#include "core/ptx/instruction.h"

namespace pstudio::ptx {

/// The class of an instruction of the opcode tcgen05; Unknown for one that PTX ISA 9.0 does not
/// have. O(modifiers + operands).
Instruction classifyTensorInstruction(const Statement &statement);

/// The same for clusterlaunchcontrol.
Instruction classifyLaunchControl(const Statement &statement);

} // namespace pstudio::ptx
