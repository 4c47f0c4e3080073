// SPDX-License-Identifier: Apache-2.0
// Colours of keywords, texts, numbers and comments in SQL, and the words of SQL.
#pragma once

#include <QStringList>
#include <QSyntaxHighlighter>

#include "viewer/paint/theme.h"

namespace pstudio {

/// Keywords in capitals.
const QStringList &sqlKeywords();

/// [thread: gui]
class SqlHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

public:
  explicit SqlHighlighter(QTextDocument *document);
  void setThemeKind(ThemeKind kind);

protected:
  void highlightBlock(const QString &text) override;

private:
  qsizetype endOf(const QString &text, qsizetype at, int &state) const;

  ThemeKind m_theme = ThemeKind::Dark;
};

} // namespace pstudio
