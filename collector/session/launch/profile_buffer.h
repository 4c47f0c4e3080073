// SPDX-License-Identifier: Apache-2.0
// Host memory that records are read from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace pstudio {

/// Bytes of a profile buffer: one block of `blockBytes` per CTA. RunFailed for more than 1 TiB.
Result<uint64_t> profileBytes(uint64_t ctaCount, uint64_t blockBytes);

/// The error of a profile buffer for which there is no memory.
Error noProfileMemory(uint64_t bytes);

/// Pages of the system, zero at first, which take memory only where they are touched. Move-only.
/// [not thread-safe]
class ProfileBuffer {
public:
  /// noProfileMemory() if the system has not that much. O(1).
  static Result<ProfileBuffer> make(uint64_t bytes);
  ProfileBuffer(ProfileBuffer &&other) noexcept;
  ProfileBuffer &operator=(ProfileBuffer &&) = delete;
  ~ProfileBuffer();

  /// Aligned to a page, which is more than a block needs.
  std::span<std::byte> bytes() { return m_bytes; }

private:
  explicit ProfileBuffer(std::span<std::byte> bytes) : m_bytes(bytes) {}
  std::span<std::byte> m_bytes;
};

} // namespace pstudio
