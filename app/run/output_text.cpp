// SPDX-License-Identifier: Apache-2.0
// Splits what a program prints into lines.
#include "app/run/output_text.h"

#include <QCoreApplication>

#include "app/settings/text.h"
#include "core/base/number_text.h"

namespace pstudio {

void OutputText::append(const QByteArray &bytes) {
  const QString text = m_decoder(bytes);
  for (const QChar c : text) {
    if (m_isEscape) { // "ESC [ 0 m": ends with a letter
      m_isEscape = !c.isLetter();
      continue;
    }
    if (c == QLatin1Char('\n')) {
      endLine();
      continue;
    }
    if (m_isOverwritten)
      m_line.clear();
    m_isOverwritten = c == QLatin1Char('\r');
    m_isEscape = c == QChar(0x1b);
    if (!m_isOverwritten && !m_isEscape && m_line.size() < kLongestLine &&
        (c.isPrint() || c == QLatin1Char('\t')))
      m_line += c;
  }
}

void OutputText::keepLast(const QString &line) {
  if (line.trimmed().isEmpty())
    return;
  m_last << line;
  if (m_last.size() > kKeptLines)
    m_last.removeFirst();
}

void OutputText::endLine() {
  m_isOverwritten = false;
  keepLast(m_line);
  m_lines << std::exchange(m_line, QString());
  if (m_lines.size() > 2 * kMostLines) { // not one by one: that would take quadratic time
    m_leftOut += m_lines.size() - kMostLines;
    m_lines = m_lines.last(kMostLines);
  }
}

void OutputText::finish() {
  if (!m_line.isEmpty())
    endLine();
}

QStringList OutputText::take() {
  QStringList lines = std::exchange(m_lines, QStringList());
  if (lines.size() > kMostLines) {
    m_leftOut += lines.size() - kMostLines;
    lines = lines.last(kMostLines);
  }
  if (const qsizetype count = std::exchange(m_leftOut, 0); count > 0)
    lines.prepend(QCoreApplication::translate("pstudio::OutputText", "... %1 not shown ...")
                      .arg(toQString(countText(static_cast<uint64_t>(count), "line", "lines"))));
  return lines;
}

} // namespace pstudio
