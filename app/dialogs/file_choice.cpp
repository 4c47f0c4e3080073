// SPDX-License-Identifier: Apache-2.0
// The only code that opens file dialogs in a remembered folder.
#include "app/dialogs/file_choice.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "core/base/output_file.h"

namespace pstudio {
namespace {

/// The patterns of many endings are wider than the dialog.
constexpr QFileDialog::Options kOptions = QFileDialog::HideNameFilterDetails;

} // namespace

QStringList FileChoice::filesToRead(const QString &title, const QString &filter) const {
  const QStringList files = QFileDialog::getOpenFileNames(m_parent, title, m_settings.lastFolder(),
                                                          filter, nullptr, kOptions);
  if (!files.isEmpty())
    remember(files.first());
  return files;
}

QString FileChoice::fileToRead(const QString &title, const QString &filter) const {
  const QString file = QFileDialog::getOpenFileName(m_parent, title, m_settings.lastFolder(),
                                                    filter, nullptr, kOptions);
  if (!file.isEmpty())
    remember(file);
  return file;
}

QString FileChoice::folderToRead(const QString &title) const {
  const QString folder =
      QFileDialog::getExistingDirectory(m_parent, title, m_settings.lastFolder());
  if (!folder.isEmpty())
    m_settings.setLastFolder(folder);
  return folder;
}

QString FileChoice::fileToWrite(const QString &title, const QString &name,
                                const QString &filter) const {
  return QFileDialog::getSaveFileName(m_parent, title, QDir(m_settings.lastFolder()).filePath(name),
                                      filter, nullptr, kOptions);
}

QString FileChoice::csvToWrite(const QString &title, const QString &name) const {
  return fileToWrite(
      title, name + QLatin1String(".csv"),
      QCoreApplication::translate("FileChoice", "Comma-separated values (*.csv);;All files (*)"));
}

void FileChoice::remember(const QString &file) const {
  m_settings.setLastFolder(QFileInfo(file).absolutePath());
}

Result<void> FileChoice::write(const QString &file, std::string_view text) const {
  PSTUDIO_TRY(writeOutput(toPath(file), text, FifoReader::Required));
  remember(file);
  return {};
}

} // namespace pstudio
