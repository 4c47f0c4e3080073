// SPDX-License-Identifier: Apache-2.0
// Maps pages for record blocks.
#include "collector/session/launch/profile_buffer.h"

#include <string>
#include <utility>

#include <sys/mman.h>

namespace pstudio {

namespace {
constexpr uint64_t kMaxBytes = uint64_t{1} << 40;
} // namespace

Error noProfileMemory(uint64_t bytes) {
  return {ErrorCode::RunFailed,
          "no memory for the profile buffer of " + std::to_string(bytes) + " bytes",
          {},
          "use fewer slots in the instrumentation mode"};
}

Result<uint64_t> profileBytes(uint64_t ctaCount, uint64_t blockBytes) {
  if (blockBytes > kMaxBytes / ctaCount)
    return fail(ErrorCode::RunFailed,
                "no memory for the profile buffer: " + std::to_string(ctaCount) + " blocks of " +
                    std::to_string(blockBytes) + " bytes",
                {}, noProfileMemory(0).hint);
  return blockBytes * ctaCount;
}

Result<ProfileBuffer> ProfileBuffer::make(uint64_t bytes) {
  void *pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return tl::unexpected<Error>(noProfileMemory(bytes));
  // Fewer page faults while gigabytes are copied in; a rejection changes nothing else.
  static_cast<void>(::madvise(pages, bytes, MADV_HUGEPAGE));
  return ProfileBuffer({static_cast<std::byte *>(pages), bytes});
}

ProfileBuffer::ProfileBuffer(ProfileBuffer &&other) noexcept
    : m_bytes(std::exchange(other.m_bytes, {})) {}

ProfileBuffer::~ProfileBuffer() {
  if (!m_bytes.empty())
    ::munmap(m_bytes.data(), m_bytes.size());
}

} // namespace pstudio
