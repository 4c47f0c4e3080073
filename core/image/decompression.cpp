// SPDX-License-Identifier: Apache-2.0
#include "core/image/decompression.h"

#include <algorithm>
#include <memory>

#include <lz4.h>
#include <zstd.h>

namespace pstudio::image {
namespace {

/// An LZ4 block grows by no larger factor (lz4's documentation of the block format).
constexpr uint64_t kMostLz4Growth = 255;
constexpr uint64_t kFirstOutput = uint64_t{64} << 10;

tl::unexpected<Error> damaged(const char *format, const std::string &reason) {
  return fail(ErrorCode::InvalidFormat, std::string(format) + " data is damaged: " + reason);
}

tl::unexpected<Error> wrongSize(const char *format, uint64_t wanted) {
  return damaged(format, "it does not contain the " + std::to_string(wanted) +
                             " bytes that its entry states");
}

struct StreamDeleter {
  void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
};

} // namespace

Result<std::string> decompressLz4(std::span<const std::byte> bytes, uint64_t size) {
  if (size > kMaxPayloadBytes || size > kMostLz4Growth * bytes.size() ||
      bytes.size() > kMaxPayloadBytes)
    return damaged("LZ4", std::to_string(size) + " bytes from " + std::to_string(bytes.size()));
  std::string out(size, '\0');
  const int written =
      LZ4_decompress_safe(reinterpret_cast<const char *>(bytes.data()), out.data(),
                          static_cast<int>(bytes.size()), static_cast<int>(out.size()));
  if (written < 0 || static_cast<uint64_t>(written) != size)
    return wrongSize("LZ4", size);
  return out;
}

// Piece by piece: the stated size is not believed before that many bytes are there.
Result<std::string> decompressZstd(std::span<const std::byte> bytes, uint64_t size) {
  if (size > kMaxPayloadBytes)
    return damaged("zstd", std::to_string(size) + " bytes");
  const std::unique_ptr<ZSTD_DStream, StreamDeleter> stream(ZSTD_createDStream());
  if (!stream)
    return fail(ErrorCode::Io, "cannot start decompression: out of memory");
  std::string out;
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  for (size_t used = 0;;) {
    if (used == out.size())
      out.resize(std::min(size + 1, std::max(kFirstOutput, uint64_t{2} * out.size())));
    ZSTD_outBuffer output{out.data(), out.size(), used};
    const size_t state = ZSTD_decompressStream(stream.get(), &output, &input);
    if (ZSTD_isError(state))
      return damaged("zstd", ZSTD_getErrorName(state));
    const bool isStuck = output.pos == used && output.pos < output.size;
    used = output.pos;
    if (state == 0 && used == size) {
      out.resize(size);
      return out;
    }
    if (state == 0 || isStuck || used > size)
      return wrongSize("zstd", size);
  }
}

} // namespace pstudio::image
