// SPDX-License-Identifier: Apache-2.0
#include "core/base/inflate.h"

#include <algorithm>

#define ZLIB_CONST // input buffers are const
#include <zlib.h>

namespace pstudio {
namespace {

constexpr int kRawWindow = -MAX_WBITS;
constexpr int kDetectGzipOrZlib = MAX_WBITS + 32;
constexpr size_t kChunk = size_t{1} << 20;
constexpr size_t kMostInputAtOnce = size_t{1} << 30; // zlib counts in 32 bits

/// Owns a z_stream.
class Inflater {
public:
  explicit Inflater(int windowBits) { m_isReady = ::inflateInit2(&m_stream, windowBits) == Z_OK; }
  Inflater(const Inflater &) = delete;
  Inflater &operator=(const Inflater &) = delete;
  ~Inflater() {
    if (m_isReady)
      ::inflateEnd(&m_stream);
  }
  bool isReady() const { return m_isReady; }
  z_stream &stream() { return m_stream; }

private:
  z_stream m_stream{};
  bool m_isReady = false;
};

/// Hands the input to zlib in pieces.
void refill(z_stream &stream, std::span<const std::byte> &rest) {
  if (stream.avail_in != 0 || rest.empty())
    return;
  const size_t size = std::min(rest.size(), kMostInputAtOnce);
  stream.next_in = reinterpret_cast<const Bytef *>(rest.data());
  stream.avail_in = static_cast<uInt>(size);
  rest = rest.subspan(size);
}

Result<Inflated> run(std::span<const std::byte> bytes, size_t mostBytes, int windowBits) {
  Inflater inflater(windowBits);
  if (!inflater.isReady())
    return fail(ErrorCode::Io, "cannot start decompression: out of memory");
  z_stream &stream = inflater.stream();
  Inflated result;
  size_t used = 0;
  int status = Z_OK;
  do {
    refill(stream, bytes);
    if (used == result.bytes.size())
      result.bytes.resize(std::min(std::max(kChunk, used * 2), mostBytes + 1));
    const size_t room = std::min(result.bytes.size() - used, kMostInputAtOnce);
    stream.next_out = reinterpret_cast<Bytef *>(result.bytes.data() + used);
    stream.avail_out = static_cast<uInt>(room);
    status = ::inflate(&stream, Z_NO_FLUSH);
    used += room - stream.avail_out;
    if (used > mostBytes)
      return fail(ErrorCode::InvalidFormat,
                  "compressed data holds more than " + std::to_string(mostBytes) + " bytes");
    const bool hasMore = stream.avail_in != 0 || !bytes.empty();
    if (status == Z_STREAM_END && hasMore) // gzip files may be concatenated
      status = ::inflateReset(&stream);
  } while (status == Z_OK);
  result.bytes.resize(used);
  result.isCutOff = status != Z_STREAM_END;
  if (used == 0 && result.isCutOff)
    return fail(ErrorCode::InvalidFormat, "compressed data is damaged at its beginning");
  return result;
}

} // namespace

bool looksLikeGzip(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

Result<Inflated> inflate(std::span<const std::byte> bytes, size_t mostBytes) {
  return run(bytes, mostBytes, kDetectGzipOrZlib);
}

Result<Inflated> inflateRaw(std::span<const std::byte> bytes, size_t mostBytes) {
  return run(bytes, mostBytes, kRawWindow);
}

} // namespace pstudio
