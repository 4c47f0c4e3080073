// SPDX-License-Identifier: Apache-2.0
// A remote machine for a test: a folder with a script that starts a worker as on another machine.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "tests/app/cli/collect_process.h"

/// The worker that the script starts has its own working folder, temporary folder and caches.
class RemoteMachine {
public:
  explicit RemoteMachine(QString program) : m_program(std::move(program)) {
    for (const char *name : {"home", "tmp"})
      QDir(m_folder.path()).mkpath(name);
  }

  QString path(const QString &name) const { return m_folder.filePath(name); }

  /// A command that runs the shell line `line` on this machine; $WORKER starts the worker.
  QString command(const QString &line = "exec $WORKER") {
    const QString file = path(QString("start-%1").arg(++m_scripts));
    QFile script(file);
    if (!script.open(QIODevice::WriteOnly))
      return "cannot-be-written";
    script.write(QString("#!/bin/bash\ncd '%1'\nexport HOME='%1' TMPDIR='%2' PSTUDIO_CACHE_DIR=\n"
                         "unset PSTUDIO_REMOTES_FILE XDG_CACHE_HOME XDG_CONFIG_HOME\n"
                         "WORKER='%3 worker'\n%4\n")
                     .arg(path("home"), path("tmp"), m_program, line)
                     .toUtf8());
    script.close();
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file;
  }
  /// The same, but the worker sees the folder `hidden` as empty: it has its own mount namespace.
  QString commandWithout(const QString &hidden) {
    return command(QString("exec unshare --user --map-root-user --mount bash -c \"mount -t tmpfs "
                           "none '%1' && exec $WORKER\"")
                       .arg(hidden));
  }
  /// Whether this machine permits mount namespaces, which commandWithout() requires.
  static bool canHide() {
    return runToEnd("unshare", {"--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs",
                                "none", "/mnt"})
               .exitCode == 0;
  }

  /// Files that workers have not removed from their temporary folder.
  QStringList left() const {
    return QDir(path("tmp")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  }

private:
  QTemporaryDir m_folder;
  QString m_program;
  int m_scripts = 0;
};
