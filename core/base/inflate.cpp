// SPDX-License-Identifier: Apache-2.0
#include "core/base/inflate.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include <unistd.h>

#define ZLIB_CONST // input buffers are const
#include <zlib.h>

namespace pstudio {
namespace {

constexpr int kDetectGzipOrZlib = MAX_WBITS + 32;
constexpr int kRawDeflate = -MAX_WBITS;
/// First room for output: a few times the input, because every byte of it is cleared before zlib
/// writes it.
constexpr size_t kUsualExpansion = 4;
constexpr size_t kLeastRoom = size_t{4} << 10;
constexpr size_t kMostFirstRoom = size_t{1} << 20;
/// Of output that is kept as a whole.
constexpr size_t kMaxWholeBytes = size_t{16} << 30;
/// Short input may expand to this many bytes, whatever its ratio.
constexpr size_t kFreeOutputBytes = size_t{16} << 20;
constexpr size_t kMaxInputAtOnce = size_t{1} << 30; // zlib counts in 32 bits
constexpr size_t kOutputAtOnce = size_t{4} << 20;   // between two checks of the limits

/// Owns a z_stream.
class Inflater {
public:
  explicit Inflater(DeflateWrapping wrapping) {
    const int bits = wrapping == DeflateWrapping::None ? kRawDeflate : kDetectGzipOrZlib;
    m_isReady = ::inflateInit2(&m_stream, bits) == Z_OK;
  }
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

/// Passes the input to zlib in pieces.
void refill(z_stream &stream, std::span<const std::byte> &rest) {
  if (stream.avail_in != 0 || rest.empty())
    return;
  const size_t size = std::min(rest.size(), kMaxInputAtOnce);
  stream.next_in = reinterpret_cast<const Bytef *>(rest.data());
  stream.avail_in = static_cast<uInt>(size);
  rest = rest.subspan(size);
}

} // namespace

tl::unexpected<Error> outOfInflateMemory() {
  return fail(ErrorCode::Io, "cannot decompress the data: out of memory");
}

bool growInflated(std::string &bytes, size_t size) {
  try {
    bytes.resize(size);
  } catch (const std::bad_alloc &) {
    return false;
  } catch (const std::length_error &) {
    return false;
  }
  return true;
}

Result<void> checkInflated(const InflateLimits &limits, size_t input, size_t output) {
  if (limits.progress != nullptr && limits.progress->isCancelled())
    return fail(ErrorCode::Cancelled, "cancelled");
  if (output > limits.mostBytes)
    return fail(ErrorCode::InvalidFormat, "the compressed data contains more than " +
                                              std::to_string(limits.mostBytes) + " bytes");
  if (output > kFreeOutputBytes && output / limits.mostExpansion > input)
    return fail(ErrorCode::InvalidFormat,
                "the compressed data expands more than " + std::to_string(limits.mostExpansion) +
                    " times: " + std::to_string(input) + " bytes to more than " +
                    std::to_string(output),
                "", "if the file is genuine, decompress it first");
  return {};
}

bool looksLikeGzip(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

size_t mostInflatedBytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long pageBytes = ::sysconf(_SC_PAGESIZE);
  constexpr size_t kUnknownMemory = size_t{4} << 30;
  const size_t memory = pages > 0 && pageBytes > 0
                            ? static_cast<size_t>(pages) * static_cast<size_t>(pageBytes)
                            : kUnknownMemory;
  return std::min(kMaxWholeBytes, memory / 2);
}

Result<Inflated> inflate(std::span<const std::byte> bytes, const InflateLimits &limits) {
  Inflater inflater(limits.wrapping);
  if (!inflater.isReady())
    return outOfInflateMemory();
  z_stream &stream = inflater.stream();
  Inflated result;
  const size_t inputBytes = bytes.size();
  const size_t firstRoom =
      std::clamp(inputBytes, kLeastRoom, kMostFirstRoom / kUsualExpansion) * kUsualExpansion;
  size_t used = 0;
  int status = Z_OK;
  do {
    refill(stream, bytes);
    if (used == result.bytes.size() &&
        !growInflated(result.bytes, std::min(std::max(firstRoom, used * 2), limits.mostBytes + 1)))
      return outOfInflateMemory();
    const size_t room = std::min(result.bytes.size() - used, kOutputAtOnce);
    stream.next_out = reinterpret_cast<Bytef *>(result.bytes.data() + used);
    stream.avail_out = static_cast<uInt>(room);
    status = ::inflate(&stream, Z_NO_FLUSH);
    used += room - stream.avail_out;
    if (limits.isBeginning && used >= limits.mostBytes)
      break;
    PSTUDIO_TRY(checkInflated(limits, inputBytes - bytes.size() - stream.avail_in, used));
    const bool hasMore = stream.avail_in != 0 || !bytes.empty();
    const bool mayGoOn = limits.wrapping == DeflateWrapping::GzipOrZlib;
    if (status == Z_STREAM_END && hasMore && mayGoOn) // gzip files may be concatenated
      status = ::inflateReset(&stream);
  } while (status == Z_OK);
  result.bytes.resize(used);
  result.isCutOff = status != Z_STREAM_END;
  if (used == 0 && result.isCutOff)
    return fail(ErrorCode::InvalidFormat, "compressed data is damaged at its beginning");
  return result;
}

} // namespace pstudio
