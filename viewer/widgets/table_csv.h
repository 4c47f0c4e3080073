// SPDX-License-Identifier: Apache-2.0
// "Copy as CSV" and "Save as CSV..." in the context menu of a table.
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <string>

class QAbstractItemView;
class QMenu;
class QModelIndex;
class QPoint;

namespace pstudio {

/// The context menu of one table. The window handles saveWanted(): the file is not the table's
/// concern. [thread: gui]
class TableCsv : public QObject {
  Q_OBJECT

public:
  using Text = std::function<std::string()>;

  /// \param name  of the proposed file, without its suffix: "operations". \param text  all lines in
  /// the order of the table, RFC 4180. The view becomes the parent.
  TableCsv(QAbstractItemView &view, const QString &name, Text text);

  const QString &name() const { return m_name; }
  std::string text() const { return m_text(); }
  void setText(Text text) { m_text = std::move(text); }

  /// For a panel that copies and saves itself, for example on another thread. Replaces
  /// saveWanted().
  void setHandlers(std::function<void()> copy, std::function<void()> save);
  /// Adds the entries of a panel before those of CSV. The index is invalid beside the lines.
  void setOtherActions(std::function<void(QMenu &menu, const QModelIndex &at)> add);

  void copy();
  void save();

Q_SIGNALS:
  void copied();
  void saveWanted(); ///< text() as a file

private:
  void showMenu(QPoint position);

  QAbstractItemView &m_view;
  const QString m_name;
  Text m_text;
  std::function<void()> m_copy, m_save;
  std::function<void(QMenu &, const QModelIndex &)> m_addOthers;
};

} // namespace pstudio
