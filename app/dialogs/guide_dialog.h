// SPDX-License-Identifier: Apache-2.0
// Shows the user guide.
#pragma once

#include <QDialog>
#include <QString>

namespace pstudio {

/// The guide's Markdown with its pictures, beside the main window. [thread: gui]
class GuideDialog : public QDialog {
  Q_OBJECT

public:
  /// \param file  absolute path of the Markdown file; pictures are found relative to it.
  explicit GuideDialog(const QString &file, QWidget *parent = nullptr);
};

} // namespace pstudio
