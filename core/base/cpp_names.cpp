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
// Of NameGrowth::Limited.
constexpr size_t kMaxMangledBytes = 1024;
constexpr size_t kMaxReferences = 24;
constexpr size_t kReferencesOfExpansion = 12;
constexpr size_t kMaxNameBytes = 64 << 10;

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

size_t countOf(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

/// True if the name contains a possible begin of an expression: `X`, `DT`, `Dt`, `DO`, a
/// constraint, an array with a computed bound.
bool mayHaveExpressions(std::string_view mangled) {
  for (size_t i = 0; i + 1 < mangled.size(); ++i) {
    const char c = mangled[i], next = mangled[i + 1];
    if (c == 'X' || c == 'Q' || (c == 'D' && (next == 'T' || next == 't' || next == 'O')) ||
        (c == 'A' && !(next >= '0' && next <= '9')))
      return true;
  }
  return false;
}

/// Expansions of packs, of types (`Dp`) and in expressions (`sp`); likewise with identifiers.
size_t expansionsIn(std::string_view mangled) {
  return countOf(mangled, "Dp") + (mayHaveExpressions(mangled) ? countOf(mangled, "sp") : 0);
}

bool growsLittle(std::string_view mangled) {
  return mangled.size() <= kMaxMangledBytes &&
         referencesIn(mangled) + kReferencesOfExpansion * expansionsIn(mangled) <= kMaxReferences;
}

} // namespace

std::string demangled(const std::string &name, NameGrowth growth) {
  const bool isLimited = growth == NameGrowth::Limited;
  if (!name.starts_with("_Z") || (isLimited && !growsLittle(name)))
    return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text)
    return name;
  const std::string_view result(text.get());
  return isLimited && result.size() > kMaxNameBytes ? name : std::string(result);
}

std::string briefName(const std::string &name, size_t most) {
  std::string text = demangled(name, NameGrowth::Any);
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
