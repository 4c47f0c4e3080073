// SPDX-License-Identifier: Apache-2.0
// The texts of an SVG picture, for tests of texts that a picture must contain.
#pragma once

#include <QFile>
#include <QRegularExpression>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QTest>

#include <string>

namespace pstudio::test {

/// The texts in drawing order; none if the file cannot be read.
inline QStringList textsOfSvg(const QString &path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return {};
  static const QRegularExpression kText(QStringLiteral("<text[^>]*>([^<]*)</text>"));
  QStringList texts;
  const QString svg = QString::fromUtf8(file.readAll());
  for (auto found = kText.globalMatch(svg); found.hasNext();)
    texts << found.next().captured(1).trimmed();
  return texts;
}

/// Whether each word of `text` was drawn, in any lines.
inline bool hasWords(const QStringList &texts, const std::string &text) {
  const QString all = texts.join(QLatin1Char(' '));
  for (const QString &word : QString::fromStdString(text).split(QLatin1Char(' ')))
    if (!all.contains(word.toHtmlEscaped()))
      return false;
  return true;
}

/// Rows of a test with sizes that are too small for most views.
inline void addSmallPictureSizes() {
  QTest::addColumn<QSize>("size");
  for (const QSize size :
       {QSize(320, 240), QSize(400, 300), QSize(500, 400), QSize(800, 500), QSize(1000, 500)})
    QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

/// The size in the hint of a rejected size; empty if the hint has none.
inline QSize sizeInHint(const std::string &hint) {
  static const QRegularExpression kSize(QStringLiteral("use (\\d+) x (\\d+) or a larger size"));
  const auto found = kSize.match(QString::fromStdString(hint));
  return found.hasMatch() ? QSize(found.captured(1).toInt(), found.captured(2).toInt()) : QSize();
}

} // namespace pstudio::test
