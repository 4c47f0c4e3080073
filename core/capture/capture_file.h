// SPDX-License-Identifier: Apache-2.0
// Capture files: the profile buffers of launches with all data that decoding requires.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/launch_decoder.h"
#include "core/trace/trace.h"

namespace pstudio::record {

/// Content of a capture file. `launches[i].blocks` is a view of `buffers[i]`, valid as long as
/// this.
struct CaptureFile {
  TraceInfo info;
  std::vector<LaunchCapture> launches;
  std::vector<std::string> buffers; ///< profile buffers, as written by the device
};

/// Writes launches as one file (FORMAT.md, "Capture files"), compressed; the file appears when it
/// is complete. Text that is not UTF-8 is repaired; all other data is unchanged. Fails with Io, or
/// with InvalidInput for a capture that readCapture would reject (a clock reading or rate out of
/// range, a profile buffer of more than 16 GiB). Holds the compressed buffers in memory. O(bytes).
Result<void> writeCapture(const std::filesystem::path &path,
                          std::span<const LaunchCapture> launches, const TraceInfo &info);
/// The same into memory.
Result<std::string> writeCaptureToString(std::span<const LaunchCapture> launches,
                                         const TraceInfo &info);

/// True if `bytes` begin with the magic number of a capture file, of any version.
bool looksLikeCapture(std::span<const std::byte> bytes);

/// Reads and checks a whole file: InvalidFormat, with the position, if it is truncated, damaged
/// (sizes and checksums are stored) or contains a number out of range; Unsupported for another
/// version. A damaged capture is rejected as a whole, because a part of it is no evidence.
/// The result holds no reference to `bytes`. O(bytes). [thread: any]
Result<std::unique_ptr<const CaptureFile>> readCapture(std::span<const std::byte> bytes);

/// Reads a capture file and decodes its launches. `title` names the trace if the file does not.
Result<Trace> readCaptureTrace(std::span<const std::byte> bytes, std::string_view title);

} // namespace pstudio::record
