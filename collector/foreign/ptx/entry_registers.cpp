// SPDX-License-Identifier: Apache-2.0
#include "collector/foreign/ptx/entry_registers.h"

namespace pstudio::foreign {

std::optional<uint32_t> EntryRegisters::find(uint32_t scope, std::string_view name) {
  const std::optional<ptx::Symbol> symbol = m_body.find(scope, name);
  if (!symbol || symbol->kind != ptx::Symbol::Kind::Register)
    return std::nullopt;
  const auto [place, isNew] =
      m_numbers.try_emplace({symbol->scope, name}, static_cast<uint32_t>(m_registers.size()));
  if (!isNew)
    return place->second;
  m_registers.push_back({name, symbol->type});
  if (symbol->isVector)
    m_unsupported = "vector register " + std::string(name);
  else if (ptx::bitsOfType(symbol->type) == 8)
    m_unsupported = "register of 8 bits " + std::string(name);
  return place->second;
}

} // namespace pstudio::foreign
