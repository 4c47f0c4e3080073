// SPDX-License-Identifier: Apache-2.0
// Places of PTX statements as debug information: the source line of .loc, else the line of the PTX.
#pragma once

#include <map>
#include <string_view>

#include "core/base/text_position.h"
#include "core/ptx/body.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Function.h"

namespace pstudio::foreign {

/// Attaches debug information to the code of one function.
class StatementPlaces {
public:
  /// \param name  of the PTX file. O(text)
  StatementPlaces(const ptx::Module &module, std::string_view name, llvm::Function &function,
                  size_t entryOffset);

  /// The place of a statement. O(log lines)
  llvm::DILocation *at(const ptx::BodyStatement &statement);
  /// Notes a .loc statement, which places what follows.
  void noteLocation(const ptx::BodyStatement &statement);
  /// Completes the debug information.
  void finish() { m_builder.finalize(); }

private:
  llvm::DIScope *scopeOf(uint32_t file);

  const ptx::Module &m_module;
  llvm::Function &m_function;
  llvm::DIBuilder m_builder;
  llvm::DISubprogram *m_subprogram = nullptr;
  std::map<uint32_t, llvm::DIScope *> m_scopes; ///< by number of the file
  TextLines m_lines;                            ///< of the module
  llvm::DILocation *m_location = nullptr;       ///< of the last .loc
};

} // namespace pstudio::foreign
