// SPDX-License-Identifier: Apache-2.0
// Names of arguments of the processes of a merged trace.
#pragma once

#include <string_view>

namespace pstudio {

// Arguments of the group of a process, a root.

/// String: the rank as the launcher of the program gives it.
inline constexpr std::string_view kRankArg = "rank";
/// Double: largest error of the times of the process on the common axis [ns]; absent: unknown.
inline constexpr std::string_view kAxisUncertaintyArg = "axis.uncertaintyNs";

/// String, of slices of the host and the device: the host's call path, outermost first.
inline constexpr std::string_view kProgramPathArg = "program path";

} // namespace pstudio
