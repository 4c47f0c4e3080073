// SPDX-License-Identifier: Apache-2.0
// One pool for work and calls; records have one layout, and kernels no names.
#include "collector/activity/hip/roctracer_session.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "collector/activity/hip/roctracer_api.h"
#include "collector/activity/hip/shared_log.h"
#include "collector/runtime/library_search.h"
#include "collector/runtime/rocm_folders.h"
#include "core/base/little_endian.h"

namespace pstudio::roc {
namespace {

using activity::ActivityLog;
using At = RoctracerOffsets;

constexpr std::array kNames{"libroctracer64.so.4", "libroctracer64.so"};
constexpr uint32_t kKnownMajor = 4;
constexpr size_t kBufferBytes = 1 << 20;
constexpr std::array kPollingCalls{"hipStreamQuery", "hipEventQuery", "hipGetLastError",
                                   "hipSetDevice", "hipGetDevice"};

struct Roctracer {
  RoctracerApi api;
  std::string name; ///< "roctracer 4.1"

  Result<void> called(RoctracerStatus status, const char *call) const {
    if (status == 0)
      return {};
    const char *text = api.roctracer_error_string();
    return fail(ErrorCode::Unsupported, name + ": " + call + " failed with " +
                                            (text ? std::string(text) + " " : std::string()) + "(" +
                                            std::to_string(status) + ")");
  }
};

Result<std::shared_ptr<const Roctracer>> load(const std::string &path) {
  PSTUDIO_TRY_ASSIGN(OpenedLibrary handle, openLibrary(path));
  const auto library = std::make_shared<Roctracer>();
  PSTUDIO_TRY(resolveAll(handle.get(), path, library->api));
  const uint32_t major = library->api.roctracer_version_major();
  library->name = "roctracer " + std::to_string(major) + "." +
                  std::to_string(library->api.roctracer_version_minor());
  if (major != kKnownMajor)
    return fail(ErrorCode::Unsupported,
                library->name + " has records that are not known here; those of version 4 are");
  static_cast<void>(handle.release());
  return std::shared_ptr<const Roctracer>(library);
}

/// The library may call back without a user pointer after a pool is closed: one session at a time.
std::atomic<bool> isInUse{false};

class RoctracerSession final : public ActivitySource {
public:
  explicit RoctracerSession(std::shared_ptr<const Roctracer> library)
      : m_library(std::move(library)) {}
  ~RoctracerSession() override { stop(); }

  Result<void> begin(const RecordedKinds &kinds) {
    m_kinds = kinds;
    RoctracerProperties properties{};
    properties.bufferBytes = kBufferBytes;
    properties.records = &RoctracerSession::onRecords;
    properties.recordsData = this;
    PSTUDIO_TRY(m_library->called(api().roctracer_open_pool_expl(&properties, &m_pool),
                                  "roctracer_open_pool_expl"));
    PSTUDIO_TRY(enable(RoctracerDomain::HipWork));
    if (kinds.calls)
      if (const Result<void> enabled = enable(RoctracerDomain::HipCalls); !enabled)
        m_complaints.push_back("calls of HIP are not recorded: " + enabled.error().message);
    return {};
  }

  std::string name() const override { return m_library->name; }
  int64_t now() const override {
    uint64_t time = 0;
    api().roctracer_get_timestamp(&time);
    return static_cast<int64_t>(time);
  }
  ActivityLog collect(size_t kernels) override {
    flushUntil(m_log, kernels, [this] { flush(); });
    return m_log.take();
  }
  void stop() override {
    for (const RoctracerDomain domain : std::exchange(m_enabled, {}))
      api().roctracer_disable_domain_activity(domain);
    if (void *pool = std::exchange(m_pool, nullptr)) {
      api().roctracer_flush_activity_expl(pool); // so that no buffer comes back later
      api().roctracer_close_pool_expl(pool);
      isInUse.store(false);
    }
  }
  const std::vector<std::string> &complaints() const override { return m_complaints; }

private:
  const RoctracerApi &api() const { return m_library->api; }

  Result<void> enable(RoctracerDomain domain) {
    PSTUDIO_TRY(m_library->called(api().roctracer_enable_domain_activity_expl(domain, m_pool),
                                  "roctracer_enable_domain_activity_expl"));
    m_enabled.push_back(domain);
    return {};
  }

  void flush() {
    if (m_pool && api().roctracer_flush_activity_expl(m_pool) != 0)
      m_log.add([](ActivityLog &log) { ++log.damaged; });
  }

  static void onRecords(const char *begin, const char *end, void *session) {
    auto &self = *static_cast<RoctracerSession *>(session);
    self.m_log.add([&](ActivityLog &log) {
      const char *at = begin;
      for (; end - at >= static_cast<ptrdiff_t>(At::kRecordBytes); at += At::kRecordBytes)
        self.read(reinterpret_cast<const std::byte *>(at), log);
      log.damaged += at != end;
    });
  }

