// SPDX-License-Identifier: Apache-2.0
// The registers of an entry, numbered in the order of their first use.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ptx/body.h"

namespace pstudio::foreign {

/// A register that code of the entry names.
struct EntryRegister {
  std::string_view name;
  std::string_view type; ///< "b32"
};

/// Numbers registers; those of the same name in different scopes are different ones.
class EntryRegisters {
public:
  explicit EntryRegisters(const ptx::Body &body) : m_body(body) {}

  /// The number of the register that `name` is in `scope`; nothing if it is none.
  std::optional<uint32_t> find(uint32_t scope, std::string_view name);
  const std::vector<EntryRegister> &all() const { return m_registers; }
  /// A register that LLVM has no type for ("vector register %v"), or empty.
  const std::string &unsupported() const { return m_unsupported; }

private:
  const ptx::Body &m_body;
  std::map<std::pair<uint32_t, std::string_view>, uint32_t> m_numbers;
  std::vector<EntryRegister> m_registers;
  std::string m_unsupported;
};

} // namespace pstudio::foreign
