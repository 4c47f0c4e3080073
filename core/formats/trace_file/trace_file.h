// SPDX-License-Identifier: Apache-2.0
// Opens a trace file of any supported format, which its content determines.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// A format of trace files. The names are literals.
struct TraceFormat {
  std::string_view name;     ///< in errors: "Chrome trace JSON"
  std::string_view patterns; ///< of file names, for a file dialog: "*.json *.chrome_trace"
  bool isReadableInPart;     ///< readTraceBeginning()
  bool (*isFormatOf)(std::span<const std::byte> bytes);
  Result<Trace> (*read)(std::span<const std::byte> bytes, std::string_view title,
                        ReadProgress *progress);
};

/// All formats, in the order in which they are tried. A new format is an entry here.
std::span<const TraceFormat> traceFormats();

/// Detects the format from the content of `bytes`; names and extensions play no role. Null: none.
/// O(1) in the size of the file.
const TraceFormat *sniffTraceFormat(std::span<const std::byte> bytes);

/// Reads the bytes of a trace file in their detected format, also compressed with gzip or zstd, or
/// as the one trace in a zip archive (core/compression). `title` names the trace if the file does
/// not name itself. All formats but captures report to `progress`, and end with Cancelled
/// once it is cancelled; it may be null. O(n log n). [thread: any]
Result<Trace> readTraceBytes(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress = nullptr);

/// Reads a trace file; its name is the title. Errors name the file. For unknown content they list
/// the formats that can be opened. The file is read into memory once and may change or vanish
/// afterwards. `progress` as readTraceBytes(). [thread: any]
Result<Trace> readTraceFile(const std::filesystem::path &path, ReadProgress *progress = nullptr);

/// Reads the first `bytes` bytes of a file as a trace that is cut off there, to show it while the
/// rest is read. Unsupported for a file that is not several times larger, and for formats other
/// than Perfetto traces, Chrome JSON and compressed files. [thread: any]
Result<Trace> readTraceBeginning(const std::filesystem::path &path, uint64_t bytes);

} // namespace pstudio
