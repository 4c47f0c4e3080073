// SPDX-License-Identifier: Apache-2.0
// The output of a program as lines of text that a window can show.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringDecoder>
#include <QStringList>

namespace pstudio {

/// Takes bytes as they come and gives whole lines: UTF-8 that is cut between two reads, escape
/// sequences of terminals, lines that a progress bar writes over (only the last version stays).
/// [not thread-safe]
class OutputText {
public:
  static constexpr qsizetype kMostLines = 500;    ///< of one take()
  static constexpr qsizetype kLongestLine = 4000; ///< characters; the rest of a line is cut
  static constexpr qsizetype kKeptLines = 20;     ///< for lastLines()

  void append(const QByteArray &bytes);
  /// The end of the output: a last line without an end counts.
  void finish();
  /// Lines since the last call. Of more than kMostLines the first are left out, and a line says how
  /// many.
  QStringList take();
  /// The newest lines that are not empty, also after take().
  const QStringList &lastLines() const { return m_last; }

private:
  void endLine();
  void keepLast(const QString &line);

  QStringDecoder m_decoder{QStringDecoder::Utf8};
  QString m_line;               ///< without its end
  bool m_isOverwritten = false; ///< a carriage return came last
  bool m_isEscape = false;      ///< inside an escape sequence
  QStringList m_lines;
  QStringList m_last;
  qsizetype m_leftOut = 0;
};

} // namespace pstudio
