// SPDX-License-Identifier: Apache-2.0
// Deals the CTAs of a grid to virtual SMs and the SMs to host threads, and watches over them.
#include "collector/runtime/cpu/launch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "collector/runtime/cpu/async_engine.h"
#include "collector/runtime/cpu/cta_scheduler.h"

namespace pstudio::cpu {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// Interval at which the launching thread checks the stop button and the time limit.
constexpr std::chrono::milliseconds kWatchInterval{20};
/// Progress is reported at every third check.
constexpr uint32_t kProgressEvery = 3;

/// Shared state of the workers of one launch.
class LaunchState {
public:
  LaunchState(const LaunchRequest &request, uint32_t ctaCount)
      : m_ctaCount(ctaCount), m_endCycle(request.startCycle) {}

  const std::atomic<uint32_t> &stop() const { return m_stop; }
  bool isStopping() const { return m_stop.load(std::memory_order_relaxed) != 0; }
  void raiseStop() { m_stop.store(1, std::memory_order_relaxed); }

  /// Takes the next SM whose queue no worker has taken. smCount or more if none is left.
  uint32_t takeSm() { return m_nextSm.fetch_add(1, std::memory_order_relaxed); }

  void ctaDone() { m_ctasDone.fetch_add(1, std::memory_order_relaxed); }
  bool areAllDone() const { return m_ctasDone.load(std::memory_order_relaxed) == m_ctaCount; }
  double fractionDone() const {
    return double(m_ctasDone.load(std::memory_order_relaxed)) / m_ctaCount;
  }

  void smDone(int64_t endCycle) {
    const std::lock_guard lock(m_mutex);
    m_endCycle = std::max(m_endCycle, endCycle);
  }
  void addFault(uint32_t cta, Error fault) {
    raiseStop();
    const std::lock_guard lock(m_mutex);
    m_faults.try_emplace(cta, std::move(fault));
  }
  void addStopped(uint32_t cta, std::string where) {
    const std::lock_guard lock(m_mutex);
    m_stoppedAt.try_emplace(cta, std::move(where));
  }
  void addPrinted(uint32_t cta, std::string text) {
    if (text.empty())
      return;
    const std::lock_guard lock(m_mutex);
    m_printed.try_emplace(cta, std::move(text));
  }
  void workerDone() {
    {
      const std::lock_guard lock(m_mutex);
      ++m_workersDone;
    }
    m_workerDone.notify_all();
  }
  /// Waits at most kWatchInterval; true once `workers` are done.
  bool waitForWorkers(uint32_t workers) {
    std::unique_lock lock(m_mutex);
    return m_workerDone.wait_for(lock, kWatchInterval, [&] { return m_workersDone == workers; });
  }

