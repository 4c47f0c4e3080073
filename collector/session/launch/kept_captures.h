// SPDX-License-Identifier: Apache-2.0
// Copies of the profile buffers of a run, for a capture file.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/record/launch_decoder.h"
#include "core/trace/trace_parts.h"

namespace pstudio {

class ProgressSink;

/// Holds them all in memory until the run has ended. [not thread-safe]
class KeptCaptures {
public:
  /// An empty path keeps nothing.
  explicit KeptCaptures(std::filesystem::path file) : m_file(std::move(file)) {}

  const std::filesystem::path &file() const { return m_file; }

  /// A copy, since the next launch may write to the same memory. O(bytes).
  void keep(const record::LaunchCapture &capture);
  /// Writes the file, if there are captures, and logs it. Errors as record::writeCapture().
  Result<void> write(const TraceInfo &info, ProgressSink &progress) const;

private:
  std::filesystem::path m_file;
  std::deque<std::vector<std::byte>> m_buffers; ///< of m_captures
  std::vector<record::LaunchCapture> m_captures;
};

} // namespace pstudio
