// SPDX-License-Identifier: Apache-2.0
// Names of the files that a run on another machine returns.
#pragma once

#include <string_view>

namespace pstudio {

inline constexpr std::string_view kReturnedTrace = "trace.pftrace";
inline constexpr std::string_view kReturnedCapture = "capture.pscapture";
inline constexpr std::string_view kReturnedPasses = "passes.json";
inline constexpr std::string_view kReturnedCallbacks = "callbacks.npy";
inline constexpr std::string_view kReturnedCode = "code";

/// True for these and for drain logs (core/record/stream_log.h), whose records come while a kernel
/// runs. Every other file is rejected.
bool isReturnedFile(std::string_view name);
/// True for a drain log's name.
bool isDrainLog(std::string_view name);

} // namespace pstudio
