// SPDX-License-Identifier: Apache-2.0
// Base of the tables of the run dialog: one entry of a list per row, edited in place.
#pragma once

#include <QList>
#include <QString>
#include <QTableWidget>

namespace pstudio {

/// Look and row handling. The subclass defines the content of a row. [thread: gui]
class SpecTable : public QTableWidget {
  Q_OBJECT

public:
  /// A column's title and width [px]; the last column takes what is left.
  struct Heading {
    QString title;
    int width = 0;
  };

  void removeCurrentRow();

protected:
  SpecTable(const QString &objectName, const QString &accessibleName,
            const QList<Heading> &headings, QWidget *parent);

  /// Trimmed; empty for a cell without an item.
  QString textAt(int row, int column) const;
  /// Selects the first cell of the last row and starts to edit it.
  void editLastRow();
};

} // namespace pstudio
