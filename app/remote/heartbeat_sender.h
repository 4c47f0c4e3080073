// SPDX-License-Identifier: Apache-2.0
// Sends heartbeats during a run.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "app/worker/message_channel.h"

namespace pstudio::cli {

/// A thread that sends a HeartbeatMessage four times in the time that the application waits for
/// one, but at least every five seconds, until it goes.
class HeartbeatSender {
public:
  /// \param pendingBytes  HeartbeatMessage::pendingBytes, read each time on the thread.
  /// The channel must outlive it.
  HeartbeatSender(MessageChannel &channel, double silenceLimitSeconds,
                  std::function<uint64_t()> pendingBytes);
  ~HeartbeatSender();
  HeartbeatSender(const HeartbeatSender &) = delete;
  HeartbeatSender &operator=(const HeartbeatSender &) = delete;

private:
  std::mutex m_mutex;
  std::condition_variable m_ended;
  bool m_isOver = false;
  std::thread m_thread;
};

} // namespace pstudio::cli
