// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_block.h"

#include <functional>

namespace pstudio {

uint32_t *BlockTexts::slotOf(std::string_view text, uint32_t hash) {
  const size_t mask = m_slots.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    const uint32_t entry = m_slots[i];
    if (entry == 0 || (m_hashes[entry - 1] == hash && m_texts[entry - 1] == text))
      return &m_slots[i];
  }
}

void BlockTexts::grow() {
  constexpr size_t kFirstSlots = 1024;
  m_slots.assign(m_slots.empty() ? kFirstSlots : 2 * m_slots.size(), 0);
  const size_t mask = m_slots.size() - 1;
  for (uint32_t number = 0; number < m_texts.size(); ++number) {
    size_t i = m_hashes[number] & mask;
    while (m_slots[i] != 0)
      i = (i + 1) & mask;
    m_slots[i] = number + 1;
  }
}

uint32_t BlockTexts::add(std::string_view text) {
  if (2 * m_texts.size() >= m_slots.size())
    grow();
  const auto hash = static_cast<uint32_t>(std::hash<std::string_view>()(text));
  uint32_t *const slot = slotOf(text, hash);
  if (*slot == 0) {
    m_texts.push_back(text);
    m_hashes.push_back(hash);
    *slot = static_cast<uint32_t>(m_texts.size());
  }
  return *slot - 1;
}

uint32_t BlockTexts::addCopy(std::string_view text) {
  const size_t before = m_texts.size();
  const uint32_t number = add(text);
  if (number == before)
    m_texts[number] = m_store.emplace_back(text);
  return number;
}

void BlockTexts::clear() {
  m_store.clear();
  m_texts.clear();
  m_hashes.clear();
  m_slots.clear();
}

void JsonBlock::clear() {
  events.clear();
  args.clear();
  texts.clear();
  begin = std::string_view::npos;
  lastEvent = end = 0;
  endsAfterEvent = false;
}

JsonBlock BlockPool::get() {
  const std::lock_guard lock(m_mutex);
  if (m_blocks.empty())
    return {};
  JsonBlock block = std::move(m_blocks.back());
  m_blocks.pop_back();
  return block;
}

void BlockPool::put(JsonBlock block) {
  block.clear();
  const std::lock_guard lock(m_mutex);
  m_blocks.push_back(std::move(block));
}

} // namespace pstudio
