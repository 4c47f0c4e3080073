// SPDX-License-Identifier: Apache-2.0
// Receives a cancel of the application while a kernel runs.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include "app/worker/message_channel.h"

namespace pstudio::cli {

/// Functions that the listener's thread calls.
struct ListenerHooks {
  std::function<void(const AckMessage &)> acknowledged = {};
  std::function<void()> cancelled = {}; ///< the application requests a stop
  std::function<void()> gone = {};      ///< the application is gone
  /// Heartbeat timeout: after this time without data the application counts as gone; 0: no limit.
  std::chrono::milliseconds silenceLimit{0};
};

/// Receives messages on a thread of its own during its lifetime. The channel must outlive it, and
/// no other object may receive from the channel.
class CancelListener {
public:
  static Result<std::unique_ptr<CancelListener>> start(MessageChannel &channel,
                                                       ListenerHooks hooks = {});
  ~CancelListener();
  CancelListener(const CancelListener &) = delete;
  CancelListener &operator=(const CancelListener &) = delete;

  /// Becomes true when the application requests a stop, or is gone. [thread: any]
  const std::atomic<bool> &cancelled() const { return m_cancelled; }
  /// True if the application closed its end, sent an unexpected message, or exceeded the heartbeat
  /// timeout. [thread: any]
  bool isApplicationGone() const { return m_isGone; }
  /// The same, as it becomes true. [thread: any]
  const std::atomic<bool> &gone() const { return m_isGone; }

private:
  CancelListener(MessageChannel &channel, Pipe stop, ListenerHooks hooks);
  void listen(MessageChannel &channel, const ListenerHooks &hooks);

  std::atomic<bool> m_cancelled = false;
  std::atomic<bool> m_isGone = false;
  std::atomic<bool> m_isOver = false; ///< the destructor waits
  Pipe m_stop;                        ///< closing the write end wakes the thread
  std::thread m_thread;
};

} // namespace pstudio::cli
