// SPDX-License-Identifier: Apache-2.0
// The environment of the attached program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/process/environment.h"

namespace pstudio::attach {

inline constexpr std::string_view kSocketVariable = "PSTUDIO_ATTACH";
/// Folder below which a compiler of the program may write PTX, in a folder of each process.
inline constexpr std::string_view kDumpVariable = "PSTUDIO_ATTACH_DUMPS";

/// Prepends a library to LD_PRELOAD. AddressSanitizer's has to stay the first one.
void addPreload(Environment &environment, const std::filesystem::path &library);

/// Has the libraries of the program that use NVTX report their ranges to `library`, unless the
/// environment names another tool for them. False if it does.
bool followRanges(Environment &environment, const std::filesystem::path &library);

/// The tool that runs this process and that instrumented kernels would disturb: "Nsight Compute";
/// none if there is no sign of one.
std::optional<std::string> debuggingTool(const Environment &environment);

} // namespace pstudio::attach
