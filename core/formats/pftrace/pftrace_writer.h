// SPDX-License-Identifier: Apache-2.0
// Saves a Trace as a Perfetto trace file that readPftrace gives back unchanged.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/output_file.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

namespace review {
struct Review;
} // namespace review

/// Options of writing. Apart from `hasSources` and `review`, they do not change the content of the
/// file.
struct PftraceOptions {
  /// Packets are wrapped in compressed ones, which Perfetto reads too: a fifth of the size. A cut
  /// or damage then loses a few thousand slices rather than one.
  bool isCompressed = true;
  /// Threads to use; 0: as many as the machine has. The bytes do not depend on it.
  unsigned threads = 0;
  /// Whether the file holds the trace's source files.
  bool hasSources = true;
  /// Notes and views to store with the trace; null: none. Must outlive the call.
  const review::Review *review = nullptr;
};

/// Writes `trace` to `path` as Perfetto TrackEvents (FORMAT.md), compressed, through an OutputFile:
/// a failure leaves no new file and an older file unchanged, a device or FIFO is written directly.
/// Equal traces give equal bytes. O(size of the trace) on as many threads as the machine has; holds
/// a few megabytes a thread. [thread: any]
Result<void> writePftrace(const Trace &trace, const std::filesystem::path &path);
/// The same with options; `reader` is for a FIFO.
Result<void> writePftraceAs(const Trace &trace, const std::filesystem::path &path,
                            const PftraceOptions &options, FifoReader reader = FifoReader::Awaited);

/// The same bytes to `sink`, as they are made. After a failure of the sink nothing more is written.
Result<void> writePftraceTo(const Trace &trace, ByteSink &sink, const PftraceOptions &options = {});

/// The same bytes in memory.
Result<std::string> writePftraceToString(const Trace &trace, const PftraceOptions &options = {});

} // namespace pstudio
