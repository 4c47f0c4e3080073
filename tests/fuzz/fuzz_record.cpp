// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the profile buffer of a launch with a scope, an event, a value and all
// steps of all asynchronous queues.
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
  capture.operations.groups = {
      {{{record::Kind::ScopeStart, 0, 0, false},
        {record::Kind::ScopeEnd, 0, 0, false},
        {record::Kind::EventStart, 1, 5, false}}},
      {{{record::Kind::EventEnd, 1, 0, true}, {record::Kind::EventStart, 1, 0, true}}}};
  for (uint8_t queue = 0; queue < analysis::kAsyncQueues; ++queue)
    for (uint8_t step = 0; step < analysis::kAsyncSteps; ++step) {
      record::Operation operation;
      operation.kind = record::OperationKind::Async;
      operation.async = {static_cast<analysis::AsyncQueue>(queue),
                         static_cast<analysis::AsyncStep>(step), static_cast<uint16_t>(step % 2),
                         static_cast<uint16_t>(step % 3 == 0)};
      capture.operations.operations.push_back(operation);
    }
  capture.recordingCost = RecordingCost{12.6, 3, 35, 40};
  TraceBuilder builder;
  if (record::decodeLaunch(capture, builder))
    fuzz::walk(std::move(builder).finish());
  return 0;
}
