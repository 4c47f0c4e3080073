// SPDX-License-Identifier: Apache-2.0
// One context with one buffer for all records. The library configures it through a callback.
#include "collector/activity/hip/rocprofiler_session.h"

#include <atomic>
#include <utility>

#include "collector/activity/hip/rocprofiler_records.h"

namespace pstudio::roc {
namespace {

constexpr size_t kBufferBytes = 1 << 20;
constexpr size_t kWatermarkBytes = kBufferBytes / 8 * 7;

/// State to which the library holds a pointer, so that it lives until the process ends.
struct Registration {
  Registration(std::shared_ptr<const RocprofilerLibrary> opened, const RecordedKinds &asked)
      : library(std::move(opened)), kinds(asked), reader(*library) {}

  const std::shared_ptr<const RocprofilerLibrary> library;
  const RecordedKinds kinds;
  RocprofilerReader reader;
  RocprofilerTool tool{};
  RocprofilerContext context = 0;
  RocprofilerBuffer buffer = 0;
  std::vector<std::string> complaints;
  Result<void> configured = fail(ErrorCode::Unsupported, "the library did not register the tool");
};

// The registration in progress: the configure function has no user pointer. Null except while
// beginRocprofiler() registers.
std::atomic<Registration *> registering{nullptr};

void onRecords(RocprofilerContext, RocprofilerBuffer, RocprofilerRecord **records, size_t count,
               void *data, uint64_t dropped) {
  static_cast<Registration *>(data)->reader.read({records, count}, dropped);
}

void onSymbol(RocprofilerCallbackRecord record, void *, void *data) {
  static_cast<Registration *>(data)->reader.noteSymbol(record);
}

Result<void> record(Registration &to, uint32_t kind) {
  return to.library->called(to.library->api().rocprofiler_configure_buffer_tracing_service(
                                to.context, kind, nullptr, 0, to.buffer),
                            "rocprofiler_configure_buffer_tracing_service");
}

void recordIfPossible(Registration &to, bool isWanted, uint32_t kind, const char *what) {
  if (!isWanted)
    return;
  const Result<void> done =
      kind == 0 ? fail(ErrorCode::Unsupported, to.library->name() + " has no such records")
                : record(to, kind);
  if (!done)
    to.complaints.push_back(std::string(what) + " are not recorded: " + done.error().message);
}

Result<void> configure(Registration &to) {
  const RocprofilerLibrary &library = *to.library;
  const RocprofilerApi &api = library.api();
  const RocprofilerKinds &kinds = library.kinds();
  PSTUDIO_TRY(
      library.called(api.rocprofiler_create_context(&to.context), "rocprofiler_create_context"));
  PSTUDIO_TRY(library.called(api.rocprofiler_configure_callback_tracing_service(
                                 to.context, kinds.codeObject, nullptr, 0, &onSymbol, &to),
                             "rocprofiler_configure_callback_tracing_service"));
  PSTUDIO_TRY(library.called(api.rocprofiler_create_buffer(to.context, kBufferBytes,
                                                           kWatermarkBytes, kRocprofilerLossless,
                                                           &onRecords, &to, &to.buffer),
                             "rocprofiler_create_buffer"));
  PSTUDIO_TRY(record(to, kinds.dispatch));
  recordIfPossible(to, to.kinds.copies, kinds.copy, "copies");
  recordIfPossible(to, to.kinds.calls, kinds.call, "calls of HIP");
  return library.called(api.rocprofiler_start_context(to.context), "rocprofiler_start_context");
}

int onInitialize(void (*)(void *), void *data) {
  auto &to = *static_cast<Registration *>(data);
  to.configured = configure(to);
  return to.configured ? 0 : -1; // for a value below 0 the library discards the tool
}

RocprofilerTool *onConfigure(uint32_t, const char *, uint32_t, void *) {
  Registration *to = registering.load();
  if (!to)
    return nullptr;
  to->tool = {sizeof(RocprofilerTool), &onInitialize, nullptr, to};
  return &to->tool;
}

class RocprofilerSession final : public ActivitySource {
public:
  explicit RocprofilerSession(Registration &registration) : m_registration(registration) {}
  ~RocprofilerSession() override { stop(); }

  std::string name() const override { return m_registration.library->name(); }
  int64_t now() const override {
    uint64_t time = 0;
    api().rocprofiler_get_timestamp(&time);
    return static_cast<int64_t>(time);
  }
  activity::ActivityLog collect(size_t kernels) override {
    SharedLog &log = m_registration.reader.log();
    flushUntil(log, kernels, [&] {
      if (m_isRecording)
        api().rocprofiler_flush_buffer(m_registration.buffer);
    });
    return log.take();
  }
  void stop() override {
    if (std::exchange(m_isRecording, false))
      api().rocprofiler_stop_context(m_registration.context);
  }
  const std::vector<std::string> &complaints() const override { return m_registration.complaints; }

private:
  const RocprofilerApi &api() const { return m_registration.library->api(); }

  Registration &m_registration;
  bool m_isRecording = true;
};

} // namespace

Result<std::unique_ptr<ActivitySource>>
beginRocprofiler(std::shared_ptr<const RocprofilerLibrary> library, const RecordedKinds &kinds) {
  auto registration = std::make_unique<Registration>(std::move(library), kinds);
  Registration *none = nullptr;
  if (!registering.compare_exchange_strong(none, registration.get()))
    return fail(ErrorCode::Unsupported, "this process already records what the GPU does");
  // From here on the library may keep the pointer, even if it returns an error.
  Registration &kept = *registration.release();
  const RocprofilerStatus status = kept.library->api().rocprofiler_force_configure(&onConfigure);
  registering.store(nullptr);
  if (status == RocprofilerStatus::ConfigurationLocked)
    return fail(
        ErrorCode::Unsupported,
        kept.library->name() +
            " is configured already: another tool has it in this process, or an earlier run",
        "",
        "run under rocprofv3 without activity (--no-activity) and merge its file: proton-collect "
        "convert --rocprof");
  PSTUDIO_TRY(kept.library->called(status, "rocprofiler_force_configure"));
  PSTUDIO_TRY(kept.configured);
  return std::make_unique<RocprofilerSession>(kept);
}

} // namespace pstudio::roc
