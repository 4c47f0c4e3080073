// SPDX-License-Identifier: Apache-2.0
// Runs the threads of one CTA at a time, each on a fiber, and schedules them at barriers, shuffles
// and waits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/runtime/cpu/access_trace.h"
#include "collector/runtime/cpu/async_engine.h"
#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/fiber.h"
#include "collector/runtime/cpu/launch.h"
#include "collector/runtime/cpu/program_places.h"

namespace pstudio::cpu {

/// Result of the execution of one CTA.
struct CtaOutcome {
  int64_t endCycle = 0;       ///< time of the last thread's return or the last copy's completion
  std::optional<Error> fault; ///< error of the kernel
  std::optional<std::string> stoppedAt; ///< places of the threads when the stop flag was set
  std::string printed;                  ///< output of its threads, in the order of their calls
};

/// Cooperative scheduler for the threads of a CTA. It runs one CTA after the other. A thread runs
/// until it waits, so the execution depends only on the kernel and its data. Each worker has its
/// own scheduler. [one thread]
class CtaScheduler {
public:
  /// Reserves stacks and shared memory. `request` and `stop` must outlive the scheduler.
  static Result<std::unique_ptr<CtaScheduler>> create(const LaunchRequest &request,
                                                      const std::atomic<uint32_t> &stop);
  ~CtaScheduler();

  /// Runs CTA `cta` (linear index) from cycle `start` on. After a fault or a stop the scheduler
  /// cannot be used again.
  CtaOutcome run(uint32_t cta, uint32_t sm, AsyncEngine &engine, int64_t start);

  // --- Called on a thread's fiber, by the runtime calls ---
  /// Suspends until every thread of the CTA that has not returned is at the same barrier. Input:
  /// thread.exchange.value, 0 or 1. Output: the sum of the inputs plus 2^16 for each thread.
  void waitAtBarrier(CtaThread &thread);
  /// Suspends until the rendezvous that thread.exchange describes is complete. Ends the CTA with an
  /// error if the thread is not in its own member mask.
  void meetWarp(CtaThread &thread, Meeting meeting);
  void issueCopy(CtaThread &thread, std::byte *destination, const std::byte *source,
                 uint32_t bytes);
  void commitCopies(CtaThread &thread);
  /// Suspends until at most `allowed` of the thread's newest groups are pending.
  void waitForCopies(CtaThread &thread, uint32_t allowed);
  void traceAccess(const CtaThread &thread, const LaneAccess &access) {
    if (m_request.trace)
      m_accesses[thread.linearId].push_back(access);
  }
  /// Appends to the output of the CTA.
  void print(const std::string &text) { m_printed += text; }
  /// Ends the CTA with an error; does not return.
  [[noreturn]] void abandonWithFault(CtaThread &thread, Error fault);
  /// Ends the CTA because the stop flag is set; does not return.
  [[noreturn]] void abandonStopped(CtaThread &thread);

  const LaunchRequest &request() const { return m_request; }

private:
  explicit CtaScheduler(const LaunchRequest &request, const std::atomic<uint32_t> &stop,
                        FiberStacks stacks);
  static void threadBody(void *thread);

  void prepare(uint32_t cta, uint32_t sm, int64_t start);
  void flushAccesses(uint32_t cta);
  /// Both return whether a warp only polls memory that other warps have to write.
  bool runWarps();
  bool runWarp(size_t warp);
  std::span<CtaThread> warpOf(size_t warp);
  /// Serves copies until a warp that waits for copies can continue. False if no warp waits.
  bool serveAwaitedCopies();
  bool releaseBarrier();
  /// Returns whether the copy was the last one of its group.
  bool recordServed(const ServedCopy &copy);
  int64_t finishCopies(int64_t end);
  bool isOver() const { return m_fault || m_stoppedAt; }
  [[noreturn]] void abandon(CtaThread &thread);

  const LaunchRequest &m_request;
  const ProgramPlaces m_places;
  const std::atomic<uint32_t> &m_stop;
  FiberStacks m_stacks;
  std::vector<uint64_t> m_argumentWords;
  std::vector<uint64_t> m_extents;
  std::vector<std::byte> m_shared; ///< larger by the alignment of its start
  std::byte *m_sharedBase = nullptr;
  uint64_t m_sharedBytes = 0;
  std::vector<uint64_t> m_iterations; ///< loop counters of all threads
  std::vector<CtaThread> m_threads;
  std::vector<std::unique_ptr<Fiber>> m_fibers;
  std::vector<int64_t> m_lastRecordClock; ///< by warp
  AsyncEngine *m_engine = nullptr;        ///< of the SM that runs the CTA
  std::optional<Error> m_fault;
  std::optional<std::string> m_stoppedAt;
  std::string m_printed;                           ///< output of the current CTA
  std::vector<std::vector<LaneAccess>> m_accesses; ///< of the current CTA, by thread
};

} // namespace pstudio::cpu
