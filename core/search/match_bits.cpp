// SPDX-License-Identifier: Apache-2.0
// The two levels of the bits.
#include "core/search/match_bits.h"

#include <algorithm>
#include <bit>

namespace pstudio {
namespace {

constexpr uint32_t kBitsOfWord = 64;

/// The lowest bit in [begin, end) of `words`, or `end`.
uint32_t lowestBit(const std::vector<uint64_t> &words, uint32_t begin, uint32_t end) {
  while (begin < end) {
    const uint64_t rest = words[begin / kBitsOfWord] >> (begin % kBitsOfWord);
    if (rest != 0)
      return std::min(end, begin + static_cast<uint32_t>(std::countr_zero(rest)));
    begin = (begin / kBitsOfWord + 1) * kBitsOfWord;
  }
  return end;
}

} // namespace

MatchBits::MatchBits(size_t count)
    : m_size(count), m_words(count / kBitsOfWord + 1, 0),
      m_groups(m_words.size() / kBitsOfWord + 1, 0) {}

void MatchBits::set(uint32_t index) {
  const uint32_t word = index / kBitsOfWord;
  m_words[word] |= uint64_t{1} << (index % kBitsOfWord);
  m_groups[word / kBitsOfWord] |= uint64_t{1} << (word % kBitsOfWord);
  m_hasAny = true;
}

bool MatchBits::test(uint32_t index) const {
  return index < m_size && (m_words[index / kBitsOfWord] >> (index % kBitsOfWord) & 1) != 0;
}

std::optional<uint32_t> MatchBits::firstIn(uint32_t begin, uint32_t end) const {
  end = std::min(end, static_cast<uint32_t>(m_size));
  if (begin >= end)
    return std::nullopt;
  const uint32_t wordEnd = std::min(end, (begin / kBitsOfWord + 1) * kBitsOfWord);
  if (const uint32_t found = lowestBit(m_words, begin, wordEnd); found < wordEnd)
    return found;
  if (wordEnd == end)
    return std::nullopt;
  const uint32_t lastWord = (end - 1) / kBitsOfWord;
  const uint32_t word = lowestBit(m_groups, wordEnd / kBitsOfWord, lastWord + 1);
  if (word > lastWord)
    return std::nullopt;
  const uint32_t found = lowestBit(m_words, word * kBitsOfWord, end);
  return found < end ? std::optional(found) : std::nullopt;
}

} // namespace pstudio
