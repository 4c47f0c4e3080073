// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a trace file of any format, compressed or not.
#include "core/formats/trace_file/trace_file.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  if (const Result<Trace> trace = readTraceBytes(fuzz::bytesOf(data, size), "fuzz"))
    fuzz::walk(*trace);
  return 0;
}
