// SPDX-License-Identifier: Apache-2.0
// Cells with names of scopes whose partner the user may change.
#include "viewer/widgets/compare/scope_name_delegate.h"

#include <QCompleter>
#include <QLineEdit>

namespace pstudio {

ScopeNameDelegate::ScopeNameDelegate(const QAbstractItemDelegate *others, FreeNames freeNames,
                                     QObject *parent)
    : QStyledItemDelegate(parent), m_others(others), m_freeNames(std::move(freeNames)) {}

void ScopeNameDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const {
  m_others->paint(painter, option, index);
}

QWidget *ScopeNameDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &,
                                         const QModelIndex &index) const {
  auto *editor = new QLineEdit(parent);
  editor->setObjectName(QStringLiteral("comparisonName"));
  editor->setAccessibleName(tr("Scope of the other trace"));
  editor->setFrame(false);
  auto *completer = new QCompleter(m_freeNames(index), editor);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  editor->setCompleter(completer);
  return editor;
}

} // namespace pstudio
