// SPDX-License-Identifier: Apache-2.0
// Work off the window's thread of which only the latest matters.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace pstudio {

/// A thread that does one job at a time. A new job cancels the one that runs, and takes the place
/// of one that waits. The destructor cancels and waits for the thread, so a job may use what
/// outlives this. [calls from one thread]
class LatestJob {
public:
  using Job = std::function<void(std::stop_token)>;

  LatestJob();
  ~LatestJob();
  LatestJob(const LatestJob &) = delete;
  LatestJob &operator=(const LatestJob &) = delete;

  /// The job looks at its token now and then and returns early when stop is requested. It delivers
  /// its result itself; one whose token says stop must not.
  void start(Job job);
  /// Forgets the job that waits and asks the one that runs to stop.
  void cancel();

private:
  void run(std::stop_token end);

  std::mutex m_mutex;
  std::condition_variable_any m_changed;
  Job m_waiting;           // empty: none
  std::stop_source m_stop; // of the job that runs
  std::jthread m_thread;   // last: uses all of the above
};

} // namespace pstudio
