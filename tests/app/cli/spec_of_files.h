// SPDX-License-Identifier: Apache-2.0
// A specification that needs many files, for tests of what is sent to another machine.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "core/run/npy.h"

/// A kernel whose data, reference and callbacks are files, one of them included by another.
inline void writeSpecOfFiles(const QTemporaryDir &folder) {
  const auto path = [&](const char *name) { return folder.filePath(name); };
  const QString resources = PSTUDIO_SOURCE_DIR "/resources/";
  QVERIFY(QFile::copy(resources + "kernels/vector_add.mlir", path("vector_add.mlir")));
  QVERIFY(QDir(folder.path()).mkdir("lib"));
  QVERIFY(QFile::copy(resources + "callbacks/count_bytes.c", path("lib/count_bytes.c")));
  QVERIFY(QDir(folder.path()).mkdir("markers"));
  QVERIFY(
      QFile::copy(resources + "markers/proton_callbacks.h", path("markers/proton_callbacks.h")));
  std::ofstream(path("cb.c").toStdString()) << "#include \"lib/count_bytes.c\"\n";
  constexpr int64_t kElements = 131072;
  for (const auto &[name, factor] : {std::pair{"A.npy", 1.0}, {"B.npy", 2.0}, {"C.npy", 3.0}}) {
    pstudio::HostBuffer buffer =
        pstudio::HostBuffer::make(pstudio::DType::F32, {kElements}).value();
    for (int64_t i = 0; i < kElements; ++i)
      buffer.set(uint64_t(i), factor * double(i));
    QVERIFY(pstudio::writeNpy(buffer, path(name).toStdString()));
  }
  std::ofstream(path("files.json").toStdString()) << R"({
    "kernel": {"file": "vector_add.mlir", "function": "vector_add"}, "grid": [128], "block": [256],
    "arguments": [
      {"name": "A", "buffer": {"dtype": "f32", "shape": [131072], "init": {"file": "A.npy"}}},
      {"name": "B", "buffer": {"dtype": "f32", "shape": [131072], "init": {"file": "B.npy"}}},
      {"name": "C", "buffer": {"dtype": "f32", "shape": [131072]}}],
    "checks": [{"output": "C", "reference": {"file": "C.npy"}, "max_error": 0}]
  })";
}
