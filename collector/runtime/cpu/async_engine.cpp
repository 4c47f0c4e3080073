// SPDX-License-Identifier: Apache-2.0
// Serves asynchronous copies in order of issue and says when each is done.
#include "collector/runtime/cpu/async_engine.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"

namespace pstudio::cpu {

AsyncEngine::AsyncEngine(const ModelParameters &model, int64_t startCycle)
    : m_latency(model.copyLatencyCycles), m_bytesPerCycle(model.copyBytesPerCycle),
      m_freeAtBytes(startCycle * model.copyBytesPerCycle) {}

ServedCopy AsyncEngine::serveNext() {
  PSTUDIO_CHECK(!m_pending.empty());
  // min_element keeps the first of equals, and copies of one thread are in its order of issue.
  const auto next = std::min_element(
      m_pending.begin(), m_pending.end(), [](const PendingCopy &a, const PendingCopy &b) {
        return a.issued != b.issued ? a.issued < b.issued : a.thread < b.thread;
      });
  const PendingCopy copy = *next;
  m_pending.erase(next);

  std::memcpy(copy.destination, copy.source, copy.bytes);
  m_freeAtBytes = std::max(copy.issued * m_bytesPerCycle, m_freeAtBytes) + copy.bytes;
  const int64_t lastByte = (m_freeAtBytes + m_bytesPerCycle - 1) / m_bytesPerCycle;
  return {copy.thread, copy.group, lastByte + m_latency};
}

} // namespace pstudio::cpu
