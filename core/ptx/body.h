// SPDX-License-Identifier: Apache-2.0
// Reads the body of a PTX function: statements, scopes, and the symbols that each scope declares.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/ptx/module.h"

namespace pstudio::ptx {

/// Nested { } of a body, at most.
inline constexpr uint32_t kMaxScopes = 100'000;
inline constexpr uint32_t kMaxScopeDepth = 200;

struct BodyStatement {
  enum class Kind : uint8_t {
    Instruction,
    Label,       ///< `name`: of the label, without ':'
    Declaration, ///< of a variable (.local, .shared, .param)
    Registers,   ///< .reg
    Pragma,      ///< .pragma
    Location,    ///< .loc
    Targets,     ///< .branchtargets, of the label before it
    CallTargets, ///< .calltargets and .callprototype, of the label before it
    Open,        ///< {
    Close,       ///< }
  };
  Kind kind = Kind::Instruction;
  TextRange range;       ///< its ';' included
  uint32_t scope = 0;    ///< that it is in: of Open and Close the inner one
  std::string_view name; ///< of a label or a variable
  /// Of an instruction. The text in them has no comments removed.
  std::string_view guard; ///< register of "@!%p"; empty if there is none
  bool isGuardNegated = false;
  std::string_view opcode;         ///< with its modifiers: "ld.global.f32"
  std::vector<TextRange> operands; ///< separated by commas, without white space around them

  /// "ld" of "ld.global.f32".
  std::string_view root() const { return opcode.substr(0, opcode.find('.')); }
  /// True if `modifier` (".cc") is one of the opcode's.
  bool has(std::string_view modifier) const;
};

/// A name that a scope declares.
struct Symbol {
  enum class Kind : uint8_t { Register, Variable, Label };
  Kind kind = Kind::Register;
  uint32_t scope = 0;    ///< that declares it
  std::string_view type = {}; ///< of a register
  bool isVector = false; ///< a register declared with .v2 or .v4
  size_t statement = 0;  ///< index of the statement that declares it
};

struct Scope {
  uint32_t parent = 0; ///< of the function's own, 0, itself
  std::map<std::string_view, Symbol> symbols;
  /// "%r<100>": prefix and number of names.
  struct Family {
    std::string_view prefix;
    uint64_t count = 0;
    Symbol symbol;
  };
  std::vector<Family> families;
};

/// A body. Its text is that of the module, which must outlive it.
struct Body {
  std::vector<BodyStatement> statements; ///< in the order of the text
  std::vector<Scope> scopes;             ///< the first one is the function's

  /// The symbol of that name as code in `scope` sees it; nothing if it is declared outside of the
  /// function. O(depth * log(symbols))
  std::optional<Symbol> find(uint32_t scope, std::string_view name) const;
};

/// Reads the body of `function`; `name` stands for the file in messages. InvalidFormat, with
/// name:line:column, for text that is no body, and for scopes beyond the limits.
/// O(length * log(symbols))
Result<Body> readBody(std::string_view text, const Function &function, std::string_view name);

} // namespace pstudio::ptx
