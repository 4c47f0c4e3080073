// SPDX-License-Identifier: Apache-2.0
// Runs a program under the shim with a server that asks for call paths.
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

  /// Runs the program with the preloaded library (shimPath() if none is named) to its end. Returns
  /// its output; the exit code if it is not 0.
  QString run(const QString &program, const QStringList &arguments, const QString &shim = {});
  /// The same of a Python program.
  QString runPython(const QString &text, const QStringList &arguments = {});

  /// The only process's events; empty if there are several processes.
  const ProcessEvents &events();
  const std::map<uint32_t, ProcessEvents> &processes();
  /// The output with each last number of a line replaced by the path that it stands for.
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
