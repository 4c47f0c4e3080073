// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a capture file; and as the header and the profile buffer of one, since
// a fuzzer does not guess checksums.
#include "core/base/deflate.h"
#include "core/base/little_endian.h"
#include "core/capture/capture_file.h"
#include "core/record/buffer_packing.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace pstudio;

void read(std::span<const std::byte> bytes) {
  if (const Result<Trace> trace = record::readCaptureTrace(bytes, "fuzz"))
    fuzz::walk(*trace);
}

/// The bytes with a header checksum that fits.
void readWithChecksum(std::span<const std::byte> bytes) {
  constexpr size_t kSizeAt = 12, kChecksumAt = 16, kHeaderAt = 20;
  if (bytes.size() < kHeaderAt)
    return;
  std::vector<std::byte> copy(bytes.begin(), bytes.end());
  const size_t size =
      std::min<size_t>(loadLittle<uint32_t>(copy.data() + kSizeAt), copy.size() - kHeaderAt);
  storeLittle(copy.data() + kChecksumAt, crc32Of(std::span(copy).subspan(kHeaderAt, size)));
  read(copy);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto bytes = fuzz::bytesOf(data, size);
  read(bytes);
  readWithChecksum(bytes);
  const Result<std::string> packed = record::packBuffer(bytes);
  PSTUDIO_CHECK(packed && record::unpackBuffer(std::as_bytes(std::span(*packed)), size));
  static_cast<void>(record::unpackBuffer(bytes, size * 4));
  return 0;
}
