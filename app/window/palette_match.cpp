// SPDX-License-Identifier: Apache-2.0
#include "app/window/palette_match.h"

#include <QStringList>

#include <algorithm>

namespace pstudio {
namespace {

constexpr int kWordBegin = 1000, kInside = 500, kScattered = 100;
constexpr int kMaxPenalty = 90; // for a late place, or for letters far from each other

bool isWordBegin(const QString &text, qsizetype at) {
  return at == 0 || !text[at - 1].isLetterOrNumber();
}

std::optional<int> scatteredScore(const QString &text, const QString &word) {
  qsizetype first = -1, at = -1;
  for (const QChar letter : word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0)
      return std::nullopt;
    if (first < 0)
      first = at;
  }
  const auto gaps = static_cast<int>(at - first + 1 - word.size());
  return kScattered - std::min(gaps, kMaxPenalty);
}

std::optional<int> wordScore(const QString &text, const QString &word) {
  const qsizetype inside = text.indexOf(word);
  if (inside < 0)
    return scatteredScore(text, word);
  for (qsizetype at = inside; at >= 0; at = text.indexOf(word, at + 1))
    if (isWordBegin(text, at))
      return kWordBegin - static_cast<int>(std::min<qsizetype>(at, kMaxPenalty));
  return kInside - static_cast<int>(std::min<qsizetype>(inside, kMaxPenalty));
}

} // namespace

std::optional<int> paletteScore(const QString &text, const QString &typed) {
  const QString lower = text.toLower();
  int sum = 0;
  for (const QString &word : typed.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const std::optional<int> score = wordScore(lower, word);
    if (!score)
      return std::nullopt;
    sum += *score;
  }
  return sum;
}

} // namespace pstudio
