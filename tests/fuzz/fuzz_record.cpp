// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the profile buffer of a launch with a scope, an event and a value.
#include "core/record/launch_decoder.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  record::LaunchCapture capture;
  capture.blocks = fuzz::bytesOf(data, size);
  capture.kernel = "kernel";
  capture.target = "fuzz";
  capture.operations.operations = {{record::OperationKind::Scope, "scope", {}, ""},
                                   {record::OperationKind::Event, "event", {}, "k.mlir:1:1"},
                                   {record::OperationKind::Value, "value", {}, ""}};
  capture.recordingCost = RecordingCost{12.6, 3, 35, 40};
  TraceBuilder builder;
  if (record::decodeLaunch(capture, builder))
    fuzz::walk(std::move(builder).finish());
  return 0;
}
