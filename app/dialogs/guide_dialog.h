// SPDX-License-Identifier: Apache-2.0
// Shows the user guide.
#pragma once

#include <QDialog>
#include <QString>

namespace pstudio {

/// The guide's Markdown with its pictures, beside the main window. It opens with the table of
/// contents; a click on a chapter shows that chapter. [thread: gui]
class GuideDialog : public QDialog {
  Q_OBJECT

public:
  /// \param file  absolute path of the table of contents (Markdown). Chapters and pictures are in
  /// its folder.
  explicit GuideDialog(const QString &file, QWidget *parent = nullptr);
};

} // namespace pstudio
