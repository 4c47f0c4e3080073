// SPDX-License-Identifier: Apache-2.0
// Work off the window's thread of which only the latest result matters.
#pragma once

#include <QObject>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace pstudio {

/// A thread that makes one result at a time. A new start() cancels the one in work and replaces one
/// that waits; a cancelled one is not delivered. The destructor cancels and waits for the thread,
/// so that a job may use members of its owner before it. [calls from the thread of the owner]
class Job {
public:
  /// \param owner  has the job as a member
  explicit Job(QObject *owner);
  ~Job();
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;

  /// Calls `make(stop_token)` on the job's thread, which returns early when stop is requested, then
  /// `deliver(result)` on the owner's thread.
  template <class Make, class Deliver> void start(Make make, Deliver deliver) {
    const uint64_t number = ++m_number;
    m_isRunning = true;
    const auto calls =
        std::make_shared<std::pair<Make, Deliver>>(std::move(make), std::move(deliver));
    run([this, number, calls](const std::stop_token &stop) {
      const auto result = std::make_shared<decltype(calls->first(stop))>(calls->first(stop));
      if (!stop.stop_requested())
        QMetaObject::invokeMethod(
            m_owner,
            [this, number, calls, result] {
              if (number != m_number)
                return;
              m_isRunning = false;
              calls->second(std::move(*result));
            },
            Qt::QueuedConnection);
    });
  }
  /// Neither the result in work nor one that waits is delivered.
  void cancel();
  /// From start() to the delivery or to cancel().
  bool isRunning() const { return m_isRunning; }

private:
  using Work = std::function<void(const std::stop_token &)>;
  void run(Work work);
  void serve(const std::stop_token &end);

  QObject *m_owner;
  uint64_t m_number = 0; ///< of the latest start
  bool m_isRunning = false;
  std::mutex m_mutex;
  std::condition_variable_any m_changed;
  Work m_waiting;          ///< empty: none
  std::stop_source m_stop; ///< of the work in progress
  std::jthread m_thread;   ///< last: uses all of the above
};

} // namespace pstudio
