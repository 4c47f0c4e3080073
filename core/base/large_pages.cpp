// SPDX-License-Identifier: Apache-2.0
#include "core/base/large_pages.h"

#include <cstdint>

#include <sys/mman.h>

namespace pstudio {

void useLargePages(void *memory, size_t bytes) {
  constexpr size_t kPage = size_t{2} << 20;
  const size_t skipped = (kPage - reinterpret_cast<uintptr_t>(memory) % kPage) % kPage;
  if (bytes >= 2 * kPage)
    ::madvise(static_cast<char *>(memory) + skipped, (bytes - skipped) / kPage * kPage,
              MADV_HUGEPAGE);
}

} // namespace pstudio
