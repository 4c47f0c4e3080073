// SPDX-License-Identifier: Apache-2.0
// The state of the process, made with the first call, and the paths of its threads.
#include "collector/attach/shim/host_path.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collector/attach/shim/host_events.h"
#include "collector/attach/shim/open_ranges.h"
#include "collector/attach/shim/process_facts.h"
#include "collector/attach/shim/python_frames.h"
#include "collector/attach/shim/thread_path.h"

namespace pstudio::attach {

namespace {

/// Tutorials of Triton and their users name an autotuner's scope so.
constexpr std::string_view kAutotune = "<autotune>";

uint32_t threadNumber() {
  return static_cast<uint32_t>(syscall(SYS_gettid));
}

/// The sessions that are active, and since when threads keep what they took of the main thread.
class ActiveSessions {
public:
  void note(uint32_t session, SessionChange change) {
    const std::lock_guard guard(m_mutex);
    std::erase(m_active, session);
    if (change == SessionChange::Start)
      ++m_started;
    if (change == SessionChange::Start || change == SessionChange::Activate)
      m_active.push_back(session);
    m_epoch.store(m_active.empty() ? 0 : m_started, std::memory_order_relaxed);
  }
  /// Number of sessions that were started; 0 while none is active.
  uint32_t epoch() const { return m_epoch.load(std::memory_order_relaxed); }

  void lock() { m_mutex.lock(); }
  void unlock() { m_mutex.unlock(); }

private:
  std::mutex m_mutex;
  std::vector<uint32_t> m_active;
  uint32_t m_started = 0;
  std::atomic<uint32_t> m_epoch = 0;
};

struct HostState {
  HostEvents events;
  PythonFrames frames{events};
  ActiveSessions sessions;
  OpenRanges ranges;
  std::atomic<uint32_t> mainThread = static_cast<uint32_t>(getpid());
  std::atomic<uint32_t> mainPath = 0;
  std::atomic<uint64_t> lastScope = 0;
  std::atomic<bool> isFramesOffNoted = false, isCutNoted = false, isLeftNoted = false;

  void adopt(Attachment &attachment);
  void noteLimits(Attachment &attachment);
};

constinit std::atomic<HostState *> s_state = nullptr;

thread_local constinit ThreadPath *t_path __attribute__((tls_model("initial-exec"))) = nullptr;
thread_local constinit bool t_hasEnded __attribute__((tls_model("initial-exec"))) = false;

/// Frees the thread's path with the thread.
struct ThreadEnd {
  bool isArmed = false;
  ~ThreadEnd() {
    delete t_path;
    t_path = nullptr;
    t_hasEnded = true;
  }
};
thread_local ThreadEnd t_end __attribute__((tls_model("initial-exec")));

void lockForFork() {
  HostState *state = s_state.load();
  state->sessions.lock();
  state->ranges.lock();
  state->frames.lock();
  state->events.lock();
}

void unlockAfterFork() {
  HostState *state = s_state.load();
  state->events.unlock();
  state->frames.unlock();
  state->ranges.unlock();
  state->sessions.unlock();
}

// The thread that forked is the child's main thread; its scopes stay open.
void beginAnewAfterFork() {
  HostState *state = s_state.load();
  state->events.beginAnew();
  state->frames.beginAnew();
  for (std::atomic<bool> *isNoted :
       {&state->isFramesOffNoted, &state->isCutNoted, &state->isLeftNoted})
    isNoted->store(false);
  state->mainThread.store(threadNumber());
  state->mainPath.store(t_path ? t_path->scopes() : 0);
  if (t_path)
    t_path->thread = threadNumber();
  unlockAfterFork();
}

HostState &stateOfProcess() {
  if (HostState *known = s_state.load(std::memory_order_acquire)) [[likely]]
    return *known;
  auto *made = new HostState; // never deleted: threads use it to the end
  HostState *other = nullptr;
  if (!s_state.compare_exchange_strong(other, made, std::memory_order_acq_rel)) {
    delete made;
    return *other;
  }
  pthread_atfork(&lockForFork, &unlockAfterFork, &beginAnewAfterFork);
  return *made;
}

/// The calling thread's path; null while the thread ends.
ThreadPath *threadPath() {
  if (!t_path && !t_hasEnded) {
    t_end.isArmed = true; // from now on its destructor runs
    t_path = new ThreadPath(threadNumber());
  }
  return t_path;
}

void HostState::adopt(Attachment &attachment) {
  if (attachment.welcome.settings.callPath == CallPath::None)
    events.stopKeeping();
  else if (!events.isWritingTo(attachment.events))
    events.writeTo(attachment.events);
}

void HostState::noteLimits(Attachment &attachment) {
  if (frames.isOff() && !isFramesOffNoted.exchange(true))
    attachment.notify("callpath.off", nullptr, 0, {});
  if (frames.cut() && !isCutNoted.exchange(true))
    attachment.notify("callpath.cut", nullptr, 0,
                      std::to_string(PythonFrames::kMaxFrames) + " frames are kept");
  if (events.left() && !isLeftNoted.exchange(true))
    attachment.notify("callpath.left", nullptr, 0, std::to_string(events.left()));
}

/// Brings the path of a thread without scopes of its own up to date.
void takeBase(const HostState &state, ThreadPath &path) {
  if (!path.entries.empty())
    return;
  if (path.thread == state.mainThread.load(std::memory_order_relaxed)) {
    path.base = 0;
    return;
  }
  const uint32_t epoch = state.sessions.epoch();
  if (epoch == 0 || path.baseEpoch != epoch) {
    path.base = state.mainPath.load(std::memory_order_relaxed);
    path.baseEpoch = epoch;
  }
}

/// State and path of the calling thread, both ready; its path is null while the thread ends.
struct Here {
  HostState &state = stateOfProcess();
  ThreadPath *path = threadPath();

