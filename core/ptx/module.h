// SPDX-License-Identifier: Apache-2.0
// Reads whole PTX modules: the functions, variables and directives, with their places in the text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/scanner.h"

namespace pstudio::ptx {

/// Text of a module that is read, at most [bytes].
inline constexpr size_t kMaxModuleBytes = size_t{512} << 20;

/// A parameter of a function, or a variable.
struct Declaration {
  std::string_view space; ///< "param", "global", "shared", "const", "local", "tex", "reg"
  std::string_view type;  ///< "b8", "u64"; empty if none is given
  std::string_view name;
  bool isArray = false;
  bool isExtern = false;
  uint64_t bytes = 0; ///< 0 for an array without a length
  TextRange range;    ///< its ';' included; of a parameter up to the ',' or ')'
  TextRange nameRange;
};

/// Three numbers after a directive of an entry (".reqntid 128, 1, 1"); those not given are 1.
using Extent = std::array<uint32_t, 3>;

struct Function {
  std::string_view name;
  bool isEntry = false;
  bool isDefined = false; ///< has a body
  TextRange range;        ///< from its first directive to its '}' or ';'
  TextRange body;         ///< between '{' and '}'
  /// Between '(' and ')' of the parameter list; nothing if the head has none.
  std::optional<TextRange> parameterList;
  size_t nameEnd = 0; ///< offset after the name: where a missing list would start
  std::vector<Declaration> parameters;
  std::optional<Extent> requiredBlock; ///< .reqntid [threads]
  std::optional<Extent> largestBlock;  ///< .maxntid [threads]
  std::optional<Extent> cluster;       ///< .reqnctapercluster [CTAs]
};

/// A module. All text is part of the text that was read, which must outlive it.
struct Module {
  std::string_view text;
  std::string_view version;              ///< "9.0"
  std::string_view architecture;         ///< first word of .target: "sm_90a"
  std::vector<std::string_view> targets; ///< the others: "debug", "texmode_independent"
  size_t firstDeclaration = 0;           ///< offset after .version, .target and .address_size
  std::vector<Function> functions;       ///< declarations, too, in the order of the text
  std::vector<Declaration> variables;    ///< outside of functions
  std::vector<std::pair<uint32_t, std::string_view>> files; ///< of .file: number and path

  bool isForDebugger() const; ///< compiled with -G
  /// The definition of that entry; null if there is none.
  const Function *entry(std::string_view name) const;
};

/// Reads a module; `name` stands for the file in messages. InvalidFormat, with name:line:column,
/// for text that is no PTX module; bodies are not read, only their braces are matched. O(length)
Result<Module> readModule(std::string_view text, std::string_view name);

/// Reads one declaration of a variable, parameter or register ("%r" of ".reg .b32 %r<5>" is read
/// as "%r"): tokens up to `end`. Nothing if it has no name.
std::optional<Declaration> readDeclaration(std::string_view text, TextRange range);

/// Bits of a type ("b32", "f16x2", "pred": 1); 0 for a name that is no type of one register.
uint32_t bitsOfType(std::string_view type);

} // namespace pstudio::ptx
