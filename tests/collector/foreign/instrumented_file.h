// SPDX-License-Identifier: Apache-2.0
// Instruments a file of a front end, as `proton-collect instrument` does.
#pragma once

#include <string>

#include <QString>

#include "collector/instrument.h"

namespace pstudio::test {

/// For sm_90a.
inline Result<InstrumentedFile> instrumented(const QString &file, const std::string &mode,
                                             InstrumentRequest::Emit emit) {
  InstrumentRequest request;
  request.input = file.toStdString();
  PSTUDIO_TRY_ASSIGN(request.mode, InstrumentationMode::parse(mode));
  request.emit = emit;
  request.architecture = "sm_90a";
  return instrumentFile(request);
}

} // namespace pstudio::test
