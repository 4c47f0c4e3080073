// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a profile of JAX or XLA.
#include "core/formats/xplane/xplane_reader.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  (void)looksLikeXSpace(fuzz::bytesOf(data, size));
  if (const Result<Trace> trace = readXplane(fuzz::bytesOf(data, size), "fuzz", nullptr))
    fuzz::walk(*trace);
  return 0;
}
