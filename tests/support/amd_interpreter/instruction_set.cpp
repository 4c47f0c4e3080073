// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/instruction_set.h"

namespace pstudio::test::amdgpu {
namespace {

const InstructionTable &wholeTable() {
  static const InstructionTable table = [] {
    InstructionTable made;
    for (const auto add : {addScalar, addControl, addVectorIntegers, addVectorFloats,
                           addConversions, addCarries, addCompares, addDivisions, addLaneOperations,
                           addPacked, addMatrix, addScalarMemory, addVectorMemory, addLds})
      add(made);
    return made;
  }();
  return table;
}

} // namespace

Execute executeOf(const std::string &name) {
  const auto found = wholeTable().find(name);
  return found == wholeTable().end() ? nullptr : found->second;
}

} // namespace pstudio::test::amdgpu
