// SPDX-License-Identifier: Apache-2.0
#include "collector/foreign/ptx/lifted_module.h"

#include "core/base/cpp_names.h"

namespace pstudio::foreign {
namespace {

/// "add, _Z5scalePf (scale(float*))", as far as they can be launched.
std::string namesOfEntries(const ptx::Module &module) {
  std::string names;
  for (const ptx::Function &function : module.functions) {
    if (!function.isEntry || !function.isDefined)
      continue;
    const std::string name(function.name), readable = demangled(name);
    names += (names.empty() ? "" : ", ") + name;
    if (readable != name)
      names += " (" + readable + ")";
  }
  return names;
}

} // namespace

LiftedModule::LiftedModule(std::string_view text, std::string_view name, std::string_view entry)
    : m_text(std::make_unique<const std::string>(text)), m_name(name), m_entry(entry) {}

Result<LiftedModule> LiftedModule::read(std::string_view text, std::string_view name,
                                        std::string_view entry) {
  LiftedModule result(text, name, entry);
  PSTUDIO_TRY_ASSIGN(result.m_module, ptx::readModule(*result.m_text, name));
  if (!result.m_module.entry(entry)) {
    const std::string names = namesOfEntries(result.m_module);
    return fail(ErrorCode::InvalidInput,
                "the PTX module has no entry \"" + std::string(entry) + "\"", std::string(name),
                names.empty() ? "the file has no .entry with a body" : "the file has: " + names);
  }
  PSTUDIO_TRY_ASSIGN(result.m_lifted, liftEntry(result.m_module, result.entry(), name));
  return result;
}

std::string LiftedModule::dynamicShared() const {
  for (const ptx::Declaration &variable : m_module.variables) {
    if (!variable.isExtern || variable.space != "shared")
      continue;
    ptx::Scanner scanner(m_module.text, entry().body);
    for (ptx::Token token = scanner.next(); token.kind != ptx::Token::Kind::End;
         token = scanner.next())
      if (token.is(variable.name))
        return std::string(variable.name);
  }
  return {};
}

} // namespace pstudio::foreign
