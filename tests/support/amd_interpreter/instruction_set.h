// SPDX-License-Identifier: Apache-2.0
// Semantics of instructions by name, from AMD's "RDNA3 Instruction Set Architecture" and "CDNA3
// Instruction Set Architecture".
#pragma once

#include <map>
#include <string>

#include "tests/support/amd_interpreter/instruction.h"

namespace pstudio::test::amdgpu {

/// Name without suffix -> semantics. Names of both generations are in one table, because a name
/// has the same semantics in both unless Chip distinguishes them.
using InstructionTable = std::map<std::string, Execute, std::less<>>;

// The parts of the instruction set; each adds its rows.
void addScalar(InstructionTable &table);
void addControl(InstructionTable &table);
void addVectorIntegers(InstructionTable &table);
void addVectorFloats(InstructionTable &table);
void addConversions(InstructionTable &table);
void addCarries(InstructionTable &table);
void addCompares(InstructionTable &table);
void addDivisions(InstructionTable &table);
void addLaneOperations(InstructionTable &table);
void addPacked(InstructionTable &table);
void addMatrix(InstructionTable &table);
void addScalarMemory(InstructionTable &table);
void addVectorMemory(InstructionTable &table);
void addLds(InstructionTable &table);

/// The semantics of `name`; null if it is not supported.
Execute executeOf(const std::string &name);

} // namespace pstudio::test::amdgpu
