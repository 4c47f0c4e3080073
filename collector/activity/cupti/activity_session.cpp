// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/activity_session.h"

#include <algorithm>
#include <ctime>
#include <new>
#include <utility>

#include "collector/activity/cupti/record_reader.h"

namespace pstudio::cupti {
namespace {

constexpr const char *kDoing = "recording what the GPU does";

// CUPTI's two buffer functions have no user pointer, so they find the pool through this variable.
// Null while no session records.
std::atomic<BufferPool *> poolInUse{nullptr};

void onBufferRequested(uint8_t **buffer, size_t *size, size_t *maxRecords) {
  BufferPool *pool = poolInUse.load();
  *buffer = pool ? pool->request() : nullptr;
  *size = *buffer ? BufferPool::kBufferBytes : 0;
  *maxRecords = 0; // as many as there is room for
}

void onBufferCompleted(void *, uint32_t, uint8_t *buffer, size_t, size_t validBytes) {
  if (BufferPool *pool = poolInUse.load())
    pool->complete(buffer, validBytes);
}

const char *nameOf(ActivityKind kind) {
  switch (kind) {
  case ActivityKind::Memcpy:
    return "copies";
  case ActivityKind::Memset:
    return "memsets";
  case ActivityKind::Driver:
    return "calls of the driver";
  default:
    return "kernels";
  }
}

} // namespace

uint8_t *BufferPool::request() {
  const std::lock_guard lock(m_mutex);
  if ((m_lent.size() + m_filled.size() + 1) * kBufferBytes > kMostBytes)
    return nullptr;
  try {
    m_lent.emplace_back(kBufferBytes / sizeof(uint64_t));
  } catch (const std::bad_alloc &) {
    return nullptr; // the caller is C code
  }
  return reinterpret_cast<uint8_t *>(m_lent.back().data());
}

void BufferPool::complete(uint8_t *buffer, size_t validBytes) {
  const std::lock_guard lock(m_mutex);
  const auto found = std::ranges::find_if(m_lent, [buffer](const std::vector<uint64_t> &lent) {
    return reinterpret_cast<const uint8_t *>(lent.data()) == buffer;
  });
  if (found == m_lent.end())
    return; // of a session that is over
  m_filled.push_back({std::move(*found), std::min(validBytes, kBufferBytes)});
  m_lent.erase(found);
}

std::vector<FilledBuffer> BufferPool::takeFilled() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_filled, {});
}

uint64_t ActivitySession::now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}

Result<std::unique_ptr<ActivitySession>>
ActivitySession::begin(std::shared_ptr<const Library> library, const RecordedKinds &kinds) {
  std::unique_ptr<ActivitySession> session(new ActivitySession(std::move(library)));
  PSTUDIO_TRY(session->subscribe());
  PSTUDIO_TRY(session->enable(kinds));
  return session;
}

ActivitySession::~ActivitySession() {
  stop();
}

/// Subscribes first: CUPTI rejects that if another tool uses it. Registering buffers first would
/// replace the buffers of that tool.
Result<void> ActivitySession::subscribe() {
  const CuptiApi &api = m_library->api();
  if (const CuptiResult r = api.cuptiSubscribe(&m_subscriber, &ActivitySession::onCall, this);
      r != CuptiResult::Success) {
    m_subscriber = nullptr;
    return tl::unexpected<Error>(m_library->error(r, "cuptiSubscribe", kDoing));
  }
  for (const DriverCall call :
       {DriverCall::LaunchKernel, DriverCall::LaunchKernelEx, DriverCall::LaunchCooperativeKernel})
    PSTUDIO_TRY(
        m_library->called(api.cuptiEnableCallback(1, m_subscriber, CallbackDomain::DriverApi,
                                                  static_cast<uint32_t>(call)),
                          "cuptiEnableCallback", kDoing));
  return {};
}

