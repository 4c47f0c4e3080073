// SPDX-License-Identifier: Apache-2.0
// Elision of labels on UTF-8 boundaries.
#include "viewer/geometry/text_measure.h"

#include <algorithm>
#include <vector>

namespace pstudio {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr size_t kFewestCharacters = 3;
constexpr float kNarrowestCharacter = 1; // [px]; combining marks without a width are rare

bool startsCodePoint(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
}

/// The first `most` byte offsets at which `text` may be cut: after each code point.
std::vector<size_t> codePointEnds(std::string_view text, size_t most) {
  std::vector<size_t> ends;
  for (size_t i = 1; i <= text.size() && ends.size() < most; ++i)
    if (i == text.size() || startsCodePoint(text[i]))
      ends.push_back(i);
  return ends;
}

} // namespace

float FixedTextMeasure::width(FontRole, std::string_view text) const {
  return m_charWidth * static_cast<float>(std::count_if(text.begin(), text.end(), startsCodePoint));
}

std::string elided(const TextMeasure &measure, FontRole font, std::string_view text,
                   float available) {
  if (available <= 0)
    return {};
  // Names can be megabytes long: the code reads only as many characters as can be visible.
  const auto most = static_cast<size_t>(available / kNarrowestCharacter) + kFewestCharacters + 1;
  const bool isShort = text.size() <= most;
  if (isShort && measure.width(font, text) <= available)
    return std::string(text);
  const std::vector<size_t> ends = codePointEnds(text, most);
  if (!isShort && ends.back() == text.size() && measure.width(font, text) <= available)
    return std::string(text);
  auto candidate = [&](size_t characters) {
    return std::string(text.substr(0, ends[characters - 1])).append(kEllipsis);
  };
  size_t fits = 0;
  size_t tooLong = ends.size();
  while (tooLong - fits > 1) {
    const size_t middle = fits + (tooLong - fits) / 2;
    (measure.width(font, candidate(middle)) <= available ? fits : tooLong) = middle;
  }
  return fits < kFewestCharacters ? std::string() : candidate(fits);
}

} // namespace pstudio
