// SPDX-License-Identifier: Apache-2.0
#include "core/trace/string_pool.h"

#include "core/base/utf8.h"

namespace pstudio {

StringPool::StringPool(const StringPool &other) {
  for (const std::string &text : other.m_texts)
    intern(text);
}

StringId StringPool::intern(std::string_view text) {
  if (auto found = m_ids.find(text); found != m_ids.end())
    return found->second;
  if (!isUtf8(text))
    return intern(escapedUtf8(text));
  StringId id(static_cast<uint32_t>(m_texts.size()));
  m_texts.emplace_back(text);
  m_ids.emplace(m_texts.back(), id);
  return id;
}

StringId StringPool::find(std::string_view text) const {
  if (auto found = m_ids.find(text); found != m_ids.end())
    return found->second;
  return isUtf8(text) ? StringId() : find(escapedUtf8(text));
}

std::string_view StringPool::text(StringId id) const {
  return id.value < m_texts.size() ? std::string_view(m_texts[id.value]) : std::string_view();
}

size_t StringPool::memoryUse() const {
  size_t bytes = m_ids.size() * (sizeof(std::string_view) + sizeof(StringId) + 2 * sizeof(void *));
  for (const std::string &text : m_texts)
    bytes += sizeof(std::string) + (text.size() > 15 ? text.capacity() + 1 : 0);
  return bytes;
}

} // namespace pstudio