  // After all workers are done.
  const std::map<uint32_t, Error> &faults() const { return m_faults; }
  const std::map<uint32_t, std::string> &stoppedAt() const { return m_stoppedAt; }
  int64_t endCycle() const { return m_endCycle; }
  const std::map<uint32_t, std::string> &printed() const { return m_printed; }

private:
  const uint32_t m_ctaCount;
  std::atomic<uint32_t> m_stop{0};
  std::atomic<uint32_t> m_nextSm{0};
  std::atomic<uint32_t> m_ctasDone{0};
  std::mutex m_mutex;
  std::condition_variable m_workerDone;
  uint32_t m_workersDone = 0;
  int64_t m_endCycle;
  std::map<uint32_t, Error> m_faults;          ///< by CTA
  std::map<uint32_t, std::string> m_stoppedAt; ///< by CTA
  std::map<uint32_t, std::string> m_printed;   ///< by CTA
};

/// Runs the CTAs of one SM, one after the other. False if the launch is over.
bool runSm(const LaunchRequest &request, uint32_t sm, uint32_t ctaCount, CtaScheduler &scheduler,
           LaunchState &state) {
  AsyncEngine engine(request.model, request.startCycle);
  int64_t clock = request.startCycle;
  for (uint64_t cta = sm; cta < ctaCount; cta += request.model.smCount) {
    if (state.isStopping())
      return false;
    const auto index = static_cast<uint32_t>(cta);
    CtaOutcome outcome = scheduler.run(index, sm, engine, clock);
    state.addPrinted(index, std::move(outcome.printed));
    if (outcome.fault)
      state.addFault(index, std::move(*outcome.fault));
    if (outcome.stoppedAt)
      state.addStopped(index, std::move(*outcome.stoppedAt));
    if (outcome.fault || outcome.stoppedAt)
      return false;
    clock = outcome.endCycle;
    state.ctaDone();
  }
  state.smDone(clock);
  return true;
}

void runWorker(const LaunchRequest &request, uint32_t ctaCount, LaunchState &state) {
  auto scheduler = CtaScheduler::create(request, state.stop());
  if (!scheduler)
    state.addFault(0, std::move(scheduler).error());
  else
    for (uint32_t sm = state.takeSm(); sm < request.model.smCount; sm = state.takeSm())
      if (!runSm(request, sm, ctaCount, **scheduler, state))
        break;
  state.workerDone();
}

enum class StopReason { None, TimeLimit, Cancelled };

/// Watches until all workers are done; raises the stop flag when it must.
StopReason watch(const LaunchRequest &request, uint32_t workers, LaunchState &state) {
  const auto begin = SteadyClock::now();
  StopReason reason = StopReason::None;
  for (uint32_t tick = 0; !state.waitForWorkers(workers); ++tick) {
    if (request.progress && tick % kProgressEvery == 0)
      request.progress(state.fractionDone());
    if (reason != StopReason::None)
      continue;
    const std::chrono::duration<double> elapsed = SteadyClock::now() - begin;
    if (request.cancel && request.cancel->load(std::memory_order_relaxed))
      reason = StopReason::Cancelled;
    else if (request.timeLimitSeconds > 0 && elapsed.count() > request.timeLimitSeconds)
      reason = StopReason::TimeLimit;
    if (reason != StopReason::None)
      state.raiseStop();
  }
  return reason;
}

std::string secondsText(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text + " s";
}

tl::unexpected<Error> stopError(const LaunchRequest &request, StopReason reason,
                                const LaunchState &state) {
  const std::string where =
      state.stoppedAt().empty() ? "between two CTAs" : state.stoppedAt().begin()->second;
  if (reason == StopReason::Cancelled)
    return fail(ErrorCode::Cancelled, "kernel " + request.kernel + " was stopped in " + where);
  return fail(ErrorCode::RunFailed,
              "kernel " + request.kernel + " exceeded its time limit of " +
                  secondsText(request.timeLimitSeconds) + "; " + where,
              {}, "raise the limit in the specification if the kernel is merely slow");
}

Result<uint32_t> countCtas(const LaunchRequest &request) {
  const uint64_t threads = uint64_t{request.block[0]} * request.block[1] * request.block[2];
  if (threads == 0 || threads > request.model.maxThreadsPerCta)
    return fail(ErrorCode::InvalidInput, "a CTA of " + std::to_string(threads) +
                                             " threads; the CPU target takes 1 to " +
                                             std::to_string(request.model.maxThreadsPerCta));
  const uint64_t shared = request.program->staticSharedBytes + request.dynamicSharedBytes;
  if (shared > request.model.maxSharedBytes)
    return fail(ErrorCode::InvalidInput, "a CTA needs " + std::to_string(shared) +
                                             " bytes of shared memory; the CPU target has " +
                                             std::to_string(request.model.maxSharedBytes));
  uint64_t ctas = 1;
  for (uint32_t extent : request.grid) {
    ctas *= extent;
    if (ctas == 0 || ctas > INT32_MAX)
      return fail(ErrorCode::InvalidInput, "the grid must have 1 to 2^31 - 1 CTAs");
  }
  return static_cast<uint32_t>(ctas);
}

} // namespace

Result<LaunchResult> launch(const LaunchRequest &request) {
  PSTUDIO_TRY_ASSIGN(const uint32_t ctaCount, countCtas(request));
  const uint32_t wanted =
      request.workers ? request.workers : std::max(1u, std::thread::hardware_concurrency());
  const uint32_t workers = std::min({wanted, request.model.smCount, ctaCount});

  LaunchState state(request, ctaCount);
  std::vector<std::jthread> threads;
  for (uint32_t i = 0; i < workers; ++i)
    threads.emplace_back([&] { runWorker(request, ctaCount, state); });
  const StopReason reason = watch(request, workers, state);
  threads.clear(); // joins
  if (request.print)
    for (const auto &[cta, text] : state.printed())
      request.print(text);

  if (!state.faults().empty())
    return tl::unexpected<Error>(state.faults().begin()->second);
  if (!state.areAllDone() || reason == StopReason::Cancelled)
    return stopError(request, reason, state);
  return LaunchResult{state.endCycle()};
}

} // namespace pstudio::cpu
