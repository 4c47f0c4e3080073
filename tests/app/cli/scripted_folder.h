// SPDX-License-Identifier: Apache-2.0
// What runs of the scripted collector need on disk.
#pragma once

#include <QDir>
#include <QString>

#include <fstream>

namespace pstudio::test {

/// Makes "out" for outputs and "kernel.mlir", and keeps the user's remote machines out of the test.
/// False if the folder cannot be made.
inline bool prepareScriptedFolder(const QString &folder) {
  qputenv("PSTUDIO_REMOTES_FILE", QString(folder + "/remotes.json").toLocal8Bit());
  std::ofstream(QString(folder + "/kernel.mlir").toStdString()) << "module {}";
  return QDir(folder).mkdir("out");
}

/// A specification whose kernel does what its function's name says; `more` goes behind its fields.
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
