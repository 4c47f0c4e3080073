// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a Triton Proton capture.
#include "core/formats/triton/triton_decoder.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  if (const Result<Trace> trace = record::readTritonProton(fuzz::bytesOf(data, size), "fuzz"))
    fuzz::walk(*trace);
  return 0;
}
