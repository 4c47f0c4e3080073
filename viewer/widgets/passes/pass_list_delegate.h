// SPDX-License-Identifier: Apache-2.0
// Draws a line of the list of passes: sign, name, what it worked on, and its time over a bar.
#pragma once

#include <QStyledItemDelegate>

namespace pstudio {

/// Reads the roles of PassList.
class PassListDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override;
  QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace pstudio
