// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/latest_job.h"

#include <utility>

namespace pstudio {

LatestJob::LatestJob() : m_thread([this](std::stop_token end) { run(std::move(end)); }) {}

LatestJob::~LatestJob() {
  cancel();
  m_thread.request_stop();
}

void LatestJob::start(Job job) {
  {
    const std::lock_guard lock(m_mutex);
    m_stop.request_stop();
    m_waiting = std::move(job);
  }
  m_changed.notify_one();
}

void LatestJob::cancel() {
  const std::lock_guard lock(m_mutex);
  m_stop.request_stop();
  m_waiting = nullptr;
}

void LatestJob::run(std::stop_token end) {
  for (;;) {
    Job job;
    std::stop_token stop;
    {
      std::unique_lock lock(m_mutex);
      if (!m_changed.wait(lock, end, [this] { return static_cast<bool>(m_waiting); }))
        return;
      job = std::exchange(m_waiting, nullptr);
      m_stop = std::stop_source();
      stop = m_stop.get_token();
    }
    job(std::move(stop));
  }
}

} // namespace pstudio
