// SPDX-License-Identifier: Apache-2.0
// Work on several threads within one call; results do not depend on their number.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace pstudio {

/// Number of threads that a call may use: the requested number, or that of the machine if it is 0;
/// at least 1.
inline unsigned threadCountOf(unsigned wanted) {
  return std::max(1u, wanted != 0 ? wanted : std::thread::hardware_concurrency());
}

/// Calls work(i) for each i < count, in any order and at the same time, on up to `threads` threads
/// (0: as many as the machine has), the calling one among them. Returns when all are done.
template <class Work> void parallelFor(size_t count, unsigned threads, const Work &work) {
  std::atomic<size_t> next{0};
  const auto run = [&] {
    for (size_t i = next++; i < count; i = next++)
      work(i);
  };
  std::vector<std::jthread> others;
  for (size_t n = std::min<size_t>(threadCountOf(threads), count); n > 1; --n)
    others.emplace_back(run);
  run();
}

namespace detail {

/// Assigns the results of a pipeline to threads, and records which are made: indices only. [thread:
/// any]
class PipelineOrder {
public:
  PipelineOrder(size_t count, size_t window) : m_count(count), m_ready(window, false) {}

  size_t window() const { return m_ready.size(); }

  /// Waits for an index to make; false when none is left or the pipeline was stopped.
  bool claim(size_t &index) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_isStopped || m_claimed == m_count || canClaim(); });
    return tryClaim(index);
  }

  /// Waits until the next result is made (true), or an index can be made instead (false).
  bool nextOrClaim(size_t &index) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_ready[m_taken % window()] || canClaim(); });
    return m_ready[m_taken % window()] || !tryClaim(index);
  }

  void made(size_t index) {
    const std::lock_guard lock(m_mutex);
    m_ready[index % window()] = true;
    m_changed.notify_all();
  }

  void taken() {
    const std::lock_guard lock(m_mutex);
    m_ready[m_taken++ % window()] = false;
    m_changed.notify_all();
  }

  void stop() {
    const std::lock_guard lock(m_mutex);
    m_isStopped = true;
    m_changed.notify_all();
  }

private:
  bool canClaim() const { return m_claimed < std::min(m_count, m_taken + window()); }
  bool tryClaim(size_t &index) {
    if (m_isStopped || !canClaim())
      return false;
    index = m_claimed++;
    return true;
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  const size_t m_count;
  size_t m_claimed = 0; // indices below are made or being made
  size_t m_taken = 0;   // indices below were taken
  bool m_isStopped = false;
  std::vector<bool> m_ready; // by index modulo the window
};

} // namespace detail

/// Makes results at the same time and takes them in order. Each thread calls makeWorker() once for
/// a worker of its own, which may keep memory between results; worker(i) makes result i, which must
/// not depend on the worker's past. take(i, result) is called on the calling thread with i = 0, 1,
/// ...; when it returns false nothing further is taken. At any time at most twice as many results
/// as threads exist. `threads` as in parallelFor. Nothing may throw.
template <class MakeWorker, class Take>
void orderedPipeline(size_t count, unsigned threads, const MakeWorker &makeWorker,
                     const Take &take) {
  using Worker = std::invoke_result_t<const MakeWorker &>;
  using Made = std::invoke_result_t<Worker &, size_t>;
  const size_t threadCount = std::min<size_t>(threadCountOf(threads), count);
  if (threadCount <= 1) {
    if (count == 0)
      return;
    Worker worker = makeWorker();
    for (size_t i = 0; i < count && take(i, worker(i)); ++i) {
    }
    return;
  }
  detail::PipelineOrder order(count, 2 * threadCount);
  std::vector<Made> results(order.window());
  const auto make = [&](Worker &worker, size_t index) {
    results[index % order.window()] = worker(index);
    order.made(index);
  };
  std::vector<std::jthread> others;
  for (size_t n = 1; n < threadCount; ++n)
    others.emplace_back([&] {
      Worker worker = makeWorker();
      for (size_t index = 0; order.claim(index);)
        make(worker, index);
    });
  Worker worker = makeWorker();
  for (size_t i = 0; i < count;) {
    size_t index = 0;
    if (!order.nextOrClaim(index)) {
      make(worker, index); // rather than wait
      continue;
    }
    Made result = std::move(results[i % order.window()]);
    order.taken();
    if (!take(i++, std::move(result)))
      break;
  }
  order.stop();
}

} // namespace pstudio
