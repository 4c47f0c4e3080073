// SPDX-License-Identifier: Apache-2.0
#include "core/base/zeroed_memory.h"

#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace pstudio {
namespace {

/// Of large pages on x86-64 and AArch64: memory that does not begin at a multiple has none there.
constexpr size_t kLargePageBytes = size_t{2} << 20;

} // namespace

ZeroedMemory::ZeroedMemory(size_t bytes) {
  if (bytes == 0)
    return;
  m_mappedBytes = bytes + kLargePageBytes; // address space alone, for the alignment
  m_mapping = mmap(nullptr, m_mappedBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m_mapping == MAP_FAILED) {
    m_mapping = nullptr;
    throw std::bad_alloc(); // as `new` does
  }
  const uintptr_t place = reinterpret_cast<uintptr_t>(m_mapping) + kLargePageBytes - 1;
  m_data = reinterpret_cast<void *>(place & ~uintptr_t{kLargePageBytes - 1});
#ifdef MADV_HUGEPAGE
  // Only a wish: where it is not granted, nothing is lost but time.
  static_cast<void>(madvise(m_data, bytes, MADV_HUGEPAGE));
#endif
}

ZeroedMemory::~ZeroedMemory() {
  if (m_mapping != nullptr)
    munmap(m_mapping, m_mappedBytes);
}

} // namespace pstudio
