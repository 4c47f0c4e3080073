// SPDX-License-Identifier: Apache-2.0
// Operands of PTX instructions.
#pragma once

#include "core/ptx/program.h"

namespace pstudio::ptx {

constexpr bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);
/// The operands that `text`, which holds no comments, separates by commas; empty for white space.
std::vector<Operand> parseOperands(std::string_view text);
/// One operand; Opaque if it is none.
Operand parseOperand(std::string_view text);
std::string format(const Operand &operand);

} // namespace pstudio::ptx
