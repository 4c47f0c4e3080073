// SPDX-License-Identifier: Apache-2.0
// Where the trace of a run that failed goes.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace pstudio {

/// Beside the output, which is left alone: "gemm.partial.pftrace", or "gemm.wrong.pftrace" if only
/// its result was wrong.
inline std::filesystem::path keptTracePath(const std::filesystem::path &output, ErrorCode failure) {
  const std::string mark = failure == ErrorCode::WrongResult ? ".wrong" : ".partial";
  std::filesystem::path kept = output;
  kept.replace_filename(output.stem().string() + mark + output.extension().string());
  return kept;
}

} // namespace pstudio
