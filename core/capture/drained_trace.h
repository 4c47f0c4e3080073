// SPDX-License-Identifier: Apache-2.0
// Drain logs of launches, and the records that a process had drained when it was killed.
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/result.h"
#include "core/record/launch_decoder.h"
#include "core/record/stream_log.h"
#include "core/trace/trace.h"

namespace pstudio::record {

/// Creates the drain log of one streamed launch. The file must not exist; its header contains all
/// of `launch` except its buffers.
Result<StreamLogWriter> makeDrainLog(const std::filesystem::path &path, const LaunchCapture &launch,
                                     const TraceInfo &info);

/// Decodes the drain logs in `folder`, the staging folder of a terminated worker: its launches in
/// order, with times from the earliest begin of a CTA and a note that the end is missing. None if
/// there are no logs or nothing had been recorded. Errors as StreamLog::read and decodeLaunch;
/// InvalidFormat if a header describes not exactly one launch.
/// O(records).
Result<std::optional<Trace>> decodeDrainLogs(const std::filesystem::path &folder);
/// The same with another note, for logs whose source ended for another reason.
Result<std::optional<Trace>> decodeDrainLogs(const std::filesystem::path &folder, const Note &end);

} // namespace pstudio::record
