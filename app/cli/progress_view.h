// SPDX-License-Identifier: Apache-2.0
// Output of a run's progress: for a terminal, or as JSON for another program.
#pragma once

#include <cstdio>
#include <memory>

#include "app/worker/worker_client.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

enum class ProgressStyle { Line, Json, None };

/// Prints the events of a run, and its result or error.
class ProgressView : public RunObserver {
public:
  /// Exactly one of these two is called, last.
  virtual void succeeded(const ResultMessage &result) = 0;
  virtual void failed(const Error &error) = 0;
};

/// Line: one line that changes, on a terminal, else a line per stage, on standard error; the result
/// on `answers`. Json: one JSON object a line on `answers`. None: the result only. In every style,
/// errors go to standard error and the program's output goes to `answers`: standard output, or
/// standard error where standard output holds a file of the run.
std::unique_ptr<ProgressView> makeProgressView(ProgressStyle style, std::FILE *answers);

} // namespace pstudio::cli
