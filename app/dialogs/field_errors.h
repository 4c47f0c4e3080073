// SPDX-License-Identifier: Apache-2.0
// Shows the error message of a field of a specification under the widget that edits it.
#pragma once

#include <QHash>
#include <QLabel>
#include <QObject>
#include <QString>

#include <string>

#include "core/base/result.h"

namespace pstudio {

/// The labels under the fields of a form, by field path ("grid", "arguments", "kernel.file").
/// The labels belong to the form. [thread: gui]
class FieldErrors : public QObject {
  Q_OBJECT

public:
  explicit FieldErrors(QWidget *form);

  /// Makes the (hidden) label for errors of `path` and of all paths below it; `editor` gets the
  /// focus.
  QLabel *addField(const QString &path, QWidget *editor);
  /// Shows the message at the field whose path is the longest prefix of the error's path.
  /// \return false if no field matches: the caller shows the error elsewhere.
  bool show(const Error &error);
  void clear();
  /// The message shown at the field, empty if there is none.
  QString text(const QString &path) const;

private:
  struct Field {
    QLabel *label = nullptr;
    QWidget *editor = nullptr;
  };
  QHash<QString, Field> m_fields;
  QWidget *m_form;
};

/// The field path in the `where` of an error of parseRunSpec: what follows the last ": ".
QString fieldPathOf(const Error &error);

} // namespace pstudio