  void read(const std::byte *at, ActivityLog &log) {
    const activity::ToolTime time{loadLittle<int64_t>(at + At::kBegin),
                                  loadLittle<int64_t>(at + At::kEnd)};
    const auto domain = static_cast<RoctracerDomain>(loadLittle<uint32_t>(at + At::kDomain));
    if (domain != RoctracerDomain::HipWork && domain != RoctracerDomain::HipCalls) {
      ++log.unknownKinds;
      return;
    }
    if (time.beginNs <= 0 || time.endNs < time.beginNs) {
      ++log.unfinished;
      return;
    }
    const uint32_t operation = loadLittle<uint32_t>(at + At::kOperation);
    const uint32_t kind = loadLittle<uint32_t>(at + At::kKind);
    const char *text = api().roctracer_op_string(domain, operation, kind);
    const std::string name(text ? text : "");
    if (domain == RoctracerDomain::HipCalls)
      addCall(at, time, name, log);
    else
      addWork(at, time, static_cast<RoctracerWork>(operation), name, log);
  }

  void addCall(const std::byte *at, const activity::ToolTime &time, const std::string &name,
               ActivityLog &log) {
    if (std::ranges::find(kPollingCalls, name) != kPollingCalls.end())
      return;
    activity::ApiActivity call;
    call.time = time;
    call.process = loadLittle<uint32_t>(at + At::kDevice);
    call.thread = loadLittle<uint32_t>(at + At::kThread);
    call.correlation = correlationOf(at);
    call.name = name.empty() ? "call" : name;
    log.calls.push_back(std::move(call));
  }

  /// A kernel of the runtime's own that fills memory is a dispatch, too, by another name.
  void addWork(const std::byte *at, const activity::ToolTime &time, RoctracerWork work,
               const std::string &name, ActivityLog &log) {
    activity::DeviceWork common;
    common.time = time;
    common.place = {loadLittle<uint32_t>(at + At::kDevice), 0,
                    m_queues(loadLittle<uint64_t>(at + At::kQueue))};
    common.correlation = correlationOf(at);
    if (work == RoctracerWork::Copy && m_kinds.copies) {
      auto copy = workOf<activity::CopyActivity>(common);
      copy.direction = directionIn(name);
      copy.bytes = loadLittle<uint64_t>(at + At::kBytes);
      copy.isAsync = true;
      log.copies.push_back(std::move(copy));
    } else if (work == RoctracerWork::Dispatch && name.find("Fill") != std::string::npos) {
      if (m_kinds.memsets)
        log.memsets.push_back(workOf<activity::MemsetActivity>(common));
    } else if (work == RoctracerWork::Dispatch) {
      log.kernels.push_back(workOf<activity::KernelActivity>(common));
    }
  }

  template <class Work> static Work workOf(const activity::DeviceWork &common) {
    Work work;
    static_cast<activity::DeviceWork &>(work) = common;
    return work;
  }

  /// "host to device" of "CopyHostToDevice".
  static std::string directionIn(const std::string &name) {
    for (const auto &[part, direction] :
         {std::pair{"HostToDevice", "host to device"}, std::pair{"DeviceToHost", "device to host"},
          std::pair{"DeviceToDevice", "device to device"}})
      if (name.find(part) != std::string::npos)
        return direction;
    return "of unknown direction";
  }

  static uint32_t correlationOf(const std::byte *at) {
    return static_cast<uint32_t>(loadLittle<uint64_t>(at + At::kCorrelation));
  }

  const std::shared_ptr<const Roctracer> m_library;
  RecordedKinds m_kinds;
  SharedLog m_log;
  HandleNumbers m_queues; ///< with the log's lock
  void *m_pool = nullptr;
  std::vector<RoctracerDomain> m_enabled;
  std::vector<std::string> m_complaints;
};

} // namespace

std::vector<std::string> roctracerCandidates(const Environment &environment) {
  static constexpr std::array kWheels{"_rocm_sdk_core/lib", "torch/lib"};
  return rocmCandidates(environment, "PSTUDIO_ROCTRACER", kNames, kWheels);
}

Result<std::unique_ptr<ActivitySource>> beginRoctracer(const RecordedKinds &kinds,
                                                       const Environment &environment) {
  PSTUDIO_TRY_ASSIGN(auto library,
                     openFirst(roctracerCandidates(environment), load, "roctracer", ""));
  if (isInUse.exchange(true))
    return fail(ErrorCode::Unsupported, "this process already records what the GPU does");
  auto session = std::make_unique<RoctracerSession>(std::move(library));
  if (const Result<void> begun = session->begin(kinds); !begun) {
    session->stop();
    isInUse.store(false);
    return tl::unexpected<Error>(begun.error());
  }
  return session;
}

} // namespace pstudio::roc
