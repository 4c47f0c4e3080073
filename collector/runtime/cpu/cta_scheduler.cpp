// SPDX-License-Identifier: Apache-2.0
// The cooperative scheduler of a CTA's threads.
#include "collector/runtime/cpu/cta_scheduler.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "collector/runtime/cpu/fault_report.h"
#include "collector/runtime/cpu/warp_rendezvous.h"
#include "core/base/check.h"

#if defined(__clang__)
#define PSTUDIO_CALLS_GENERATED_CODE __attribute__((no_sanitize("function")))
#else
#define PSTUDIO_CALLS_GENERATED_CODE
#endif

namespace pstudio::cpu {
namespace {

/// Initial value of every byte of shared memory: an uninitialised float reads as NaN, not as a
/// plausible zero.
constexpr int kUnwrittenByte = 0xff;

} // namespace

Result<std::unique_ptr<CtaScheduler>> CtaScheduler::create(const LaunchRequest &request,
                                                           const std::atomic<uint32_t> &stop) {
  const size_t threads = size_t{request.block[0]} * request.block[1] * request.block[2];
  PSTUDIO_TRY_ASSIGN(FiberStacks stacks, FiberStacks::allocate(threads, kStackBytes));
  return std::unique_ptr<CtaScheduler>(new CtaScheduler(request, stop, std::move(stacks)));
}

CtaScheduler::CtaScheduler(const LaunchRequest &request, const std::atomic<uint32_t> &stop,
                           FiberStacks stacks)
    : m_request(request), m_places(*request.program), m_stop(stop), m_stacks(std::move(stacks)),
      m_iterations(request.program->loops.size() * m_stacks.count()), m_threads(m_stacks.count()) {
  for (const KernelArgument &argument : request.arguments) {
    m_argumentWords.push_back(argument.word);
    m_extents.push_back(argument.bytes);
  }
  m_sharedBytes = request.program->staticSharedBytes + request.dynamicSharedBytes;
  m_shared.resize(m_sharedBytes + kSharedAlignment);
  const auto start = reinterpret_cast<uintptr_t>(m_shared.data());
  m_sharedBase = m_shared.data() + (kSharedAlignment - start % kSharedAlignment) % kSharedAlignment;

  const uint32_t lanes = request.model.lanesPerWarp;
  m_lastRecordClock.resize((m_threads.size() + lanes - 1) / lanes);
  for (size_t i = 0; i < m_threads.size(); ++i)
    m_fibers.push_back(std::make_unique<Fiber>(m_stacks.bottom(i), m_stacks.stackBytes(),
                                               &threadBody, &m_threads[i]));
}

CtaScheduler::~CtaScheduler() = default;

// The sanitizer's check of function pointers reads a signature in the bytes before the callee.
// Generated code has no signature, and may begin at the start of a mapping, where the read would
// fault.
PSTUDIO_CALLS_GENERATED_CODE
void CtaScheduler::threadBody(void *argument) {
  auto &thread = *static_cast<CtaThread *>(argument);
  thread.cta->m_request.entry(&thread, thread.cta->m_argumentWords.data());
  thread.state = ThreadState::Done;
}

void CtaScheduler::prepare(uint32_t cta, uint32_t sm, int64_t start) {
  const auto &grid = m_request.grid;
  const auto &block = m_request.block;
  const uint32_t lanes = m_request.model.lanesPerWarp;
  std::memset(m_sharedBase, kUnwrittenByte, m_sharedBytes);
  m_accesses.resize(m_threads.size());
  std::fill(m_iterations.begin(), m_iterations.end(), 0);
  std::fill(m_lastRecordClock.begin(), m_lastRecordClock.end(), start);
  for (uint32_t i = 0; i < m_threads.size(); ++i) {
    CtaThread &thread = m_threads[i];
    thread = CtaThread{};
    const uint32_t threadId[3] = {i % block[0], i / block[0] % block[1], i / (block[0] * block[1])};
    const uint32_t blockId[3] = {cta % grid[0], cta / grid[0] % grid[1], cta / (grid[0] * grid[1])};
    for (int axis = 0; axis < 3; ++axis) {
      thread.threadId[axis] = threadId[axis];
      thread.blockId[axis] = blockId[axis];
      thread.blockDim[axis] = block[axis];
      thread.gridDim[axis] = grid[axis];
    }
    thread.laneId = i % lanes;
    thread.warpId = i / lanes;
    thread.smId = sm;
    thread.clock = start;
    thread.shared = m_sharedBase;
    thread.extents = m_extents.data();
    thread.dynamicSharedBytes = m_request.dynamicSharedBytes;
    thread.iterations = m_iterations.data() + i * m_request.program->loops.size();
    thread.stop = &m_stop;
    thread.stackLimit = reinterpret_cast<uint64_t>(m_stacks.bottom(i)) + kReservedStackBytes;
    thread.cta = this;
    thread.state = ThreadState::Runnable;
    thread.linearId = i;
    thread.warpLanes = std::min(lanes, static_cast<uint32_t>(m_threads.size()) - i / lanes * lanes);
    thread.copyGroups.resize(1);
  }
}

CtaOutcome CtaScheduler::run(uint32_t cta, uint32_t sm, AsyncEngine &engine, int64_t start) {
  PSTUDIO_CHECK(!isOver());
  m_engine = &engine;
  prepare(cta, sm, start);
  for (;;) {
    const bool polls = runWarps();
    if (isOver())
      return {start, std::move(m_fault), std::move(m_stoppedAt), std::exchange(m_printed, {})};
    if (serveAwaitedCopies() || releaseBarrier() || polls)
      continue;
    const bool allDone = std::all_of(m_threads.begin(), m_threads.end(), [](const CtaThread &t) {
      return t.state == ThreadState::Done;
    });
    if (!allDone)
      return {start, waitingFault(m_request, m_threads), {}, std::exchange(m_printed, {})};
    break;
  }
  flushAccesses(cta);
  int64_t end = start;
  for (const CtaThread &thread : m_threads)
    end = std::max(end, thread.clock);
  return {finishCopies(end), {}, {}, std::exchange(m_printed, {})};
}

void CtaScheduler::flushAccesses(uint32_t cta) {
  if (m_request.trace)
    m_request.trace->add(cta, {reinterpret_cast<uint64_t>(m_sharedBase), m_sharedBytes,
                               std::exchange(m_accesses, {})});
}

bool CtaScheduler::runWarps() {
  bool polls = false;
  for (size_t warp = 0; warp < m_lastRecordClock.size() && !isOver(); ++warp)
    polls |= runWarp(warp);
  return polls;
}

/// Runs a warp as far as it gets without the rest of the CTA.
bool CtaScheduler::runWarp(size_t warp) {
  const std::span<CtaThread> threads = warpOf(warp);
  MeetResult result = MeetResult::Met;
  while (result == MeetResult::Met) {
    for (CtaThread &thread : threads) {
      if (thread.state != ThreadState::Runnable)
        continue;
      m_fibers[thread.linearId]->resume();
      if (isOver())
        return false;
    }
    result = meetNextGroup(threads, m_places, m_lastRecordClock[warp]);
  }
  return result == MeetResult::Yields;
}

std::span<CtaThread> CtaScheduler::warpOf(size_t warp) {
  CtaThread &first = m_threads[warp * m_request.model.lanesPerWarp];
  return {&first, first.warpLanes};
}

bool CtaScheduler::serveAwaitedCopies() {
  const bool someoneWaits = std::any_of(m_threads.begin(), m_threads.end(), [](const CtaThread &t) {
    return t.state == ThreadState::AtWarpSite && t.exchange.meeting == Meeting::CopyWait;
  });
  if (!someoneWaits)
    return false;
  // Serves one copy at a time. A warp that this releases may issue copies with an earlier clock
  // than the copies that are still pending, and the engine serves copies in the order of their
  // clocks.
  for (;;) {
    const ServedCopy copy = m_engine->serveNext();
    if (!recordServed(copy))
      continue;
    const size_t warp = copy.thread / m_request.model.lanesPerWarp;
    if (meetNextGroup(warpOf(warp), m_places, m_lastRecordClock[warp]) == MeetResult::Met)
      return true;
  }
}

bool CtaScheduler::recordServed(const ServedCopy &copy) {
  CopyGroup &group = m_threads[copy.thread].copyGroups[copy.group];
  group.unserved--;
  group.done = std::max(group.done, copy.done);
  return group.unserved == 0;
}

int64_t CtaScheduler::finishCopies(int64_t end) {
  while (m_engine->hasPending())
    end = std::max(end, m_engine->serveNext().done);
  return end;
}

bool CtaScheduler::releaseBarrier() {
  constexpr uint64_t kOneThread = 1 << 16;
  int64_t clock = 0;
  uint64_t sum = 0;
  const CtaThread *first = nullptr;
  for (const CtaThread &thread : m_threads) {
    if (thread.state == ThreadState::Done)
      continue;
    if (thread.state != ThreadState::AtBarrier || (first && first->position != thread.position))
      return false;
    first = first ? first : &thread;
    clock = std::max(clock, thread.clock);
    sum += kOneThread + thread.exchange.value;
  }
  if (!first)
    return false;
  for (CtaThread &thread : m_threads) {
    if (thread.state == ThreadState::Done)
      continue;
    thread.clock = clock;
    thread.exchange.value = sum;
    thread.state = ThreadState::Runnable;
  }
  return true;
}

// --- On the fibers
// --------------------------------------------------------------------------------------------

void CtaScheduler::waitAtBarrier(CtaThread &thread) {
  thread.state = ThreadState::AtBarrier;
  m_fibers[thread.linearId]->suspend();
}

void CtaScheduler::meetWarp(CtaThread &thread, Meeting meeting) {
  thread.exchange.meeting = meeting;
  const bool hasMembers = meeting == Meeting::Shuffle || meeting == Meeting::Operation;
  if (hasMembers && thread.exchange.members != 0 &&
      (thread.exchange.members >> thread.laneId & 1) == 0)
    abandonWithFault(thread, memberMaskFault(m_request, thread));
  thread.state = ThreadState::AtWarpSite;
  m_fibers[thread.linearId]->suspend();
}

void CtaScheduler::issueCopy(CtaThread &thread, std::byte *destination, const std::byte *source,
                             uint32_t bytes) {
  thread.copyGroups.back().unserved++;
  m_engine->issue({destination, source, bytes, thread.clock, thread.linearId,
                   static_cast<uint32_t>(thread.copyGroups.size() - 1)});
}

void CtaScheduler::commitCopies(CtaThread &thread) {
  thread.copyGroups.emplace_back();
}

void CtaScheduler::waitForCopies(CtaThread &thread, uint32_t allowed) {
  const size_t committed = thread.copyGroups.size() - 1;
  thread.awaitedGroups = committed > allowed ? committed - allowed : 0;
  thread.exchange.site = 0;
  meetWarp(thread, Meeting::CopyWait);
}

void CtaScheduler::abandonWithFault(CtaThread &thread, Error fault) {
  m_fault = std::move(fault);
  abandon(thread);
}

void CtaScheduler::abandonStopped(CtaThread &thread) {
  m_stoppedAt = describeThreads(m_request, m_threads);
  abandon(thread);
}

void CtaScheduler::abandon(CtaThread &thread) {
  thread.state = ThreadState::Abandoned;
  m_fibers[thread.linearId]->suspend();
  std::abort(); // an abandoned thread is never resumed
}

} // namespace pstudio::cpu
