// SPDX-License-Identifier: Apache-2.0
// Code formats that can be written of a kernel or of a whole program.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/run/code_format.h"

namespace pstudio::cli {

/// Unsupported for a format that is not available for whole programs.
inline Result<void> checkProgramFormat(CodeFormat format) {
  if (format == CodeFormat::Ptx)
    return {};
  return fail(ErrorCode::Unsupported,
              "a whole program supports only ptx, not " + std::string(codeFormatName(format)), {},
              "use the run specification of one kernel");
}

} // namespace pstudio::cli
