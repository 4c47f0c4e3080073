// SPDX-License-Identifier: Apache-2.0
#include "app/remote/heartbeat_sender.h"

#include <algorithm>
#include <chrono>

namespace pstudio::cli {

HeartbeatSender::HeartbeatSender(MessageChannel &channel, double silenceLimitSeconds,
                                 std::function<uint64_t()> pendingBytes) {
  const double seconds = silenceLimitSeconds > 0.0 ? std::min(silenceLimitSeconds / 4, 5.0) : 5.0;
  const auto pause = std::chrono::milliseconds(static_cast<int64_t>(seconds * 1e3));
  m_thread = std::thread([this, &channel, pause, pending = std::move(pendingBytes)] {
    std::unique_lock lock(m_mutex);
    while (!m_ended.wait_for(lock, pause, [this] { return m_isOver; })) {
      lock.unlock(); // a send may wait for a slow link
      static_cast<void>(channel.send(HeartbeatMessage{pending()}));
      lock.lock();
    }
  });
}

HeartbeatSender::~HeartbeatSender() {
  {
    const std::lock_guard lock(m_mutex);
    m_isOver = true;
  }
  m_ended.notify_all();
  m_thread.join();
}

} // namespace pstudio::cli
