// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/job.h"

#include <QCoreApplication>
#include <QEvent>

namespace pstudio {

Job::Job(QObject *owner, Order order) : m_owner(owner), m_order(order) {}

Job::~Job() {
  if (m_order == Order::Latest)
    cancel();
}

void Job::run(Work work) {
  {
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(work));
  }
  m_changed.notify_all();
  if (!m_thread.joinable())
    m_thread = std::jthread([this](const std::stop_token &end) { serve(end); });
}

void Job::cancel() {
  ++m_generation;
  m_undelivered = 0;
  const std::lock_guard lock(m_mutex);
  m_stop.request_stop();
  m_waiting.clear();
}

void Job::wait() {
  while (isRunning()) {
    {
      std::unique_lock lock(m_mutex);
      m_changed.wait(lock, [this] { return m_waiting.empty() && !m_isWorking; });
    }
    QCoreApplication::sendPostedEvents(m_owner, QEvent::MetaCall); // the deliveries
  }
}

void Job::serve(const std::stop_token &end) {
  std::unique_lock lock(m_mutex);
  while (m_changed.wait(lock, end, [this] { return !m_waiting.empty(); })) {
    const Work work = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_stop = std::stop_source();
    m_isWorking = true;
    const std::stop_token stop = m_stop.get_token();
    lock.unlock();
    work(stop);
    lock.lock();
    m_isWorking = false;
    m_changed.notify_all();
  }
}

} // namespace pstudio
