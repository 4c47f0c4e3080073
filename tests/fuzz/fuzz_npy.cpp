// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a .npy file; what is accepted is written and read again.
#include <algorithm>

#include "core/base/check.h"
#include "core/run/npy.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const Result<HostBuffer> buffer = decodeNpy(fuzz::bytesOf(data, size));
  if (!buffer) {
    PSTUDIO_CHECK(!buffer.error().message.empty());
    return 0;
  }
  for (uint64_t i = 0; i < buffer->elementCount(); ++i)
    static_cast<void>(buffer->at(i));
  const Result<std::vector<std::byte>> written = encodeNpy(*buffer);
  PSTUDIO_CHECK(written.has_value());
  const Result<HostBuffer> again = decodeNpy(*written);
  PSTUDIO_CHECK(again && again->dtype() == buffer->dtype() &&
                std::ranges::equal(again->shape(), buffer->shape()) &&
                std::ranges::equal(again->bytes(), buffer->bytes()));
  return 0;
}
