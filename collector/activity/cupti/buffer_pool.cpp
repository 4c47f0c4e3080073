// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/buffer_pool.h"

#include <algorithm>
#include <new>
#include <utility>

namespace pstudio::cupti {

uint8_t *BufferPool::request() {
  const std::lock_guard lock(m_mutex);
  if ((m_lent.size() + m_filled.size() + 1) * kBufferBytes > kMostBytes)
    return nullptr;
  try {
    m_lent.emplace_back(kBufferBytes / sizeof(uint64_t));
  } catch (const std::bad_alloc &) {
    return nullptr; // the caller is C code
  }
  return reinterpret_cast<uint8_t *>(m_lent.back().data());
}

void BufferPool::complete(uint8_t *buffer, size_t validBytes) {
  const std::lock_guard lock(m_mutex);
  const auto found = std::ranges::find_if(m_lent, [buffer](const std::vector<uint64_t> &lent) {
    return reinterpret_cast<const uint8_t *>(lent.data()) == buffer;
  });
  if (found == m_lent.end())
    return; // of a session that is over
  m_filled.push_back({std::move(*found), std::min(validBytes, kBufferBytes)});
  m_lent.erase(found);
}

std::vector<FilledBuffer> BufferPool::takeFilled() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_filled, {});
}

} // namespace pstudio::cupti
