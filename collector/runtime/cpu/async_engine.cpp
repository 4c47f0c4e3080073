// SPDX-License-Identifier: Apache-2.0
// Serves asynchronous copies in order of issue and says when each is done.
#include "collector/runtime/cpu/async_engine.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "core/base/check.h"

namespace pstudio::cpu {

AsyncEngine::AsyncEngine(const ModelParameters &model, int64_t startCycle)
    : m_latency(model.copyLatencyCycles), m_bytesPerCycle(model.copyBytesPerCycle),
      m_freeAtBytes(startCycle * model.copyBytesPerCycle) {}

bool AsyncEngine::isLater(const Entry &a, const Entry &b) {
  return std::tie(a.copy.issued, a.copy.thread, a.number) >
         std::tie(b.copy.issued, b.copy.thread, b.number);
}

void AsyncEngine::issue(const PendingCopy &copy) {
  m_pending.push_back({copy, m_issuedCount++});
  std::push_heap(m_pending.begin(), m_pending.end(), isLater);
}

ServedCopy AsyncEngine::serveNext() {
  PSTUDIO_CHECK(!m_pending.empty());
  std::pop_heap(m_pending.begin(), m_pending.end(), isLater);
  const PendingCopy copy = m_pending.back().copy;
  m_pending.pop_back();

  std::memcpy(copy.destination, copy.source, copy.bytes);
  m_freeAtBytes = std::max(copy.issued * m_bytesPerCycle, m_freeAtBytes) + copy.bytes;
  const int64_t lastByte = (m_freeAtBytes + m_bytesPerCycle - 1) / m_bytesPerCycle;
  return {copy.thread, copy.group, lastByte + m_latency};
}

} // namespace pstudio::cpu
