// SPDX-License-Identifier: Apache-2.0
// The trace of a valid capture.
#pragma once

#include <utility>

#include <QtGlobal>

#include "core/record/launch_decoder.h"
#include "core/trace/trace_builder.h"

namespace pstudio::test {

/// Decodes the capture. Ends the test with the error if that fails.
inline Trace decodedTrace(const record::LaunchCapture &capture) {
  TraceBuilder trace;
  const Result<void> decoded = record::decodeLaunch(capture, trace);
  if (!decoded)
    qFatal("%s", decoded.error().toString().c_str());
  return std::move(trace).finish();
}

} // namespace pstudio::test
