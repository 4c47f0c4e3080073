// SPDX-License-Identifier: Apache-2.0
// Match score of a command for the text that is typed into the command palette.
#pragma once

#include <QString>

#include <optional>

namespace pstudio {

/// Each word that was typed must be the begin of a word of `text`, be in it, or have its letters in
/// it in this order; the case does not matter. Higher is better: whole words before parts of words,
/// parts before scattered letters, early before late. None if a word does not fit.
std::optional<int> paletteScore(const QString &text, const QString &typed);

} // namespace pstudio
