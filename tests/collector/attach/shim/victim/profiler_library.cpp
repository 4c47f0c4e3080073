// SPDX-License-Identifier: Apache-2.0
// A profiler inside the program, as PyTorch has one. It is compiled twice: as a library that is
// linked with CUPTI, and as one that loads CUPTI: the file VICTIM_CUPTI, if it is set.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#include "collector/vendor/cupti_types.h"

using namespace pstudio::cupti;

extern "C" {
CuptiResult cuptiSubscribe(Subscriber *, Callback, void *);
CuptiResult cuptiActivityRegisterCallbacks(BufferRequested, BufferCompleted);
CuptiResult cuptiActivityEnable(ActivityKind);
CuptiResult cuptiActivityDisable(ActivityKind);
CuptiResult cuptiActivityFlushAll(uint32_t);
CuptiResult cuptiActivityGetNextRecord(uint8_t *, size_t, uint8_t **);
}

namespace {

#ifdef VICTIM_IS_LINKED
#define VICTIM_CUPTI(name) ::name
#else
void *cupti() {
  const char *own = std::getenv("VICTIM_CUPTI");
  static void *s_library = dlopen(own ? own : "libcupti.so.13", RTLD_NOW | RTLD_LOCAL);
  return s_library;
}
#define VICTIM_CUPTI(name) reinterpret_cast<decltype(&::name)>(dlsym(cupti(), #name))
#endif

constexpr size_t kBytes = 1 << 16;
std::atomic<int> s_kernels = 0;

void request(uint8_t **buffer, size_t *size, size_t *most) {
  *buffer = static_cast<uint8_t *>(std::malloc(kBytes));
  *size = kBytes;
  *most = 0;
}

void complete(void *, uint32_t, uint8_t *buffer, size_t, size_t bytes) {
  uint8_t *record = nullptr;
  while (VICTIM_CUPTI(cuptiActivityGetNextRecord)(buffer, bytes, &record) == CuptiResult::Success) {
    ActivityKind kind{};
    std::memcpy(&kind, record, sizeof kind);
    s_kernels += kind == ActivityKind::ConcurrentKernel;
  }
  std::free(buffer);
}

} // namespace

/// Returns the first error, or 0. With `subscribes` it subscribes as Proton does; otherwise it only
/// requests records.
extern "C" __attribute__((visibility("default"))) int profilerStart(int subscribes) {
  Subscriber subscriber = nullptr;
  CuptiResult result = CuptiResult::Success;
  const Callback callback = [](void *, CallbackDomain, uint32_t, const void *) {};
  if (subscribes)
    result = VICTIM_CUPTI(cuptiSubscribe)(&subscriber, callback, nullptr);
  if (result == CuptiResult::Success)
    result = VICTIM_CUPTI(cuptiActivityRegisterCallbacks)(&request, &complete);
  if (result == CuptiResult::Success)
    result = VICTIM_CUPTI(cuptiActivityEnable)(ActivityKind::ConcurrentKernel);
  return static_cast<int>(result);
}

/// Returns the number of kernel records.
extern "C" __attribute__((visibility("default"))) int profilerStop() {
  VICTIM_CUPTI(cuptiActivityFlushAll)(1);
  VICTIM_CUPTI(cuptiActivityDisable)(ActivityKind::ConcurrentKernel);
  return s_kernels;
}
