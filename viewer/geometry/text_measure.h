// SPDX-License-Identifier: Apache-2.0
// The width of a text: the only information that geometry requests from the painter.
#pragma once

#include <string>
#include <string_view>

#include "viewer/geometry/draw_list.h"

namespace pstudio {

/// Measures text in the fonts that will draw it. [not thread-safe]
class TextMeasure {
public:
  virtual ~TextMeasure() = default;
  /// Advance width in logical pixels of UTF-8 `text`.
  virtual float width(FontRole font, std::string_view text) const = 0;
};

/// Every code point has the same width: for tests without fonts.
class FixedTextMeasure : public TextMeasure {
public:
  explicit FixedTextMeasure(float charWidth = 7) : m_charWidth(charWidth) {}
  float width(FontRole font, std::string_view text) const override;

private:
  float m_charWidth;
};

/// `text` if it fits into `available`, else its longest beginning of at least three characters with
/// an ellipsis, else "" - never a label that could be mistaken for another name.
std::string elided(const TextMeasure &measure, FontRole font, std::string_view text,
                   float available);

} // namespace pstudio
