// SPDX-License-Identifier: Apache-2.0
// The exported functions of the stub.
#include <algorithm>
#include <cstring>

#include "collector/activity/cupti/cupti_api.h"
#include "tests/collector/activity/stub_cupti/stub_state.h"

namespace pstudio::cupti {

// Declared from the same list as the table of functions, so that a signature that differs does not
// compile.
extern "C" {
#define STUB_DECLARE(name, since, required, result, ...) result name(__VA_ARGS__);
PSTUDIO_CUPTI_FUNCTIONS(STUB_DECLARE)
#undef STUB_DECLARE
test::StubCupti *pstudioStubCupti();
}

StubState &state() {
  static StubState one;
  return one;
}

CuptiResult begin(const std::string &name) {
  test::StubCupti &script = state().script;
  script.calls.push_back(name);
  const auto failing = script.failing.find(name);
  return failing == script.failing.end() ? CuptiResult::Success
                                         : static_cast<CuptiResult>(failing->second);
}

namespace {

size_t sizeOf(uint32_t kind) {
  switch (static_cast<ActivityKind>(kind)) {
  case ActivityKind::Memcpy:
    return 96;
  case ActivityKind::Memset:
    return 88;
  case ActivityKind::Driver:
    return 40;
  case ActivityKind::ConcurrentKernel:
    return 216;
  default:
    return 64;
  }
}

} // namespace

extern "C" {

test::StubCupti *pstudioStubCupti() {
  state() = StubState();
  state().script.launch = [](uint32_t correlation) {
    CallbackData data{};
    data.correlationId = correlation;
    if (state().callback)
      state().callback(state().userData, CallbackDomain::DriverApi,
                       static_cast<uint32_t>(DriverCall::LaunchKernel), &data);
  };
  state().script.loadModule = [] {
    ModuleData module{1, state().script.cubin.size(),
                      reinterpret_cast<const char *>(state().script.cubin.data())};
    const ResourceData data{nullptr, nullptr, &module};
    if (state().callback)
      state().callback(state().userData, CallbackDomain::Resource, kModuleLoaded, &data);
  };
  return &state().script;
}

CuptiResult cuptiGetVersion(uint32_t *version) {
  STUB_BEGIN("cuptiGetVersion");
  *version = state().script.version;
  return CuptiResult::Success;
}

CuptiResult cuptiGetResultString(CuptiResult result, const char **text) {
  *text = result == CuptiResult::MultipleSubscribersNotSupported
              ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"
              : "CUPTI_ERROR_OF_THE_STUB";
  return CuptiResult::Success;
}

#ifndef STUB_CUPTI_INCOMPLETE
CuptiResult cuptiSubscribe(Subscriber *subscriber, Callback callback, void *userData) {
  STUB_BEGIN("cuptiSubscribe");
  if (state().callback)
    return CuptiResult::MultipleSubscribersNotSupported;
  state().callback = callback;
  state().userData = userData;
  *subscriber = &state();
  return CuptiResult::Success;
}
#endif

CuptiResult cuptiUnsubscribe(Subscriber) {
  STUB_BEGIN("cuptiUnsubscribe");
  state().callback = nullptr;
  return CuptiResult::Success;
}

CuptiResult cuptiEnableCallback(uint32_t, Subscriber, CallbackDomain, uint32_t) {
  STUB_BEGIN("cuptiEnableCallback");
  return CuptiResult::Success;
}

CuptiResult cuptiGetCallbackName(CallbackDomain, uint32_t function, const char **name) {
  switch (static_cast<DriverCall>(function)) {
  case DriverCall::LaunchKernel:
    *name = "cuLaunchKernel";
    return CuptiResult::Success;
  case DriverCall::StreamQuery:
    *name = "cuStreamQuery";
    return CuptiResult::Success;
  default:
    return CuptiResult::InvalidParameter;
  }
}

CuptiResult cuptiActivityRegisterCallbacks(BufferRequested requested, BufferCompleted completed) {
  STUB_BEGIN("cuptiActivityRegisterCallbacks");
  state().requested = requested;
  state().completed = completed;
  return CuptiResult::Success;
}

CuptiResult cuptiActivityEnable(ActivityKind kind) {
  STUB_BEGIN("cuptiActivityEnable");
  STUB_BEGIN("cuptiActivityEnable " + std::to_string(static_cast<uint32_t>(kind)));
  state().script.enabled.insert(static_cast<uint32_t>(kind));
  return CuptiResult::Success;
}

CuptiResult cuptiActivityDisable(ActivityKind kind) {
  STUB_BEGIN("cuptiActivityDisable");
  state().script.enabled.erase(static_cast<uint32_t>(kind));
  return CuptiResult::Success;
}

CuptiResult cuptiActivityFlushAll(uint32_t) {
  STUB_BEGIN("cuptiActivityFlushAll");
  test::StubCupti &script = state().script;
  for (size_t at = 0; at < script.records.size();) {
    uint8_t *buffer = nullptr;
    size_t size = 0, most = 0;
    state().requested(&buffer, &size, &most);
    if (!buffer) {
      script.lostRecords += script.records.size() - at;
      break;
    }
    size_t used = 0;
    for (size_t i = 0; i < script.recordsPerBuffer && at < script.records.size(); ++i, ++at) {
      std::memcpy(buffer + used, script.records[at].data(), script.records[at].size());
      used += script.records[at].size();
    }
    state().completed(nullptr, 0, buffer, size, used);
  }
  script.records.clear();
  return CuptiResult::Success;
}

CuptiResult cuptiActivityGetNextRecord(uint8_t *buffer, size_t bytes, uint8_t **record) {
  uint32_t kind = 0;
  if (*record)
    std::memcpy(&kind, *record, sizeof kind);
  uint8_t *next = *record ? *record + sizeOf(kind) : buffer;
  if (next >= buffer + bytes)
    return CuptiResult::MaxLimitReached;
  std::memcpy(&kind, next, sizeof kind);
  if (state().script.isCutShort && next + sizeOf(kind) >= buffer + bytes)
    return CuptiResult::InvalidKind;
  *record = next;
  return CuptiResult::Success;
}

CuptiResult cuptiActivityGetNumDroppedRecords(void *, uint32_t, size_t *dropped) {
  STUB_BEGIN("cuptiActivityGetNumDroppedRecords");
  *dropped = state().script.dropped;
  state().script.dropped = 0;
  return CuptiResult::Success;
}

CuptiResult cuptiActivityRegisterTimestampCallback(TimestampFunction clock) {
  STUB_BEGIN("cuptiActivityRegisterTimestampCallback");
  state().script.clock = clock;
  return CuptiResult::Success;
}

CuptiResult cuptiActivityEnableDriverApi(uint32_t function, uint8_t enable) {
  STUB_BEGIN("cuptiActivityEnableDriverApi");
  if (!enable)
    state().script.silencedCalls.insert(function);
  return CuptiResult::Success;
}

} // extern "C"

} // namespace pstudio::cupti
