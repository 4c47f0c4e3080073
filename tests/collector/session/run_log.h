// SPDX-License-Identifier: Apache-2.0
// Stores the log of runs for tests.
#pragma once

#include <string>
#include <string_view>

#include "collector/collector.h"

namespace pstudio::test {

/// Stores the lines of a run's log, each with a line feed.
class RunLog : public ProgressSink {
public:
  std::string text;
  void stage(std::string_view) override {}
  void fraction(double) override {}
  void log(std::string_view line) override { text += std::string(line) + "\n"; }
};

} // namespace pstudio::test
