// SPDX-License-Identifier: Apache-2.0
// Demangles by the C++ run-time library.
#include "core/base/cpp_names.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <cxxabi.h>

namespace pstudio {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)::";
constexpr std::string_view kCut = "...";

void removeAll(std::string &text, std::string_view part) {
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at))
    text.erase(at, part.size());
}

/// Where the parameters begin: the first parenthesis that is in no template argument.
size_t parametersOf(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' && depth == 0)
      return i;
    depth += text[i] == '<' ? 1 : text[i] == '>' ? -1 : 0;
  }
  return text.size();
}

/// Substitutions (`S_`, `S1A_`) and template parameters (`T_`, `T0_`); texts of the same form in
/// identifiers count as well.
size_t referencesIn(std::string_view mangled) {
  size_t count = 0;
  bool isOpen = false;
  for (const char c : mangled) {
    count += isOpen && c == '_';
    const bool isNumber = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    isOpen = c == 'S' || c == 'T' || (isOpen && isNumber);
  }
  return count;
}

} // namespace

std::string demangled(const std::string &name, size_t mostReferences) {
  if (!name.starts_with("_Z") || referencesIn(name) > mostReferences)
    return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

std::string briefName(const std::string &name, size_t most) {
  std::string text = demangled(name, SIZE_MAX);
  if (text != name) {
    removeAll(text, kAnonymous);
    text.resize(parametersOf(text));
    if (text.starts_with("void "))
      text.erase(0, 5);
  }
  if (text.size() <= most)
    return text;
  // Compilers number their kernels at the end of the name.
  const size_t end = most / 4;
  const size_t begin = most - std::min(most, end + kCut.size());
  return text.substr(0, begin) + std::string(kCut) + text.substr(text.size() - end);
}

} // namespace pstudio
