// SPDX-License-Identifier: Apache-2.0
// Files on disk for runs of the scripted collector.
#pragma once

#include <QDir>
#include <QString>

#include <fstream>

namespace pstudio::test {

/// Creates "out" for outputs and "kernel.mlir", and separates the test from the user's remote
/// machines. False if the folder cannot be created.
inline bool prepareScriptedFolder(const QString &folder) {
  qputenv("PSTUDIO_REMOTES_FILE", QString(folder + "/remotes.json").toLocal8Bit());
  std::ofstream(QString(folder + "/kernel.mlir").toStdString()) << "module {}";
  return QDir(folder).mkdir("out");
}

/// Writes a specification that selects the behaviour of the scripted collector by its function
/// name. `more` is appended after its fields.
inline void writeScriptedSpec(const QString &file, const QString &function,
                              const QString &more = {}) {
  std::ofstream(file.toStdString())
      << QString(
             R"({"kernel": {"file": "kernel.mlir", "function": "%1"}, "grid": [2, 3], "block": [64],
                 "arguments": [{"name": "C", "buffer": {"dtype": "f32", "shape": [4]}}]%2})")
             .arg(function, more)
             .toStdString();
}

} // namespace pstudio::test
