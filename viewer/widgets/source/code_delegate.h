// SPDX-License-Identifier: Apache-2.0
// Draws the cells of a table of code: figures on their heat, text with coloured words.
#pragma once

#include <QStyledItemDelegate>

#include "viewer/paint/theme.h"

namespace pstudio {

/// For CodeLinesModel. [thread: gui]
class CodeDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void setTheme(const Theme &theme) { m_theme = &theme; }
  /// Highlighted wherever it is in a text, without regard to case; empty: nothing.
  void setFound(const QString &text) { m_found = text; }
  const QString &found() const { return m_found; }

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override;

  static constexpr int kInset = 8; ///< on both sides of a cell [pixels]

private:
  void paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                   const QModelIndex &index) const;
  void paintText(QPainter &painter, const QRect &box, const QModelIndex &index) const;

  const Theme *m_theme = &Theme::of(ThemeKind::Dark);
  QString m_found;
};

} // namespace pstudio
