// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a Perfetto trace; what is read must be sound and survive saving.
#include "core/base/check.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const Result<Trace> trace = readPftrace(fuzz::bytesOf(data, size), "fuzz");
  if (!trace)
    return 0;
  fuzz::walk(*trace);
  const Result<std::string> saved = writePftraceToString(*trace);
  PSTUDIO_CHECK(saved.has_value());
  const Result<Trace> again = readPftrace(std::as_bytes(std::span(*saved)), "fuzz");
  PSTUDIO_CHECK(again.has_value() && again->sliceCount() == trace->sliceCount());
  return 0;
}
