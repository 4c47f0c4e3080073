// SPDX-License-Identifier: Apache-2.0
// A part of a form under a title that folds it.
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace pstudio {

/// Open at first. [thread: gui]
class FoldSection : public QWidget {
  Q_OBJECT

public:
  /// \param name  the object name of the title, for tests and styles
  FoldSection(const QString &title, const char *name, QWidget *parent = nullptr);

  /// Appends a widget to the part that folds.
  void add(QWidget *widget);
  void setFolded(bool isFolded);
  bool isFolded() const;
  /// Opens all sections around a widget.
  static void openAround(QWidget *widget);

private:
  QToolButton *m_title;
  QWidget *m_body;
  QVBoxLayout *m_bodyLayout;
};

} // namespace pstudio
