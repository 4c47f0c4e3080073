// SPDX-License-Identifier: Apache-2.0
#include "core/record/buffer_packing.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/deflate.h"
#include "core/base/inflate.h"
#include "core/base/little_endian.h"
#include "core/record/record_layout.h"

namespace pstudio::record {
namespace {

constexpr int kLevel = 9; // captures are written once and kept
constexpr size_t kChunkBytes = size_t{1} << 20;
static_assert(kChunkBytes % kSlotBytes == 0);

/// Both words of a slot.
using SlotWords = std::array<uint32_t, 2>;

/// Byte `plane` of every slot's differences lies at plane * slots; the bytes after the last
/// whole slot follow unchanged.
void splitPlanes(std::span<const std::byte> chunk, std::span<std::byte> planes) {
  const size_t slots = chunk.size() / kSlotBytes;
  SlotWords before{0, 0};
  for (size_t slot = 0; slot < slots; ++slot)
    for (size_t word = 0; word < 2; ++word) {
      const auto value = loadLittle<uint32_t>(chunk.data() + slot * kSlotBytes + word * 4);
      const uint32_t difference = value - before[word];
      before[word] = value;
      for (size_t byte = 0; byte < 4; ++byte)
        planes[(word * 4 + byte) * slots + slot] =
            static_cast<std::byte>(difference >> (8 * byte) & 0xff);
    }
  std::copy(chunk.begin() + static_cast<std::ptrdiff_t>(slots * kSlotBytes), chunk.end(),
            planes.begin() + static_cast<std::ptrdiff_t>(slots * kSlotBytes));
}

void joinPlanes(std::span<const std::byte> planes, std::span<std::byte> chunk) {
  const size_t slots = chunk.size() / kSlotBytes;
  SlotWords before{0, 0};
  for (size_t slot = 0; slot < slots; ++slot)
    for (size_t word = 0; word < 2; ++word) {
      uint32_t difference = 0;
      for (size_t byte = 0; byte < 4; ++byte)
        difference |= std::to_integer<uint32_t>(planes[(word * 4 + byte) * slots + slot])
                      << (8 * byte);
      before[word] += difference;
      storeLittle(chunk.data() + slot * kSlotBytes + word * 4, before[word]);
    }
  std::copy(planes.begin() + static_cast<std::ptrdiff_t>(slots * kSlotBytes), planes.end(),
            chunk.begin() + static_cast<std::ptrdiff_t>(slots * kSlotBytes));
}

} // namespace

Result<std::string> packBuffer(std::span<const std::byte> buffer) {
  PSTUDIO_TRY_ASSIGN(Deflater deflater, Deflater::make(kLevel));
  std::string packed;
  std::vector<std::byte> planes(std::min(buffer.size(), kChunkBytes));
  while (!buffer.empty()) {
    const auto chunk = buffer.first(std::min(buffer.size(), kChunkBytes));
    const auto out = std::span(planes).first(chunk.size());
    splitPlanes(chunk, out);
    deflater.append(out, packed);
    buffer = buffer.subspan(chunk.size());
  }
  deflater.finish(packed);
  return packed;
}

Result<std::string> unpackBuffer(std::span<const std::byte> packed, size_t sizeBytes) {
  if (sizeBytes / kExpansionOfDeflate > packed.size())
    return fail(ErrorCode::InvalidFormat, "a profile buffer of " + std::to_string(sizeBytes) +
                                              " bytes cannot come out of " +
                                              std::to_string(packed.size()));
  PSTUDIO_TRY_ASSIGN(Inflated inflated,
                     inflate(packed, {.mostBytes = std::min(sizeBytes, mostInflatedBytes()),
                                      .mostExpansion = kExpansionOfDeflate + 1}));
  if (inflated.isCutOff || inflated.bytes.size() != sizeBytes)
    return fail(ErrorCode::InvalidFormat, "a compressed profile buffer is damaged: it holds " +
                                              std::to_string(inflated.bytes.size()) +
                                              " instead of " + std::to_string(sizeBytes) +
                                              " bytes");
  std::vector<std::byte> planes(std::min(sizeBytes, kChunkBytes));
  std::span<std::byte> rest = std::as_writable_bytes(std::span(inflated.bytes));
  while (!rest.empty()) {
    const auto chunk = rest.first(std::min(rest.size(), kChunkBytes));
    const auto source = std::span(planes).first(chunk.size());
    std::copy(chunk.begin(), chunk.end(), source.begin());
    joinPlanes(source, chunk);
    rest = rest.subspan(chunk.size());
  }
  return std::move(inflated.bytes);
}

} // namespace pstudio::record
