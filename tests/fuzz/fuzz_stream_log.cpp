// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the drain log of a run whose process died.
#include "core/base/check.h"
#include "core/capture/drained_trace.h"
#include "core/record/stream_log.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  static const fuzz::ScratchFolder folder;
  const auto bytes = fuzz::bytesOf(data, size);
  const Result<record::StreamLog> log = record::StreamLog::read(bytes);
  if (!log) {
    PSTUDIO_CHECK(!log.error().message.empty());
    return 0;
  }
  static_cast<void>(log->firstBegin());
  folder.write(record::drainLogName(0), {reinterpret_cast<const char *>(data), size});
  if (const Result<std::optional<Trace>> trace = record::decodeDrainLogs(folder.path());
      trace && *trace)
    fuzz::walk(**trace);
  return 0;
}
