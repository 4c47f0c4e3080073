// SPDX-License-Identifier: Apache-2.0
// Parses PTX text as compilers put it into inline assembly, without loss.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio::ptx {

/// "%r1", "$3", "[%rd4+16]", "{$0, $1}", "0x10".
struct Operand {
  enum class Kind : uint8_t {
    Register,    ///< %name
    Placeholder, ///< $3 or ${3:x}: operand 3 of the inline assembly
    Immediate,   ///< a number, also after the $$ that inline assembly writes for $
    Symbol,      ///< a label or variable
    Sink,        ///< _
    Address,     ///< [base+offset, ...]; `parts` are the base and the operands after commas
    Group,       ///< {a, b}; the elements are `parts`
    Pair,        ///< a|b
    Opaque,      ///< anything else
  };
  Kind kind = Kind::Opaque;
  bool isNegated = false;   ///< !%p
  uint32_t placeholder = 0; ///< Kind::Placeholder
  int64_t offset = 0;       ///< Kind::Address: added to the base [bytes]
  std::string text;         ///< as written, without a leading '!'
  std::vector<Operand> parts;

  bool operator==(const Operand &) const = default;
};

/// One statement with the white space and comments before it.
struct Statement {
  enum class Kind : uint8_t {
    Instruction,
    Label,     ///< "name:"; `opcode` is the name
    Directive, ///< ".reg .pred p;"; `opcode` is ".reg"
    Open,      ///< {
    Close,     ///< }
    Other,     ///< anything else, up to the next ';' or line
  };
  Kind kind = Kind::Other;
  std::string leading;                ///< white space and comments
  std::string text;                   ///< the statement itself, its ';' included
  std::optional<Operand> predicate;   ///< of an instruction: @%p or @!$5
  std::string opcode;                 ///< "ld"
  std::vector<std::string> modifiers; ///< "global", "v4", "b32"; "::" stays inside of one
  std::vector<Operand> operands;

  bool has(std::string_view modifier) const;
};

struct Program {
  std::vector<Statement> statements;
  std::string trailing; ///< white space and comments at the end
};

/// Parses any text; text that is not PTX becomes statements of kind Other. O(length).
Program parse(std::string_view text);

/// The text that was parsed, byte by byte.
std::string textOf(const Program &program);
/// An instruction from its parts, in one canonical form; its text for any other statement. Parsing
/// that gives the same parts.
std::string format(const Statement &statement);

} // namespace pstudio::ptx
