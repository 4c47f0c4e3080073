// SPDX-License-Identifier: Apache-2.0
// The exported functions of the stub of rocprofiler-sdk.
#include <cstring>

#include "collector/activity/hip/rocprofiler_api.h"
#include "core/base/little_endian.h"
#include "tests/collector/activity/stub_rocm/stub_rocm.h"

namespace pstudio::roc {

// Declared from the same list as the table of functions, so that a signature that differs does not
// compile.
extern "C" {
#define STUB_DECLARE(name, since, required, result, ...) result name(__VA_ARGS__);
PSTUDIO_ROCPROFILER_FUNCTIONS(STUB_DECLARE)
#undef STUB_DECLARE
test::StubRocprofiler *pstudioStubRocprofiler();
}

namespace {

struct State {
  test::StubRocprofiler script;
  RocprofilerTool *tool = nullptr;
  RocprofilerRecords onRecords = nullptr;
  void *recordsData = nullptr;
  RocprofilerCallback onCallback = nullptr;
  void *callbackData = nullptr;
};
State &state() {
  static State one;
  return one;
}

RocprofilerStatus begin(const std::string &name, const std::string &detail = {}) {
  test::StubRocprofiler &script = state().script;
  script.calls.push_back(name + detail);
  const auto failing = script.failing.find(name);
  return failing == script.failing.end() ? RocprofilerStatus::Success
                                         : static_cast<RocprofilerStatus>(failing->second);
}

/// A callback record in the layout of the version: kind, operation and phase follow a correlation
/// of 16 or 24 bytes.
RocprofilerCallbackRecord symbolRecord(uint32_t kind, void *payload) {
  using At = CallbackOffsets;
  RocprofilerCallbackRecord record{};
  auto *rest = reinterpret_cast<std::byte *>(record.bytes) +
               (state().script.version[0] >= 1 ? At::kAfterLong : At::kAfterShort);
  storeLittle<uint32_t>(rest, kind);
  storeLittle<int32_t>(rest + At::kOperation, kKernelSymbolRegistered);
  storeLittle<int32_t>(rest + At::kPhase, kRocprofilerPhaseLoad);
  storeLittle<uint64_t>(rest + At::kPayload, reinterpret_cast<uintptr_t>(payload));
  return record;
}

void loadKernel(uint64_t kernel, const char *name) {
  if (!state().onCallback)
    return;
  std::byte payload[64] = {};
  storeLittle<uint64_t>(payload, sizeof payload);
  storeLittle<uint64_t>(payload + SymbolOffsets::kKernel, kernel);
  storeLittle<uint64_t>(payload + SymbolOffsets::kName, reinterpret_cast<uintptr_t>(name));
  uint64_t user = 0;
  const auto &kinds = state().script.callbackKinds;
  for (uint32_t kind = 0; kind < kinds.size(); ++kind)
    if (kinds[kind] == "CODE_OBJECT")
      state().onCallback(symbolRecord(kind, payload), &user, state().callbackData);
}

RocprofilerStatus nameOf(const std::vector<std::string> &names, uint32_t kind, const char **name) {
  if (kind >= names.size())
    return RocprofilerStatus(4);
  *name = names[kind].c_str();
  return RocprofilerStatus::Success;
}

} // namespace

extern "C" {

test::StubRocprofiler *pstudioStubRocprofiler() {
  state() = State();
  state().script.loadKernel = &loadKernel;
  return &state().script;
}

#ifndef STUB_ROCPROFILER_INCOMPLETE
RocprofilerStatus rocprofiler_force_configure(RocprofilerConfigure configure) {
  if (const auto failing = begin("rocprofiler_force_configure");
      failing != RocprofilerStatus::Success)
    return failing;
  State &s = state();
  if (s.script.isConfigured)
    return RocprofilerStatus::ConfigurationLocked;
  s.script.isConfigured = true;
  std::byte client[32] = {};
  const auto &v = s.script.version;
  s.tool = configure(v[0] * 10'000 + v[1] * 100 + v[2], "stub", 0, client);
  if (s.tool && s.tool->size != sizeof(RocprofilerTool))
    return RocprofilerStatus(18); // the tool has a different ABI
  if (s.tool && s.tool->initialize([](void *) {}, s.tool->data) < 0)
    s.tool = nullptr;
  return RocprofilerStatus::Success;
}
#endif

RocprofilerStatus rocprofiler_get_version(uint32_t *major, uint32_t *minor, uint32_t *patch) {
  const auto &v = state().script.version;
  *major = v[0], *minor = v[1], *patch = v[2];
  return RocprofilerStatus::Success;
}

RocprofilerStatus rocprofiler_get_timestamp(uint64_t *time) {
  *time = state().script.now;
  return RocprofilerStatus::Success;
}

const char *rocprofiler_get_status_string(RocprofilerStatus status) {
  return status == RocprofilerStatus(12) ? "Context operation failed due to a conflict" : nullptr;
}

RocprofilerStatus rocprofiler_create_context(RocprofilerContext *context) {
  *context = 7;
  return begin("rocprofiler_create_context");
}

RocprofilerStatus rocprofiler_start_context(RocprofilerContext context) {
  const auto status = begin("rocprofiler_start_context", " " + std::to_string(context));
  state().script.isRecording = status == RocprofilerStatus::Success;
  return status;
}

RocprofilerStatus rocprofiler_stop_context(RocprofilerContext context) {
  state().script.isRecording = false;
  return begin("rocprofiler_stop_context", " " + std::to_string(context));
}

RocprofilerStatus rocprofiler_create_buffer(RocprofilerContext context, size_t bytes,
                                            size_t watermark, int policy,
                                            RocprofilerRecords records, void *data,
                                            RocprofilerBuffer *buffer) {
  state().onRecords = records;
  state().recordsData = data;
  *buffer = 9;
  return begin("rocprofiler_create_buffer", " " + std::to_string(context) +
                                                (watermark < bytes ? " below" : " beyond") +
                                                " policy " + std::to_string(policy));
}

RocprofilerStatus rocprofiler_flush_buffer(RocprofilerBuffer buffer) {
  if (const auto failing = begin("rocprofiler_flush_buffer", " " + std::to_string(buffer));
      failing != RocprofilerStatus::Success)
    return failing;
  test::StubRocprofiler &script = state().script;
  if (script.flushesBefore > 0) {
    --script.flushesBefore;
    return RocprofilerStatus::Success;
  }
  std::vector<RocprofilerRecord> headers;
  std::vector<RocprofilerRecord *> pointers;
  for (auto &[kind, record] : script.records)
    headers.push_back({kRocprofilerTracing, kind, record.data()});
  for (RocprofilerRecord &header : headers)
    pointers.push_back(&header);
  state().onRecords(7, buffer, pointers.data(), pointers.size(), state().recordsData,
                    script.dropped);
  script.records.clear();
  script.dropped = 0;
  return RocprofilerStatus::Success;
}

RocprofilerStatus rocprofiler_configure_buffer_tracing_service(RocprofilerContext, uint32_t kind,
                                                               const int32_t *operations,
                                                               size_t count,
                                                               RocprofilerBuffer buffer) {
  const std::string name =
      "rocprofiler_configure_buffer_tracing_service " + state().script.bufferKinds[kind];
  const bool isAll = operations == nullptr && count == 0 && buffer == 9;
  return begin(name, isAll ? "" : " of some");
}

RocprofilerStatus rocprofiler_configure_callback_tracing_service(RocprofilerContext, uint32_t kind,
                                                                 int32_t *, size_t,
                                                                 RocprofilerCallback callback,
                                                                 void *data) {
  state().onCallback = callback;
  state().callbackData = data;
  return begin("rocprofiler_configure_callback_tracing_service",
               " " + state().script.callbackKinds[kind]);
}

RocprofilerStatus rocprofiler_query_buffer_tracing_kind_name(uint32_t kind, const char **name,
                                                             uint64_t *) {
  return nameOf(state().script.bufferKinds, kind, name);
}

RocprofilerStatus rocprofiler_query_callback_tracing_kind_name(uint32_t kind, const char **name,
                                                               uint64_t *) {
  return nameOf(state().script.callbackKinds, kind, name);
}

RocprofilerStatus rocprofiler_query_buffer_tracing_kind_operation_name(uint32_t, int32_t operation,
                                                                       const char **name,
                                                                       uint64_t *) {
  static const char *const kNames[] = {"none", "hipModuleLaunchKernel", "hipStreamQuery"};
  *name = operation < 3 ? kNames[operation] : nullptr;
  return RocprofilerStatus::Success;
}

} // extern "C"
} // namespace pstudio::roc
