// SPDX-License-Identifier: Apache-2.0
// What code of a kernel or program can be written.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/run/code_format.h"

namespace pstudio::cli {

/// Unsupported for formats that whole programs are not written in.
inline Result<void> checkProgramFormat(CodeFormat format) {
  if (format == CodeFormat::Ptx)
    return {};
  return fail(ErrorCode::Unsupported,
              "a whole program supports only ptx, not " + std::string(codeFormatName(format)), {},
              "use the run specification of one kernel");
}

} // namespace pstudio::cli
