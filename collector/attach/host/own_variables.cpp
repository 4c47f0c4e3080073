// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/own_variables.h"

#include <algorithm>
#include <cctype>

#include "core/base/text_lines.h"

namespace pstudio::attach {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

/// "@count" of "@count = internal addrspace(1) global i32 0"; empty for other lines and for
/// variables that are the same in each module.
std::string_view variableIn(std::string_view line) {
  const size_t end = line.find(" = ");
  if (!line.starts_with('@') || line.starts_with("@llvm.") || end == line.npos)
    return {};
  std::string_view kind = line.substr(end);
  kind = kind.substr(0, kind.find('"')); // not the text of a constant
  if (contains(kind, "addrspace(3)"))
    return {};
  const bool isDefinedElsewhere =
      contains(kind, "externally_initialized") ||
      (kind.starts_with(" = external ") && contains(kind, " constant "));
  return isDefinedElsewhere || contains(kind, " global ") ? line.substr(0, end)
                                                          : std::string_view();
}

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

/// Number of occurrences of the name in the text, the definition included.
size_t usesOf(std::string_view name, std::string_view text) {
  size_t count = 0;
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + name.size())) {
    const size_t after = at + name.size();
    count += after == text.size() || !isNameCharacter(text[after]) ? 1 : 0;
  }
  return count;
}

} // namespace

std::string ownVariableIn(std::string_view llvmIr) {
  for (std::string_view rest = llvmIr; !rest.empty();) {
    const std::string_view name = variableIn(takeLine(rest));
    if (!name.empty() && usesOf(name, llvmIr) > 1)
      return std::string(name);
  }
  return {};
}

} // namespace pstudio::attach
