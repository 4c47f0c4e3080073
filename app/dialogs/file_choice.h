// SPDX-License-Identifier: Apache-2.0
// File dialogs that begin in the folder that was used last, and texts that are saved as files.
#pragma once

#include <QString>
#include <QStringList>

#include <string_view>

#include "core/base/result.h"

class QWidget;

namespace pstudio {

class Settings;

/// The dialog is that of the desktop where it has one. Folders are remembered when a file or folder
/// in them was chosen to be read, or was written: that of a save that failed may not answer.
/// [thread: gui]
class FileChoice {
public:
  /// \param parent  of the dialogs. Both must outlive the calls.
  FileChoice(Settings &settings, QWidget *parent) : m_settings(settings), m_parent(parent) {}

  // Empty if the user cancels.
  QStringList filesToRead(const QString &title, const QString &filter) const;
  QString fileToRead(const QString &title, const QString &filter) const;
  QString folderToRead(const QString &title) const;
  /// The folder is not remembered. \param name  proposed.
  QString fileToWrite(const QString &title, const QString &name, const QString &filter) const;
  /// The same for a table: "NAME.csv".
  QString csvToWrite(const QString &title, const QString &name) const;

  /// After fileToWrite(), when the file was written.
  void remember(const QString &file) const;
  /// Writes the text and remembers the folder.
  Result<void> write(const QString &file, std::string_view text) const;

private:
  Settings &m_settings;
  QWidget *m_parent;
};

} // namespace pstudio
