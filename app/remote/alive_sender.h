// SPDX-License-Identifier: Apache-2.0
// Gives signs of life while a run has nothing else to say.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "app/worker/message_channel.h"

namespace pstudio::cli {

/// A thread that sends an AliveMessage four times in the time that the application waits for one,
/// but at least every five seconds, until it goes.
class AliveSender {
public:
  /// \param pendingBytes  AliveMessage::pendingBytes, asked each time on the thread.
  /// The channel must outlive it.
  AliveSender(MessageChannel &channel, double silenceLimitSeconds,
              std::function<uint64_t()> pendingBytes);
  ~AliveSender();
  AliveSender(const AliveSender &) = delete;
  AliveSender &operator=(const AliveSender &) = delete;

private:
  std::mutex m_mutex;
  std::condition_variable m_ended;
  bool m_isOver = false;
  std::thread m_thread;
};

} // namespace pstudio::cli