  Here() {
    if (Attachment *attachment = Attachment::existing())
      state.adopt(*attachment);
    if (path)
      takeBase(state, *path);
  }
  void publish() const {
    if (path->thread == state.mainThread.load(std::memory_order_relaxed))
      state.mainPath.store(path->scopes(), std::memory_order_relaxed);
  }
};

/// No effect for a scope that the thread did not enter or has already left.
void leaveScope(uint64_t scope, bool movesInner) {
  const Here here;
  const ThreadPath::Entry *found = here.path && scope ? here.path->find(scope) : nullptr;
  if (!found)
    return;
  const uint32_t entered = found->entered;
  here.path->leave(*found, here.state.events, movesInner);
  here.publish();
  here.state.events.add(EventKind::ScopeExit, here.path->thread,
                        ScopeEvent{nowNs(), entered, 0, scope});
}

} // namespace

uint32_t HostPath::current(Attachment &attachment) {
  const CallPath wanted = attachment.welcome.settings.callPath;
  if (wanted == CallPath::None)
    return 0;
  HostState &state = stateOfProcess();
  if (!state.events.isWritingTo(attachment.events)) [[unlikely]]
    state.adopt(attachment);
  ThreadPath *path = threadPath();
  if (!path)
    return state.mainPath.load(std::memory_order_relaxed);
  takeBase(state, *path);
  uint32_t node = path->scopes();
  if (wanted == CallPath::Python)
    if (const PythonApi *python = findPython())
      node = state.frames.path(*python, path->frames, node);
  node = path->withState(state.events, node);
  if (state.frames.isOff() || state.frames.cut() || state.events.left()) [[unlikely]]
    state.noteLimits(attachment);
  return node;
}

uint32_t HostPath::text(std::string_view text) {
  return stateOfProcess().events.text(text);
}

uint64_t HostPath::enterScope(uint32_t name) {
  const Here here;
  if (!here.path || !name)
    return 0;
  HostEvents &events = here.state.events;
  const uint64_t scope = here.state.lastScope.fetch_add(1, std::memory_order_relaxed) + 1;
  // An autotuner's scope of the program itself is the one that is there already.
  const bool isSame = here.path->isInAutotuner() && name == events.text(kAutotune);
  const uint32_t above = here.path->scopes();
  const uint32_t node = isSame ? above : events.child(above, name, PathNodeKind::Scope);
  here.path->entries.push_back({scope, node, node});
  here.publish();
  events.add(EventKind::ScopeEnter, here.path->thread, ScopeEvent{nowNs(), node, 0, scope});
  return scope;
}

// Scopes above it stay: of two that alternate, as coroutines have them, either may end first.
void HostPath::exitScope(uint64_t scope) {
  leaveScope(scope, /*movesInner=*/false);
}

bool HostPath::isInScope(uint32_t name) {
  HostState &state = stateOfProcess();
  if (state.ranges.contains(name))
    return true;
  ThreadPath *path = threadPath();
  if (!path)
    return false;
  takeBase(state, *path);
  return path->isInScope(state.events, name);
}

int HostPath::pushRange(uint64_t domain, uint32_t name) {
  const uint64_t scope = enterScope(name);
  ThreadPath *path = threadPath();
  if (!path)
    return 0;
  const auto depth = std::ranges::count(path->ranges, domain, &ThreadPath::Range::domain);
  path->ranges.push_back({scope, domain});
  return static_cast<int>(depth);
}

int HostPath::popRange(uint64_t domain) {
  ThreadPath *path = threadPath();
  if (!path)
    return -1;
  auto &ranges = path->ranges;
  for (size_t i = ranges.size(); i-- > 0;)
    if (ranges[i].domain == domain) {
      const uint64_t scope = ranges[i].scope;
      ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(i));
      leaveScope(scope, /*movesInner=*/true);
      return static_cast<int>(std::ranges::count(ranges, domain, &ThreadPath::Range::domain));
    }
  return -1;
}

