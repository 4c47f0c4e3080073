// SPDX-License-Identifier: Apache-2.0
// Which registers of a PTX instruction are read, and which are written.
#pragma once

#include <cstdint>
#include <string_view>

namespace pstudio::ptx {

/// Accesses of an instruction to the registers of its operands.
enum class RegisterUse : uint8_t {
  ReadsAll,      ///< writes none
  WritesFirst,   ///< writes those of the first operand and reads all others
  UpdatesFirst,  ///< as WritesFirst, and reads the first operand, too (an accumulator)
  UnknownOpcode, ///< may read and write each
};

/// Register use of an instruction, other than a call. \param opcode  with its modifiers
/// \param firstIsAddress  the first operand is an address ("[%rd1]"), whose registers are never
/// written
RegisterUse registerUse(std::string_view opcode, bool firstIsAddress);

} // namespace pstudio::ptx
