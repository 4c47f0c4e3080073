// SPDX-License-Identifier: Apache-2.0
// Names of arguments that more than the inspector reads.
#pragma once

#include <string_view>

namespace pstudio {

/// Of an asynchronous operation: the number of the warp track that recorded its end, where that is
/// not the one that recorded its start.
inline constexpr std::string_view kEndedByUnitArg = "ended by unit";

/// Of a slice that was recorded in a called function: the calls from the kernel inwards (see
/// call_path.h).
inline constexpr std::string_view kCallPathArg = "call path";

/// Of a launch: which part of it recorded ("warps 0,4-7; every 16th iteration"). What is not
/// sampled is not known, and is no idle time. Absent where everything recorded.
inline constexpr std::string_view kSampledArg = "sampled";

} // namespace pstudio
