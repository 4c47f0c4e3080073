// SPDX-License-Identifier: Apache-2.0
// The exported functions of the stub of roctracer.
#include "collector/activity/hip/roctracer_api.h"
#include "tests/collector/activity/stub_rocm/stub_rocm.h"

namespace pstudio::roc {

extern "C" {
#define STUB_DECLARE(name, since, required, result, ...) result name(__VA_ARGS__);
PSTUDIO_ROCTRACER_FUNCTIONS(STUB_DECLARE)
#undef STUB_DECLARE
test::StubRoctracer *pstudioStubRoctracer();
}

namespace {

struct State {
  test::StubRoctracer script;
  RoctracerProperties properties{};
};
State &state() {
  static State one;
  return one;
}

RoctracerStatus begin(const std::string &name, const std::string &detail = {}) {
  test::StubRoctracer &script = state().script;
  script.calls.push_back(name + detail);
  const auto failing = script.failing.find(name + detail);
  return failing == script.failing.end() ? 0 : failing->second;
}

} // namespace

extern "C" {

test::StubRoctracer *pstudioStubRoctracer() {
  state() = State();
  return &state().script;
}

uint32_t roctracer_version_major() {
  return state().script.major;
}
uint32_t roctracer_version_minor() {
  return state().script.minor;
}
const char *roctracer_error_string() {
  return "the stub says so";
}

RoctracerStatus roctracer_get_timestamp(uint64_t *time) {
  *time = state().script.now;
  return 0;
}

const char *roctracer_op_string(RoctracerDomain domain, uint32_t operation, uint32_t kind) {
  if (domain == RoctracerDomain::HipCalls)
    return operation == 2 ? "hipStreamQuery" : "hipModuleLaunchKernel";
  if (operation == 1)
    return kind == 1 ? "CopyHostToDevice" : "CopyDeviceToHost";
  return kind == 2 ? "FillBuffer" : "KernelExecution";
}

RoctracerStatus roctracer_open_pool_expl(const RoctracerProperties *properties, void **pool) {
  state().properties = *properties;
  *pool = &state();
  return begin("roctracer_open_pool_expl");
}

RoctracerStatus roctracer_close_pool_expl(void *) {
  return begin("roctracer_close_pool_expl");
}

RoctracerStatus roctracer_enable_domain_activity_expl(RoctracerDomain domain, void *) {
  return begin("roctracer_enable_domain_activity_expl",
               " " + std::to_string(static_cast<uint32_t>(domain)));
}

RoctracerStatus roctracer_disable_domain_activity(RoctracerDomain domain) {
  return begin("roctracer_disable_domain_activity",
               " " + std::to_string(static_cast<uint32_t>(domain)));
}

RoctracerStatus roctracer_flush_activity_expl(void *) {
  const RoctracerStatus status = begin("roctracer_flush_activity_expl");
  test::StubRoctracer &script = state().script;
  if (status != 0 || script.records.empty())
    return status;
  std::vector<std::byte> all;
  for (const test::RocmRecord &record : script.records)
    all.insert(all.end(), record.begin(), record.end());
  const auto *begin = reinterpret_cast<const char *>(all.data());
  state().properties.records(begin, begin + all.size() - script.cutBytes,
                             state().properties.recordsData);
  script.records.clear();
  return 0;
}

} // extern "C"
} // namespace pstudio::roc
