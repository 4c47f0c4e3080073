// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as each file of Nsight Systems and of rocprofv3, recognised or not.
#include "core/formats/nsight/nsight_reader.h"
#include "core/formats/rocprof/rocpd_reader.h"
#include "core/formats/rocprof/rocprof_csv_reader.h"
#include "core/formats/rocprof/rocprof_json_reader.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/unknown_database.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace pstudio;

void walkIfRead(const Result<Trace> &trace) {
  if (trace)
    fuzz::walk(*trace);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::span<const std::byte> bytes = fuzz::bytesOf(data, size);
  if (sqlite::looksLikeDatabase(bytes)) {
    PSTUDIO_CHECK(!sqlite::unknownDatabase(bytes).message.empty());
    walkIfRead(nsight::readExport(bytes, "fuzz"));
    walkIfRead(rocprof::readRocpd(bytes, "fuzz"));
    return 0;
  }
  walkIfRead(rocprof::readRocprofJson(bytes, "fuzz"));
  walkIfRead(rocprof::readRocprofCsv(bytes, "fuzz"));
  return 0;
}
