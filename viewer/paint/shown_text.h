// SPDX-License-Identifier: Apache-2.0
// Texts of any length as what labels and cells show.
#pragma once

#include <QString>

namespace pstudio {

/// Qt lays out all of a text to show its beginning, which takes a second for a megabyte.
inline constexpr qsizetype kMaxShownCharacters = 500;

/// `text`, or its beginning and how many characters it has.
inline QString shownText(const QString &text) {
  if (text.size() <= kMaxShownCharacters)
    return text;
  qsizetype end = kMaxShownCharacters;
  if (text.at(end - 1).isHighSurrogate())
    --end;
  return text.left(end) + QStringLiteral("\u2026 (%1 characters)").arg(text.size());
}

} // namespace pstudio
