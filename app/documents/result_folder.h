// SPDX-License-Identifier: Apache-2.0
// Folder for the results of runs until they are saved.
#pragma once

#include <QLockFile>
#include <QString>
#include <QStringList>

#include <memory>

#include "core/base/result.h"

namespace pstudio {

/// A folder of this process below `<application data>/sessions`. It is locked while the process
/// runs, so that the next start can distinguish the results of a crashed process from those of
/// another window. [thread: gui]
class ResultFolder {
public:
  /// \param root  absolute; created if it does not exist.
  explicit ResultFolder(QString root);
  /// Removes the folder if it is empty.
  ~ResultFolder();

  /// `<application data>/sessions` of the current user.
  static QString defaultRoot();

  /// An unused file name "<title>-<n>.pftrace" in the folder, which is made now.
  Result<QString> newTraceFile(const QString &title);
  /// An unused folder "<title>-<n>" there, which is not made yet: for runs that write several
  /// files.
  Result<QString> newRunFolder(const QString &title);
  /// Deletes a result that the user discards, with the report of its passes. Files outside of the
  /// root folder are not deleted.
  void discard(const QString &file);
  bool contains(const QString &file) const;

  /// Unsaved results of processes that ended without a question to the user, oldest first. They
  /// stay in place until they are saved or discarded. Folders of such processes without a result
  /// are removed.
  QStringList recoverable() const;

private:
  Result<void> makeFolder();

  QString m_root;
  QString m_folder; ///< empty until the first result
  std::unique_ptr<QLockFile> m_lock;
  int m_count = 0;
};

} // namespace pstudio
