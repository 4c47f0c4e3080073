// SPDX-License-Identifier: Apache-2.0
#include "core/capture/drained_trace.h"

#include "core/base/file_bytes.h"
#include "core/capture/capture_header.h"

namespace pstudio::record {

namespace fs = std::filesystem;

namespace {

/// Adds the launch of one log. Times of all launches are relative to the begin of the first.
Result<void> addLaunch(const fs::path &file, bool isFirst, TraceBuilder &trace) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(file));
  PSTUDIO_TRY_ASSIGN(const StreamLog log, StreamLog::read(bytes.bytes()));
  PSTUDIO_TRY_ASSIGN(CaptureHeader header, parseCaptureHeader(log.header()));
  if (header.launches.size() != 1)
    return fail(ErrorCode::InvalidFormat, "a drain log is of one launch", "byte 16");
  if (isFirst) {
    trace.info() = std::move(header.info);
    if (const std::optional<Nanoseconds> begin = log.firstBegin())
      trace.info().origin = *begin;
  }
  LaunchCapture launch = std::move(header.launches.front().capture);
  launch.streamed = bytes.bytes();
  return decodeLaunch(launch, trace);
}

} // namespace

Result<StreamLogWriter> makeDrainLog(const fs::path &path, const LaunchCapture &launch,
                                     const TraceInfo &info) {
  return StreamLogWriter::make(path, captureHeaderToJson({info, {{launch, {}}}}));
}

Result<std::optional<Trace>> decodeDrainLogs(const fs::path &folder) {
  return decodeDrainLogs(folder, makeNote(NoteCode::RunWorkerDied));
}

Result<std::optional<Trace>> decodeDrainLogs(const fs::path &folder, const Note &end) {
  TraceBuilder trace;
  uint32_t launches = 0;
  std::error_code ignored;
  for (; fs::exists(folder / drainLogName(launches), ignored); ++launches)
    PSTUDIO_TRY(addLaunch(folder / drainLogName(launches), launches == 0, trace));
  if (launches == 0)
    return std::nullopt;
  trace.addNote(end);
  Trace whole = std::move(trace).finish();
  if (whole.sliceCount() == 0 && whole.instants().empty())
    return std::nullopt;
  return std::optional<Trace>(std::move(whole));
}

} // namespace pstudio::record
