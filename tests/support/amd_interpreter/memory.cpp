// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/memory.h"

namespace pstudio::test::amdgpu {

void Memory::add(uint64_t begin, std::byte *bytes, size_t size, bool isWritable) {
  m_regions[begin] = {bytes, size, isWritable};
}

std::byte *Memory::find(uint64_t address, size_t size, bool writes) {
  if (address < m_lastBegin || address - m_lastBegin >= m_last.size) {
    auto next = m_regions.upper_bound(address);
    if (next == m_regions.begin())
      return nullptr;
    --next;
    m_lastBegin = next->first;
    m_last = next->second;
  }
  const uint64_t offset = address - m_lastBegin;
  if (offset > m_last.size || size > m_last.size - offset || (writes && !m_last.isWritable))
    return nullptr;
  return m_last.bytes + offset;
}

} // namespace pstudio::test::amdgpu
