// SPDX-License-Identifier: Apache-2.0
// Cells with names of scopes, whose counterpart in the other trace the user can change.
#pragma once

#include <QStringList>
#include <QStyledItemDelegate>

#include <functional>

namespace pstudio {

/// Paints with the delegate of the other cells. The editor completes with the names of scopes that
/// have no counterpart. [thread: gui]
class ScopeNameDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using FreeNames = std::function<QStringList(const QModelIndex &)>;

  /// \param others  paints the cells; must outlive this. \param freeNames  of a cell.
  ScopeNameDelegate(const QAbstractItemDelegate *others, FreeNames freeNames, QObject *parent);

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override;
  QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const override;

private:
  const QAbstractItemDelegate *m_others;
  FreeNames m_freeNames;
};

} // namespace pstudio
