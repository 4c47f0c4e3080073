// SPDX-License-Identifier: Apache-2.0
// Compares plain text, or matches a regular expression.
#include "core/search/text_matcher.h"

#include <algorithm>
#include <iterator>

namespace pstudio {
namespace {

char asciiLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

Result<TextMatcher> TextMatcher::make(const SearchQuery &query) {
  TextMatcher matcher;
  if (query.isRegex) {
    PSTUDIO_TRY_ASSIGN(matcher.m_regex, RegularExpression::make(query.text, LetterCase::Ignored));
  } else {
    std::ranges::transform(query.text, std::back_inserter(matcher.m_plain), asciiLower);
  }
  return matcher;
}

bool TextMatcher::matches(std::string_view text) const {
  if (m_regex)
    return m_regex->isFoundIn(text);
  const auto isSame = [](char a, char b) { return asciiLower(a) == b; };
  return std::search(text.begin(), text.end(), m_plain.begin(), m_plain.end(), isSame) !=
             text.end() ||
         m_plain.empty();
}

bool TextMatcher::matchesArgument(std::string_view text, bool isNumber) const {
  if (!matches(text))
    return false;
  const size_t sign = m_plain.find('=');
  if (m_regex || !isNumber || sign == std::string::npos || sign + 1 == m_plain.size())
    return true;
  return text.size() >= m_plain.size() &&
         std::ranges::equal(text.substr(text.size() - m_plain.size()), m_plain,
                            [](char a, char b) { return asciiLower(a) == b; });
}

} // namespace pstudio
