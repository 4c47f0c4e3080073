// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as Chrome trace JSON.
#include "core/formats/chrome_json/chrome_json_reader.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  if (const Result<Trace> trace = readChromeJson(fuzz::bytesOf(data, size), "fuzz"))
    fuzz::walk(*trace);
  return 0;
}
