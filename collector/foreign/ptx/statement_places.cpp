// SPDX-License-Identifier: Apache-2.0
#include "collector/foreign/ptx/statement_places.h"

#include <array>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

llvm::StringRef ref(std::string_view text) {
  return {text.data(), text.size()};
}

} // namespace

StatementPlaces::StatementPlaces(const ptx::Module &module, std::string_view name,
                                 llvm::Function &function, size_t entryOffset)
    : m_module(module), m_function(function), m_builder(*function.getParent()),
      m_lines(module.text) {
  llvm::DIFile *file = m_builder.createFile(ref(name), "");
  m_builder.createCompileUnit(llvm::dwarf::DW_LANG_C_plus_plus, file, "", true, "", 0, "",
                              llvm::DICompileUnit::LineTablesOnly);
  const auto line = static_cast<unsigned>(m_lines.positionOf(entryOffset).line);
  auto *type = m_builder.createSubroutineType(m_builder.getOrCreateTypeArray({}));
  m_subprogram =
      m_builder.createFunction(file, function.getName(), function.getName(), file, line, type, line,
                               llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(m_subprogram);
  function.getParent()->addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                                      llvm::DEBUG_METADATA_VERSION);
}

llvm::DILocation *StatementPlaces::at(const ptx::BodyStatement &statement) {
  if (m_location)
    return m_location;
  const TextPosition position = m_lines.positionOf(statement.range.begin);
  return llvm::DILocation::get(m_function.getContext(), static_cast<unsigned>(position.line),
                               static_cast<unsigned>(position.column), m_subprogram);
}

/// .loc FILE LINE COLUMN, ...
void StatementPlaces::noteLocation(const ptx::BodyStatement &statement) {
  ptx::Scanner scanner(m_module.text, statement.range);
  scanner.next();
  std::array<unsigned, 3> numbers{};
  for (unsigned &number : numbers)
    if (ref(scanner.next().text).getAsInteger(10, number))
      return;
  const auto [file, line, column] = numbers;
  if (llvm::DIScope *scope = line == 0 ? nullptr : scopeOf(file))
    m_location = llvm::DILocation::get(m_function.getContext(), line, column, scope);
}

llvm::DIScope *StatementPlaces::scopeOf(uint32_t file) {
  if (const auto found = m_scopes.find(file); found != m_scopes.end())
    return found->second;
  for (const auto &[number, path] : m_module.files)
    if (number == file)
      return m_scopes[file] = m_builder.createLexicalBlockFile(m_subprogram,
                                                               m_builder.createFile(ref(path), ""));
  return nullptr;
}

} // namespace pstudio::foreign
