// SPDX-License-Identifier: Apache-2.0
#include "core/compression/zstd_frames.h"

#include <algorithm>
#include <memory>
#include <string>

#include <zstd.h>

#include "core/base/little_endian.h"

namespace pstudio {
namespace {

constexpr size_t kFirstZstdOutput = size_t{1} << 20;
constexpr size_t kZstdOutputAtOnce = size_t{4} << 20; // between two checks of the limits
constexpr size_t kMagicBytes = 4;
constexpr uint32_t kSkippableMask = 0xffff'fff0;

struct StreamDeleter {
  void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
};

} // namespace

bool looksLikeZstd(std::span<const std::byte> bytes) {
  if (bytes.size() < kMagicBytes)
    return false;
  const uint32_t magic = loadLittle<uint32_t>(bytes.data());
  return magic == ZSTD_MAGICNUMBER || (magic & kSkippableMask) == ZSTD_MAGIC_SKIPPABLE_START;
}

Result<Inflated> decompressZstd(std::span<const std::byte> bytes, const InflateLimits &limits) {
  const std::unique_ptr<ZSTD_DStream, StreamDeleter> stream(ZSTD_createDStream());
  if (!stream)
    return outOfInflateMemory();
  Inflated result;
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  size_t used = 0;
  size_t state = 0; // bytes that the frame still expects; 0 between frames
  for (bool isStuck = false; !isStuck && !(limits.isBeginning && used >= limits.mostBytes);) {
    if (used == result.bytes.size() &&
        !growInflated(result.bytes,
                      std::min(std::max(kFirstZstdOutput, used * 2), limits.mostBytes + 1)))
      return outOfInflateMemory();
    ZSTD_outBuffer output{result.bytes.data(),
                          std::min(result.bytes.size(), used + kZstdOutputAtOnce), used};
    const size_t read = input.pos;
    state = ZSTD_decompressStream(stream.get(), &output, &input);
    if (ZSTD_isError(state))
      break;
    isStuck = output.pos == used && input.pos == read;
    used = output.pos;
    if (!limits.isBeginning)
      PSTUDIO_TRY(checkInflated(limits, input.pos, used));
    if (state == 0 && input.pos == input.size)
      break;
  }
  result.bytes.resize(used);
  result.isCutOff = state != 0;
  if (used == 0 && ZSTD_isError(state))
    return fail(ErrorCode::InvalidFormat,
                std::string("the zstd data cannot be decompressed: ") + ZSTD_getErrorName(state),
                "", "decompress it first");
  if (used == 0 && result.isCutOff)
    return fail(ErrorCode::InvalidFormat, "compressed data is damaged at its beginning");
  return result;
}

} // namespace pstudio
