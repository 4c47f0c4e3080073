// SPDX-License-Identifier: Apache-2.0
#include "viewer/paint/distinct_elision.h"

#include <algorithm>
#include <array>

namespace pstudio {
namespace {

constexpr std::array kCuts = {Qt::ElideMiddle, Qt::ElideLeft, Qt::ElideRight};
constexpr qsizetype kKeptBefore = 3; // characters before the difference

qsizetype commonPrefix(const QString &a, const QString &b) {
  const auto [end, other] = std::ranges::mismatch(a, b);
  return end - a.begin();
}

/// False if `other` cannot be cut to `cut`. A comparison is much faster than a measurement of
/// texts.
bool mayLookLike(const QString &other, const QString &cut, Qt::TextElideMode mode) {
  const qsizetype dots = cut.indexOf(QChar(0x2026));
  if (dots < 0)
    return true;
  const QStringView before = QStringView(cut).left(dots), after = QStringView(cut).mid(dots + 1);
  return (mode == Qt::ElideLeft || other.startsWith(before)) &&
         (mode == Qt::ElideRight || other.endsWith(after));
}

} // namespace

QString
elidedDistinctly(const QFontMetrics &metrics, const QString &text, int width,
                 const std::function<void(const std::function<void(const QString &)> &)> &others) {
  if (metrics.horizontalAdvance(text) <= width)
    return text;
  qsizetype differsAt = 0;
  for (const Qt::TextElideMode mode : kCuts) {
    const QString cut = metrics.elidedText(text, mode, width);
    bool isTaken = false;
    others([&](const QString &other) {
      if (other == text)
        return;
      differsAt = std::max(differsAt, commonPrefix(text, other));
      isTaken = isTaken ||
                (mayLookLike(other, cut, mode) && metrics.elidedText(other, mode, width) == cut);
    });
    if (!isTaken)
      return cut;
  }
  const qsizetype from = std::max<qsizetype>(differsAt - kKeptBefore, 0);
  return metrics.elidedText(QChar(0x2026) + text.mid(from), Qt::ElideRight, width);
}

} // namespace pstudio
