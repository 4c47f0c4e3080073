// SPDX-License-Identifier: Apache-2.0
// The entry points of CUPTI through which the program's own profiler begins: its call takes CUPTI
// over.
#pragma once

#include "collector/attach/shim/hooks.h"
#include "collector/vendor/cupti_types.h"

// X(exported name, parameters...)
#define PSTUDIO_ATTACH_CUPTI_HOOKS(X)                                                              \
  X(cuptiSubscribe, cupti::Subscriber *, cupti::Callback, void *)                                  \
  X(cuptiSubscribe_v2, cupti::Subscriber *, cupti::Callback, void *, void *)                       \
  X(cuptiActivityRegisterCallbacks, cupti::BufferRequested, cupti::BufferCompleted)                \
  X(cuptiActivityRegisterCallbacks_v2, cupti::Subscriber, void *, void *)                          \
  X(cuptiActivityEnable, cupti::ActivityKind)                                                      \
  X(cuptiActivityEnable_v2, cupti::Subscriber, cupti::ActivityKind, void *)

namespace pstudio::attach {

/// As findSymbol() of hooks.h, for names of CUPTI. [thread: any]
FoundSymbol findCuptiSymbol(void *handle, const char *name, void *caller);

} // namespace pstudio::attach

// The hooks themselves, under the names that libcupti exports.
extern "C" {
namespace pstudio::attach {
#define PSTUDIO_ATTACH_DECLARE(name, ...)                                                          \
  PSTUDIO_ATTACH_EXPORT cupti::CuptiResult name(__VA_ARGS__);
PSTUDIO_ATTACH_CUPTI_HOOKS(PSTUDIO_ATTACH_DECLARE)
#undef PSTUDIO_ATTACH_DECLARE
} // namespace pstudio::attach
}
