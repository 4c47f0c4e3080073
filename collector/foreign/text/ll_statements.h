// SPDX-License-Identifier: Apache-2.0
// The statements of LLVM's assembly text: groups of tokens, and their kinds.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collector/foreign/text/ll_lexer.h"

namespace pstudio::foreign {

enum class LlStatementKind : uint8_t {
  Define,         ///< the header of a function with a body, up to its brace
  Declare,        ///< a function without a body
  Instruction,    ///< one instruction of a body
  DebugRecord,    ///< `#dbg_value(...)` in a body
  AttributeGroup, ///< `attributes #0 = { ... }`
  Metadata,       ///< `!0 = ...`
  Target,         ///< `target datalayout = "..."`, `target triple = "..."`
  Other,          ///< globals, types, comdats, labels, braces
};

/// Tokens [first, last) of the token list.
struct LlStatement {
  LlStatementKind kind = LlStatementKind::Other;
  size_t first = 0;
  size_t last = 0;
};

/// Splits the tokens into statements. Never fails: tokens that form no statement are Other.
/// O(tokens).
std::vector<LlStatement> splitStatements(std::string_view text, const std::vector<LlToken> &tokens);

/// The token after the bracket that closes the one at `open`, or `last` if none does.
size_t afterGroup(std::string_view text, const std::vector<LlToken> &tokens, size_t open,
                  size_t last);

/// Name of a function -> offsets of its instructions in the text, in order; debug records are not
/// instructions.
using InstructionOffsets = std::map<std::string, std::vector<size_t>, std::less<>>;
InstructionOffsets instructionOffsets(std::string_view text, const std::vector<LlToken> &tokens,
                                      const std::vector<LlStatement> &statements);

} // namespace pstudio::foreign
