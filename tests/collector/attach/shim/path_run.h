// SPDX-License-Identifier: Apache-2.0
// Runs a program under the shim with a server that requests call paths.
#pragma once

#include <map>
#include <string>

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include "tests/collector/attach/shim/attach_server.h"
#include "tests/collector/attach/shim/event_reader.h"

namespace pstudio::test {

class PathRun {
public:
  explicit PathRun(attach::CallPath callPath);

  /// Runs the program with the preloaded library (shimPath() if `shim` is empty) to its end.
  /// Returns its output, or the exit code if it is not 0.
  QString run(const QString &program, const QStringList &arguments, const QString &shim = {});
  /// The same for a Python program.
  QString runPython(const QString &text, const QStringList &arguments = {});

  /// The events of the only process; empty if there are several processes.
  const ProcessEvents &events();
  const std::map<uint32_t, ProcessEvents> &processes();
  /// The output, in which the path replaces its id, the last number of each line.
  QString withPaths(const QString &output);
  const ReceivedMessages &received() { return m_server.stop(); }
  QString folder() const { return m_folder.path(); }

private:
  QTemporaryDir m_folder;
  AttachServer m_server;
  std::map<uint32_t, ProcessEvents> m_processes;
  ProcessEvents m_none;
};

} // namespace pstudio::test
