// SPDX-License-Identifier: Apache-2.0
#include "core/base/deflate.h"

#include <algorithm>

#define ZLIB_CONST // input buffers are const
#include <zlib.h>

#include "core/base/check.h"

namespace pstudio {
namespace {

constexpr size_t kMaxAtOnce = size_t{1} << 30; // zlib counts in 32 bits
constexpr size_t kOutputStep = size_t{64} << 10;

} // namespace

struct Deflater::State {
  State() = default;
  State(const State &) = delete;
  State &operator=(const State &) = delete;
  ~State() { ::deflateEnd(&stream); }

  /// Compresses what the stream was given, appending to `out`.
  void run(int flush, std::string &out) {
    int status = Z_OK;
    do {
      const size_t used = out.size();
      out.resize(used + kOutputStep);
      stream.next_out = reinterpret_cast<Bytef *>(out.data() + used);
      stream.avail_out = static_cast<uInt>(kOutputStep);
      status = ::deflate(&stream, flush);
      PSTUDIO_CHECK(status != Z_STREAM_ERROR);
      out.resize(out.size() - stream.avail_out);
    } while (status != Z_STREAM_END && stream.avail_out == 0);
  }

  z_stream stream{};
};

Deflater::Deflater(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Deflater::Deflater(Deflater &&) noexcept = default;
Deflater &Deflater::operator=(Deflater &&) noexcept = default;
Deflater::~Deflater() = default;

Result<Deflater> Deflater::make(int level) {
  auto state = std::make_unique<State>();
  if (::deflateInit(&state->stream, level) != Z_OK)
    return fail(ErrorCode::Io, "cannot start compression: out of memory");
  return Deflater(std::move(state));
}

void Deflater::append(std::span<const std::byte> bytes, std::string &out) {
  while (!bytes.empty()) {
    const size_t size = std::min(bytes.size(), kMaxAtOnce);
    m_state->stream.next_in = reinterpret_cast<const Bytef *>(bytes.data());
    m_state->stream.avail_in = static_cast<uInt>(size);
    m_state->run(Z_NO_FLUSH, out);
    bytes = bytes.subspan(size);
  }
}

void Deflater::finish(std::string &out) {
  m_state->stream.avail_in = 0;
  m_state->run(Z_FINISH, out);
  PSTUDIO_CHECK(::deflateReset(&m_state->stream) == Z_OK);
}

uint32_t crc32Of(std::span<const std::byte> bytes, uint32_t before) {
  uLong crc = before;
  while (!bytes.empty()) {
    const size_t size = std::min(bytes.size(), kMaxAtOnce);
    crc = ::crc32(crc, reinterpret_cast<const Bytef *>(bytes.data()), static_cast<uInt>(size));
    bytes = bytes.subspan(size);
  }
  return static_cast<uint32_t>(crc);
}

} // namespace pstudio
