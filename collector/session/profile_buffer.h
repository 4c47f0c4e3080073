// SPDX-License-Identifier: Apache-2.0
// Memory that a kernel writes its records to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/result.h"

namespace pstudio {

/// One record block per CTA (core/record/record_layout.h), aligned as the layout asks. [not
/// thread-safe]
class ProfileBuffer {
public:
  /// Zeroed. Fails with RunFailed if there is not that much memory.
  static Result<ProfileBuffer> make(uint64_t ctaCount, uint32_t unitCount, uint32_t slotsPerUnit);

  std::span<std::byte> bytes() { return {m_bytes.get(), m_size}; }
  void clear(); ///< zeroes all. O(bytes)

private:
  struct Free {
    void operator()(std::byte *bytes) const;
  };
  std::unique_ptr<std::byte, Free> m_bytes;
  size_t m_size = 0;
};

} // namespace pstudio
