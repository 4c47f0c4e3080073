// SPDX-License-Identifier: Apache-2.0
// Data of a launch in the trace besides its records.
#pragma once

#include <cstdint>
#include <string_view>

#include "collector/pipeline/pipeline.h"
#include "core/record/launch_decoder.h"
#include "core/run/run_spec.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

class ProgressSink;

/// Fills title, producer and date.
void beginTrace(TraceBuilder &trace, std::string_view title);

/// Adds the warnings of the kernel's instrumentation as notes and lines of the log.
void addWarnings(const InstrumentedKernel &kernel, ProgressSink &progress, TraceBuilder &trace);

/// A launch of `spec` without its records: kernel, shape, index and the facts that every target
/// has. The target's own are added by RunTarget::describe().
record::LaunchCapture captureOf(const RunSpec &spec, const InstrumentedKernel &kernel,
                                uint32_t index, uint32_t lanesPerWarp);

/// Adds a launch that ran but has no decodable records, with a note that contains the reason.
void addLaunchWithoutRecords(const record::LaunchCapture &capture, const RunSpec &spec,
                             TraceBuilder &trace);

} // namespace pstudio
