// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/statement_facts.h"

#include <charconv>

namespace pstudio::ptx {

std::optional<uint32_t> immediateAt(const Statement &statement, size_t index) {
  if (index >= statement.operands.size() ||
      statement.operands[index].kind != Operand::Kind::Immediate)
    return std::nullopt;
  std::string_view text = statement.operands[index].text;
  if (text.starts_with("$$"))
    text.remove_prefix(2);
  const bool isHex = text.starts_with("0x");
  if (isHex)
    text.remove_prefix(2);
  uint32_t value = 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, isHex ? 16 : 10);
  if (error != std::errc() || stop != end)
    return std::nullopt;
  return value;
}

int addressFrom(const Statement &statement, size_t from) {
  for (size_t i = from; i < statement.operands.size(); ++i)
    if (statement.operands[i].kind == Operand::Kind::Address)
      return static_cast<int>(i);
  return -1;
}

} // namespace pstudio::ptx
