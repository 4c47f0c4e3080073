// SPDX-License-Identifier: Apache-2.0
// Opens any trace file that this program knows, by its content.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Formats of trace files.
enum class TraceFormat : uint8_t {
  Unknown,
  Pftrace,      ///< Perfetto: ours and others'
  ChromeJson,   ///< Chrome trace events, Triton Proton's among them
  Capture,      ///< profile buffers of launches, ours (core/record/FORMAT.md)
  TritonProton, ///< a profile buffer of Triton Proton in its wrapper
};

/// What `bytes` look like; names and endings are not looked at. O(1) in the size of the file.
TraceFormat sniffTraceFormat(std::span<const std::byte> bytes);

/// Reads the bytes of a trace file, gzip-compressed or not, as what they look like. `title` names
/// the trace if the file does not name itself. Perfetto traces and Chrome JSON report to
/// `progress`, and end with Cancelled when it says so; it may be null. O(n log n). [thread: any]
Result<Trace> readTraceBytes(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress = nullptr);

/// Reads a trace file; its name is the title. Errors name the file, and say what can be opened
/// where the content is unknown. The file is read into memory once and may change or vanish
/// afterwards. `progress` as readTraceBytes(). [thread: any]
Result<Trace> readTraceFile(const std::filesystem::path &path, ReadProgress *progress = nullptr);

/// Reads the first `bytes` bytes of a file as a trace that is cut off there: what can be shown
/// while the rest is read. Unsupported for a file that is not several times larger, and for formats
/// other than Perfetto traces and Chrome JSON. [thread: any]
Result<Trace> readTraceBeginning(const std::filesystem::path &path, uint64_t bytes);

} // namespace pstudio
