// SPDX-License-Identifier: Apache-2.0
#include "viewer/paint/distinct_elision.h"

#include <algorithm>
#include <array>

namespace pstudio {
namespace {

constexpr std::array kCuts = {Qt::ElideMiddle, Qt::ElideLeft, Qt::ElideRight};
constexpr qsizetype kKeptBefore = 3; // characters that lead to the difference

qsizetype commonPrefix(const QString &a, const QString &b) {
  const auto [end, other] = std::ranges::mismatch(a, b);
  return end - a.begin();
}

} // namespace

QString
elidedDistinctly(const QFontMetrics &metrics, const QString &text, int width,
                 const std::function<void(const std::function<void(const QString &)> &)> &others) {
  if (metrics.horizontalAdvance(text) <= width)
    return text;
  std::array<QString, kCuts.size()> cut;
  for (size_t i = 0; i < kCuts.size(); ++i)
    cut[i] = metrics.elidedText(text, kCuts[i], width);
  std::array<bool, kCuts.size()> isTaken{};
  qsizetype differsAt = 0;
  others([&](const QString &other) {
    if (other == text)
      return;
    differsAt = std::max(differsAt, commonPrefix(text, other));
    for (size_t i = 0; i < kCuts.size(); ++i)
      isTaken[i] = isTaken[i] || metrics.elidedText(other, kCuts[i], width) == cut[i];
  });
  for (size_t i = 0; i < kCuts.size(); ++i)
    if (!isTaken[i])
      return cut[i];
  const qsizetype from = std::max<qsizetype>(differsAt - kKeptBefore, 0);
  return metrics.elidedText(QChar(0x2026) + text.mid(from), Qt::ElideRight, width);
}

} // namespace pstudio
