// SPDX-License-Identifier: Apache-2.0
// Functions that tests of workers share: a specification for the scripted worker, and a
// conversation with a worker.
#pragma once

#include <QProcess>
#include <QString>

#include <fstream>
#include <span>
#include <vector>

#include "core/worker/worker_protocol.h"

/// Writes a specification of `function`, which the scripted collector interprets, to `file`.
/// Returns `file`.
inline QString writeScriptedSpec(const QString &file, const QString &function) {
  std::ofstream(file.toStdString())
      << QString(
             R"({"kernel": {"file": "kernel.mlir", "function": "%1"}, "grid": [2], "block": [64],
                   "arguments": [{"name": "C", "buffer": {"dtype": "f32", "shape": [4]}}]})")
             .arg(function)
             .toStdString();
  return file;
}

/// Sends the messages to a worker and returns all replies. The pipe stays open until the worker
/// ends.
inline std::vector<pstudio::WorkerMessage>
converse(const QString &program, const QStringList &arguments,
         const std::vector<pstudio::WorkerMessage> &said) {
  QProcess process;
  process.start(program, arguments);
  for (const pstudio::WorkerMessage &message : said) {
    const std::vector<std::byte> frame = pstudio::encodeMessage(message).value();
    process.write(reinterpret_cast<const char *>(frame.data()), qint64(frame.size()));
  }
  process.waitForFinished();
  const QByteArray answer = process.readAllStandardOutput();
  pstudio::FrameReader reader;
  reader.append(std::as_bytes(std::span(answer.data(), size_t(answer.size()))));
  std::vector<pstudio::WorkerMessage> messages;
  for (auto next = reader.next(); next && *next; next = reader.next())
    messages.push_back(**next);
  return messages;
}
