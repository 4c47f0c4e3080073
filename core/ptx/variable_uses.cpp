// SPDX-License-Identifier: Apache-2.0
// Follows names, not instructions: what is not named is not reached.
#include "core/ptx/variable_uses.h"

#include <algorithm>
#include <array>

namespace pstudio::ptx {
namespace {

/// Names that NVIDIA's compilers give to constants of their own.
constexpr std::array<std::string_view, 3> kConstantPrefixes{"$str", "__unnamed_", "__cudart_"};

bool isModuleVariable(const Declaration &variable) {
  return variable.space == "global" || variable.space == "const";
}

bool hasAlias(const Module &module) {
  return module.text.find(".alias") != std::string_view::npos;
}

} // namespace

NameSet namesIn(std::string_view text, TextRange range, const NameSet &known) {
  NameSet found;
  Scanner scanner(text, range);
  for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
    if (token.kind == Token::Kind::Word && known.contains(token.text))
      found.insert(token.text);
  return found;
}

Reached reachedFrom(const Module &module, const Function &entry) {
  NameSet known;
  std::unordered_map<std::string_view, const Function *> defined;
  for (const Function &function : module.functions)
    if (function.isDefined && known.insert(function.name).second)
      defined.emplace(function.name, &function);
  for (const Declaration &variable : module.variables)
    if (isModuleVariable(variable))
      known.insert(variable.name);

  NameSet seen{entry.name};
  std::vector<const Function *> waiting{&entry};
  if (hasAlias(module))
    for (const auto &[name, function] : defined)
      if (seen.insert(name).second)
        waiting.push_back(function);
  while (!waiting.empty()) {
    const Function &function = *waiting.back();
    waiting.pop_back();
    for (const std::string_view name : namesIn(module.text, function.body, known))
      if (seen.insert(name).second && defined.contains(name))
        waiting.push_back(defined.at(name));
  }

  Reached reached;
  for (const Function &function : module.functions)
    if (function.isDefined && seen.contains(function.name))
      reached.functions.push_back(&function);
  for (const Declaration &variable : module.variables)
    if (isModuleVariable(variable) && seen.contains(variable.name))
      reached.variables.push_back(&variable);
  return reached;
}

TextRange initialiserOf(const Module &module, const Declaration &variable) {
  Scanner scanner(module.text, {variable.nameRange.end, variable.range.end});
  for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
    if (token.is("="))
      return {token.end(), variable.range.end};
  return {variable.range.end, variable.range.end};
}

bool isCompilerConstant(const Module &module, const Declaration &variable) {
  if (std::ranges::none_of(kConstantPrefixes, [&](std::string_view prefix) {
        return variable.name.starts_with(prefix);
      }))
    return false;
  const TextRange range = initialiserOf(module, variable);
  Scanner scanner(module.text, range);
  for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
    if (token.kind == Token::Kind::Word)
      return false;
  return true;
}

} // namespace pstudio::ptx
