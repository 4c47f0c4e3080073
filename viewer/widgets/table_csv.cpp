// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/table_csv.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include "viewer/paint/qt_text.h"

namespace pstudio {

TableCsv::TableCsv(QAbstractItemView &view, const QString &name, Text text)
    : QObject(&view), m_view(view), m_name(name), m_text(std::move(text)) {
  view.setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&view, &QWidget::customContextMenuRequested, this, &TableCsv::showMenu);
}

void TableCsv::setHandlers(std::function<void()> copy, std::function<void()> save) {
  m_copy = std::move(copy);
  m_save = std::move(save);
}

void TableCsv::setOtherActions(std::function<void(QMenu &, const QModelIndex &)> add) {
  m_addOthers = std::move(add);
}

void TableCsv::copy() {
  if (m_copy)
    return m_copy();
  QApplication::clipboard()->setText(toQString(m_text()));
  Q_EMIT copied();
}

void TableCsv::save() {
  if (m_save)
    return m_save();
  Q_EMIT saveWanted();
}

void TableCsv::showMenu(QPoint position) {
  QMenu menu(&m_view);
  menu.setObjectName(QStringLiteral("tableMenu"));
  if (m_addOthers)
    m_addOthers(menu, m_view.indexAt(position));
  if (!menu.isEmpty())
    menu.addSeparator();
  const bool hasLines = m_view.model() && m_view.model()->rowCount() > 0;
  menu.addAction(tr("Copy as CSV"), this, &TableCsv::copy)->setEnabled(hasLines);
  menu.addAction(tr("Save as CSV..."), this, &TableCsv::save)->setEnabled(hasLines);
  menu.exec(m_view.viewport()->mapToGlobal(position));
}

} // namespace pstudio