Result<void> ActivitySession::enable(const RecordedKinds &kinds) {
  const CuptiApi &api = m_library->api();
  BufferPool *none = nullptr;
  if (!poolInUse.compare_exchange_strong(none, &m_pool))
    return fail(ErrorCode::Unsupported, "this process already records what the GPU does");
  m_holdsBuffers = true;
  if (api.cuptiActivityRegisterTimestampCallback.pointer)
    PSTUDIO_TRY(m_library->called(api.cuptiActivityRegisterTimestampCallback(&ActivitySession::now),
                                  "cuptiActivityRegisterTimestampCallback", kDoing));
  PSTUDIO_TRY(
      m_library->called(api.cuptiActivityRegisterCallbacks(&onBufferRequested, &onBufferCompleted),
                        "cuptiActivityRegisterCallbacks", kDoing));
  PSTUDIO_TRY(enableKind(ActivityKind::ConcurrentKernel));
  const std::pair<bool, ActivityKind> others[] = {{kinds.copies, ActivityKind::Memcpy},
                                                  {kinds.memsets, ActivityKind::Memset},
                                                  {kinds.calls, ActivityKind::Driver}};
  for (const auto &[isWanted, kind] : others)
    if (isWanted)
      if (const Result<void> enabled = enableKind(kind); !enabled)
        m_complaints.push_back(std::string(nameOf(kind)) +
                               " are not recorded: " + enabled.error().message);
  if (kinds.calls)
    leaveOutPolling();
  return {};
}

Result<void> ActivitySession::enableKind(ActivityKind kind) {
  PSTUDIO_TRY(
      m_library->called(m_library->api().cuptiActivityEnable(kind), "cuptiActivityEnable", kDoing));
  m_enabled.push_back(kind);
  return {};
}

/// Older libraries cannot do that: then their records are left out when they are read.
void ActivitySession::leaveOutPolling() {
  const auto &choose = m_library->api().cuptiActivityEnableDriverApi;
  if (!choose.pointer)
    return;
  for (const DriverCall call : pollingCalls())
    choose(static_cast<uint32_t>(call), 0);
}

void ActivitySession::onCall(void *session, CallbackDomain domain, uint32_t, const void *data) {
  if (domain != CallbackDomain::DriverApi)
    return;
  const auto *call = static_cast<const CallbackData *>(data);
  if (call->site == CallbackSite::Enter)
    static_cast<ActivitySession *>(session)->m_lastLaunch.store(call->correlationId,
                                                                std::memory_order_relaxed);
}

activity::ActivityLog ActivitySession::collect(bool isLost) {
  activity::ActivityLog log;
  const CuptiApi &api = m_library->api();
  if (!isLost && !m_enabled.empty()) {
    if (api.cuptiActivityFlushAll(kFlushForced) != CuptiResult::Success)
      ++log.damaged;
    size_t dropped = 0;
    if (api.cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped) == CuptiResult::Success)
      log.dropped = dropped;
  }
  for (FilledBuffer &buffer : m_pool.takeFilled())
    readRecords(*m_library, {reinterpret_cast<uint8_t *>(buffer.words.data()), buffer.validBytes},
                log);
  return log;
}

void ActivitySession::abandon(std::unique_ptr<ActivitySession> session) {
  // The pool stays in use: CUPTI may still complete buffers, and the pool keeps the session
  // reachable.
  static_cast<void>(session.release());
}

void ActivitySession::stop() {
  const CuptiApi &api = m_library->api();
  for (const ActivityKind kind : std::exchange(m_enabled, {}))
    api.cuptiActivityDisable(kind);
  if (m_subscriber)
    api.cuptiUnsubscribe(std::exchange(m_subscriber, nullptr));
  if (std::exchange(m_holdsBuffers, false)) {
    api.cuptiActivityFlushAll(kFlushForced); // so that no buffer is completed later
    poolInUse.store(nullptr);
  }
}

} // namespace pstudio::cupti
