// SPDX-License-Identifier: Apache-2.0
// A PTX module with one of its entries as LLVM IR, for runs of that entry.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "collector/foreign/ptx/lift_entry.h"
#include "core/base/result.h"
#include "core/ptx/module.h"

namespace pstudio::foreign {

/// A PTX module and its lifted entry. Owns the text. Move-only; threads may read it together.
class LiftedModule {
public:
  /// Reads the module and lifts `entry`; `name` stands for the file in messages. InvalidInput, with
  /// the entries that there are, if there is none of that name; errors as ptx::readModule() and
  /// liftEntry(). O(length)
  static Result<LiftedModule> read(std::string_view text, std::string_view name,
                                   std::string_view entry);

  const std::string &text() const { return *m_text; }
  const std::string &name() const { return m_name; }
  const ptx::Module &module() const { return m_module; }
  const ptx::Function &entry() const { return *m_module.entry(m_entry); }
  const LiftedEntry &lifted() const { return m_lifted; }

  /// The module's array in dynamic shared memory that the body of the entry names; else empty.
  std::string dynamicShared() const;

private:
  LiftedModule(std::string_view text, std::string_view name, std::string_view entry);

  std::unique_ptr<const std::string> m_text; ///< m_module is part of it
  std::string m_name;
  std::string m_entry;
  ptx::Module m_module;
  LiftedEntry m_lifted;
};

} // namespace pstudio::foreign
