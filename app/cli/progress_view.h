// SPDX-License-Identifier: Apache-2.0
// How a run's progress is shown in a terminal or told to another program.
#pragma once

#include <cstdio>
#include <memory>

#include "app/worker/worker_client.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

enum class ProgressStyle { Line, Json, None };

/// Shows what it hears, and how the run ended.
class ProgressView : public RunObserver {
public:
  /// Exactly one of these two is called, last.
  virtual void succeeded(const ResultMessage &result) = 0;
  virtual void failed(const Error &error) = 0;
};

/// Line: one line that changes, on a terminal, else a line per stage, on standard error; the result
/// on `answers`. Json: one JSON object a line on `answers`. None: the result only. Errors go to
/// standard error in every style, what the program prints to `answers`: standard output, or
/// standard error where standard output holds a file of the run.
std::unique_ptr<ProgressView> makeProgressView(ProgressStyle style, std::FILE *answers);

} // namespace pstudio::cli
