// SPDX-License-Identifier: Apache-2.0
// Receives the traces of several files, one after the other.
#pragma once

#include <stop_token>
#include <string_view>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// Keeps nothing of a trace but its rows. [one thread at a time]
class TraceSink {
public:
  virtual ~TraceSink() = default;
  /// Cancelled once `stop` is requested; Io if the rows cannot be stored. The sink is of no use
  /// after an error. O(rows).
  virtual Result<void> add(std::string_view file, const Trace &trace, std::stop_token stop) = 0;
  /// Records a file that could not be read.
  virtual Result<void> addUnreadable(std::string_view file, const Error &error) = 0;
};

} // namespace pstudio::query
