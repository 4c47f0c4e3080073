// SPDX-License-Identifier: Apache-2.0
// Allocates record blocks.
#include "collector/session/profile_buffer.h"

#include <cstring>
#include <new>
#include <string>

#include "core/record/record_layout.h"

namespace pstudio {

void ProfileBuffer::Free::operator()(std::byte *bytes) const {
  ::operator delete (bytes, std::align_val_t{record::kBlockAlignment});
}

Result<ProfileBuffer> ProfileBuffer::make(uint64_t ctaCount, uint32_t unitCount,
                                          uint32_t slotsPerUnit) {
  constexpr uint64_t kMaxBytes = uint64_t{1} << 36;
  const uint64_t block = record::blockBytes(unitCount, slotsPerUnit);
  const auto refuse = [&] {
    return fail(ErrorCode::RunFailed,
                "no memory for the profile buffer: " + std::to_string(ctaCount) + " blocks of " +
                    std::to_string(block) + " bytes",
                {}, "give a smaller number of slots in the instrumentation mode");
  };
  if (block > kMaxBytes / ctaCount)
    return refuse();
  ProfileBuffer buffer;
  buffer.m_size = block * ctaCount;
  buffer.m_bytes.reset(static_cast<std::byte *>(
      ::operator new (buffer.m_size, std::align_val_t{record::kBlockAlignment}, std::nothrow)));
  if (!buffer.m_bytes)
    return refuse();
  buffer.clear();
  return buffer;
}

void ProfileBuffer::clear() {
  std::memset(m_bytes.get(), 0, m_size);
}

} // namespace pstudio
