// SPDX-License-Identifier: Apache-2.0
// Work on another thread, whose results the window's thread takes.
#pragma once

#include <QObject>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace pstudio {

/// A thread that makes one result at a time. The destructor waits for it, so that a job may use
/// members of its owner before it. [calls from the thread of the owner]
class Job {
public:
  /// Treatment of results that are not delivered when start() is called again.
  enum class Order : uint8_t {
    Latest, ///< the one in work is cancelled, one that waits is dropped; the destructor does so too
    All,    ///< each is made, one after the other, also by the destructor
  };

  /// \param owner  has the job as a member
  explicit Job(QObject *owner, Order order = Order::Latest);
  ~Job();
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;

  /// Calls `make(stop_token)` on the job's thread, which returns early when stop is requested, then
  /// `deliver(result)` on the owner's thread.
  template <class Make, class Deliver> void start(Make make, Deliver deliver) {
    if (m_order == Order::Latest)
      cancel();
    ++m_undelivered;
    const auto calls =
        std::make_shared<std::pair<Make, Deliver>>(std::move(make), std::move(deliver));
    run([this, generation = m_generation, calls](const std::stop_token &stop) {
      const auto result = std::make_shared<decltype(calls->first(stop))>(calls->first(stop));
      if (!stop.stop_requested())
        QMetaObject::invokeMethod(
            m_owner,
            [this, generation, calls, result] {
              if (generation != m_generation)
                return;
              --m_undelivered;
              calls->second(std::move(*result));
            },
            Qt::QueuedConnection);
    });
  }
  /// No result of a start() until now is delivered.
  void cancel();
  /// Blocks until every result is delivered.
  void wait();
  /// From start() to the delivery or to cancel().
  bool isRunning() const { return m_undelivered > 0; }

private:
  using Work = std::function<void(const std::stop_token &)>;
  void run(Work work);
  void serve(const std::stop_token &end);

  QObject *m_owner;
  const Order m_order;
  uint64_t m_generation = 0; ///< increased by cancel()
  size_t m_undelivered = 0;
  std::mutex m_mutex;
  std::condition_variable_any m_changed;
  std::deque<Work> m_waiting;
  std::stop_source m_stop; ///< of the work in progress
  bool m_isWorking = false;
  std::jthread m_thread; ///< from the first start() on; last: uses all of the above
};

} // namespace pstudio
