// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/job.h"

namespace pstudio {

Job::Job(QObject *owner)
    : m_owner(owner), m_thread([this](const std::stop_token &end) { serve(end); }) {}

Job::~Job() {
  cancel();
  m_thread.request_stop();
}

void Job::run(Work work) {
  {
    const std::lock_guard lock(m_mutex);
    m_stop.request_stop();
    m_waiting = std::move(work);
  }
  m_changed.notify_one();
}

void Job::cancel() {
  ++m_number;
  m_isRunning = false;
  const std::lock_guard lock(m_mutex);
  m_stop.request_stop();
  m_waiting = nullptr;
}

void Job::serve(const std::stop_token &end) {
  for (;;) {
    Work work;
    std::stop_token stop;
    {
      std::unique_lock lock(m_mutex);
      if (!m_changed.wait(lock, end, [this] { return static_cast<bool>(m_waiting); }))
        return;
      work = std::exchange(m_waiting, nullptr);
      m_stop = std::stop_source();
      stop = m_stop.get_token();
    }
    work(stop);
  }
}

} // namespace pstudio
