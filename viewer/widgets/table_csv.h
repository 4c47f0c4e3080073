// SPDX-License-Identifier: Apache-2.0
// "Copy as CSV" and "Save as CSV..." in the context menu of a table.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <string>
#include <vector>

class QAbstractItemView;
class QMenu;
class QModelIndex;
class QPoint;

namespace pstudio {

class SortedTableModel;

/// The context menu of one table. The window handles saveRequested() and writes the file.
/// [thread: gui]
class TableCsv : public QObject {
  Q_OBJECT

public:
  using Text = std::function<std::string()>;
  using Use = std::function<void(std::string text)>;

  /// \param name  of the proposed file, without its suffix: "operations". \param text  all lines in
  /// the order of the table, RFC 4180. The view becomes the parent.
  TableCsv(QAbstractItemView &view, const QString &name, Text text);
  /// The same with csv() of a model, which outlives the view.
  TableCsv(QAbstractItemView &view, const QString &name, const SortedTableModel &model);

  const QString &name() const { return m_name; }
  void setText(Text text);
  /// The omitted lines of the table, for the message that reports the file: "first 100,000 of
  /// 312,000 matches"; empty: the table lists everything.
  void setRemark(std::function<QString()> remark) { m_remark = std::move(remark); }
  QString remark() const { return m_remark ? m_remark() : QString(); }

  /// Makes the text and passes it to `use`: at once for up to kAtOnce lines of a model, else
  /// between other events, so that the window stays responsive. A change of the table during this
  /// time ends in abandoned().
  void make(Use use);
  static constexpr int kAtOnce = 5000;

  /// For a panel that copies and saves itself, for example on another thread. Replaces
  /// saveRequested().
  void setHandlers(std::function<void()> copy, std::function<void()> save);
  /// Adds the entries of a panel before those of CSV. The index is invalid beside the lines.
  void setOtherActions(std::function<void(QMenu &menu, const QModelIndex &at)> add);

  void copy();
  void save();

Q_SIGNALS:
  void copied();
  void saveRequested();    ///< make() as a file
  void started(int lines); ///< make() takes a while
  void abandoned();        ///< the table changed while its text was made

private:
  void makeMore();
  void showMenu(QPoint position);

  QAbstractItemView &m_view;
  const QString m_name;
  Text m_text;
  const SortedTableModel *m_model = nullptr; ///< null: m_text makes all of it
  std::function<QString()> m_remark;
  std::function<void()> m_copy, m_save;
  std::function<void(QMenu &, const QModelIndex &)> m_addOthers;

  // While make() is under way.
  QTimer m_next;
  std::vector<Use> m_uses; ///< not empty while it is made
  std::string m_made;
  int m_line = 0;
};

} // namespace pstudio
