// SPDX-License-Identifier: Apache-2.0
// Types of NVRTC, the run-time compiler of CUDA C++, that this project uses.
#pragma once

namespace pstudio {

// tests/collector/vendor compares the value below with the vendor's header where it is installed.
/// The result of every function of NVRTC; errors have other values.
enum class NvrtcResult : int { Success = 0 };

/// nvrtcProgram.
using NvrtcProgram = struct NvrtcProgramTag *;

} // namespace pstudio