uint64_t HostPath::beginRange(uint32_t name) {
  const Here here;
  const uint64_t range = here.state.ranges.begin(name);
  here.state.events.add(EventKind::RangeBegin, {nowNs(), range, name});
  return range;
}

void HostPath::endRange(uint64_t range) {
  const Here here;
  if (const uint32_t name = here.state.ranges.end(range))
    here.state.events.add(EventKind::RangeEnd, {nowNs(), range, name});
}

uint64_t HostPath::enterOperation(uint32_t name) {
  const Here here;
  if (!here.path || !name || here.path->operation)
    return 0;
  here.path->operation = here.state.lastScope.fetch_add(1, std::memory_order_relaxed) + 1;
  here.path->operationName = name;
  here.path->operationState = here.path->state;
  return here.path->operation;
}

void HostPath::exitOperation(uint64_t operation) {
  const Here here;
  if (here.path && operation && here.path->operation == operation)
    here.path->operation = 0;
}

uint64_t HostPath::operation() {
  return t_path ? t_path->operation : 0;
}

void HostPath::setState(uint32_t name, uint32_t part) {
  if (ThreadPath *path = threadPath()) {
    path->state = name;
    path->statePart = part;
  }
}

void HostPath::changeAutotuning(int change) {
  const Here here;
  if (!here.path)
    return;
  HostEvents &events = here.state.events;
  auto &entries = here.path->entries;
  const int before = here.path->autotuning;
  here.path->autotuning = std::max(before + change, 0);
  if (before == 0 && here.path->autotuning > 0)
    entries.push_back(
        {0, events.child(here.path->scopes(), events.text(kAutotune), PathNodeKind::Autotune), 0});
  else if (before > 0 && here.path->autotuning == 0)
    std::erase_if(entries, [](const ThreadPath::Entry &entry) { return entry.scope == 0; });
  here.publish();
}

void HostPath::addMetric(uint64_t scope, uint32_t name, uint64_t value, uint32_t flags) {
  const Here here;
  if (!here.path || !name)
    return;
  MetricEvent event{scope, 0, name, value, flags};
  const ThreadPath::Entry *entry = scope ? here.path->find(scope) : nullptr;
  if (scope && scope == here.path->operation) {
    event.flags |= kMetricOfLaunch;
    event.path = here.path->withOperation(here.state.events);
  } else if (entry || !scope) {
    event.path = entry ? entry->entered : here.path->scopes();
  }
  here.state.events.add(here.path->thread, event);
}

void HostPath::noteSession(uint32_t session, SessionChange change, uint32_t name, uint32_t files) {
  const Here here;
  here.state.sessions.note(session, change);
  if (!here.path)
    return;
  if (change == SessionChange::Start) {
    here.state.mainThread.store(here.path->thread, std::memory_order_relaxed);
    here.publish();
  }
  here.state.events.add(here.path->thread, SessionEvent{nowNs(), session, change, name, files});
}

void HostPath::notePhase(uint32_t session, SessionChange change, uint32_t phase) {
  const Here here;
  if (here.path)
    here.state.events.add(here.path->thread, SessionEvent{nowNs(), session, change, 0, 0, phase});
}

} // namespace pstudio::attach
