// SPDX-License-Identifier: Apache-2.0
// Colours of keywords, texts, numbers and comments in SQL, and the words of SQL.
#include "viewer/widgets/query/sql_highlighter.h"

#include <QSet>

namespace pstudio {
namespace {

// State at the end of a line, for the next line.
enum SqlState : int { kPlainSql = 0, kInComment = 1, kInText = 2 };

bool isSqlWord(QChar c) {
  return c.isLetterOrNumber() || c == QLatin1Char('_');
}

} // namespace

const QStringList &sqlKeywords() {
  static const QStringList kKeywords =
      QStringLiteral(
          "SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET AS AND OR NOT IN IS NULL "
          "LIKE GLOB BETWEEN EXISTS CASE WHEN THEN ELSE END JOIN LEFT INNER CROSS OUTER "
          "ON USING UNION ALL EXCEPT INTERSECT DISTINCT WITH RECURSIVE VALUES ASC DESC "
          "OVER PARTITION WINDOW ROWS RANGE PRECEDING FOLLOWING UNBOUNDED CURRENT ROW "
          "FILTER CAST COLLATE NULLS FIRST LAST EXPLAIN QUERY PLAN")
          .split(QLatin1Char(' '));
  return kKeywords;
}

SqlHighlighter::SqlHighlighter(QTextDocument *document) : QSyntaxHighlighter(document) {}

void SqlHighlighter::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  rehighlight();
}

/// The end of the comment or text that begins at `at`; `state` becomes the state after it.
qsizetype SqlHighlighter::endOf(const QString &text, qsizetype at, int &state) const {
  const QString closing = state == kInText ? QStringLiteral("'") : QStringLiteral("*/");
  const qsizetype end = text.indexOf(closing, at);
  if (end < 0)
    return text.size();
  state = kPlainSql;
  return end + closing.size();
}

void SqlHighlighter::highlightBlock(const QString &text) {
  static const QSet<QString> kWords(sqlKeywords().begin(), sqlKeywords().end());
  const Theme &theme = Theme::of(m_theme);
  const auto color = [&](qsizetype from, qsizetype to, ColorToken token) {
    setFormat(static_cast<int>(from), static_cast<int>(to - from), theme.color(token));
  };
  int state = std::max(previousBlockState(), 0);
  for (qsizetype at = 0; at < text.size();) {
    const qsizetype begin = at;
    if (state == kPlainSql && text.mid(at, 2) == QLatin1String("--")) {
      color(at, text.size(), ColorToken::TextMuted);
      break;
    }
    int opened = state;
    if (state == kPlainSql && text[at] == QLatin1Char('\''))
      opened = kInText;
    else if (state == kPlainSql && text.mid(at, 2) == QLatin1String("/*"))
      opened = kInComment;
    if (opened != kPlainSql) {
      const qsizetype inside = at + (state != kPlainSql ? 0 : opened == kInText ? 1 : 2);
      state = opened;
      at = endOf(text, inside, state);
      color(begin, at, opened == kInText ? ColorToken::CodeString : ColorToken::TextMuted);
    } else if (isSqlWord(text[at])) {
      while (at < text.size() && isSqlWord(text[at]))
        ++at;
      if (text[begin].isDigit())
        color(begin, at, ColorToken::CodeNumber);
      else if (kWords.contains(text.mid(begin, at - begin).toUpper()))
        color(begin, at, ColorToken::CodeOperation);
    } else {
      ++at;
    }
  }
  setCurrentBlockState(state);
}

} // namespace pstudio
