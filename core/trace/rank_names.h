// SPDX-License-Identifier: Apache-2.0
// Names of arguments of the processes of a merged trace.
#pragma once

#include <string_view>

namespace pstudio {

// Arguments of the group of a process, a root, and of its streams, which are below their devices.

/// String: the rank, which no other process of the trace has. That of the launcher, "0"; "pid 4711"
/// without one; "0 (pid 4711)" where several processes have it.
inline constexpr std::string_view kRankArg = "rank";
/// Int: number of ranks of the program, as its launcher gives it; absent: unknown.
inline constexpr std::string_view kWorldSizeArg = "world.size";
/// Double: largest error of the times of the process on the common axis [ns]; absent: unknown.
inline constexpr std::string_view kAxisUncertaintyArg = "axis.uncertaintyNs";

/// String, of the group of a device: its UUID. CUDA_VISIBLE_DEVICES renumbers devices, not these.
inline constexpr std::string_view kDeviceUuidArg = "device.uuid";

/// String, of slices of the host and the device: the host's call path, outermost first.
inline constexpr std::string_view kProgramPathArg = "program path";
/// Uint, of slices of the host and the device: number of the recorded launch in the trace.
inline constexpr std::string_view kLaunchOfTraceArg = "launch of the trace";

} // namespace pstudio
