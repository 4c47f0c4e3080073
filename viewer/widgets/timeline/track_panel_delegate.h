// SPDX-License-Identifier: Apache-2.0
// Draws a line of the left panel: an optional swatch, a name, and muted words or a number at the
// right.
#pragma once

#include <QStyledItemDelegate>

namespace pstudio {

/// Reads kShownNameRole, or Qt::DisplayRole without it, for the name, Qt::DecorationRole (QColor)
/// for the swatch and `valueRole` for the right.
class TrackPanelDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  /// A shorter name that is drawn in place of that of Qt::DisplayRole.
  static constexpr int kShownNameRole = Qt::UserRole + 16;

  /// \param isMono  the value is a number, aligned with those above and below.
  TrackPanelDelegate(int valueRole, bool isMono, QObject *parent)
      : QStyledItemDelegate(parent), m_valueRole(valueRole), m_isMono(isMono) {}

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override;
  /// The name in at most `width` pixels, cut so that it differs from the other names of its list.
  static QString shownName(const QModelIndex &index, const QFontMetrics &metrics, int width);
  QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
  int m_valueRole;
  bool m_isMono;
};

} // namespace pstudio
