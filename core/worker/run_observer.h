// SPDX-License-Identifier: Apache-2.0
// The progress of a run as its worker reports it.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/worker/worker_messages.h"

namespace pstudio {

/// Receives the progress of a run, on the thread that reads the worker's messages.
class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void stage(std::string_view name) = 0;
  virtual void fraction(double done) = 0; ///< of the current stage, 0..1
  virtual void log(std::string_view line) = 0;
  /// Text that the program or a kernel printed: any number of lines, or a part of one.
  virtual void output(std::string_view text) = 0;
  /// The run failed, and this file contains what it had recorded. The error follows.
  virtual void kept(const std::filesystem::path &trace) = 0;
};

/// Forwards a message about the progress to `sink`, which has the first four functions of
/// RunObserver. False for every other message.
template <class Sink> bool reportProgress(const WorkerMessage &message, Sink &sink) {
  if (const auto *stage = std::get_if<StageMessage>(&message))
    sink.stage(stage->name);
  else if (const auto *progress = std::get_if<ProgressMessage>(&message))
    sink.fraction(progress->fraction);
  else if (const auto *log = std::get_if<LogMessage>(&message))
    sink.log(log->line);
  else if (const auto *output = std::get_if<OutputMessage>(&message))
    sink.output(output->text);
  else
    return false;
  return true;
}

} // namespace pstudio
