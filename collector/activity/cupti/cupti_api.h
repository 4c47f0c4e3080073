// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI that this folder calls for kernels, copies and calls.
#pragma once

#include "collector/activity/cupti/cupti_types.h"
#include "collector/runtime/library_function.h"

namespace pstudio::cupti {

// X(name in the library, first version, required, parameters...): the one list from which the table
// below, the loader, the tests' stub and the comparison with the vendor's headers are made.
#define PSTUDIO_CUPTI_FUNCTIONS(X)                                                                 \
  X(cuptiGetVersion, 1, true, uint32_t *)                                                          \
  X(cuptiGetResultString, 1, true, CuptiResult, const char **)                                     \
  X(cuptiSubscribe, 1, true, Subscriber *, Callback, void *)                                       \
  X(cuptiUnsubscribe, 1, true, Subscriber)                                                         \
  X(cuptiEnableCallback, 1, true, uint32_t, Subscriber, CallbackDomain, uint32_t)                  \
  X(cuptiGetCallbackName, 1, true, CallbackDomain, uint32_t, const char **)                        \
  X(cuptiActivityRegisterCallbacks, 5, true, BufferRequested, BufferCompleted)                     \
  X(cuptiActivityEnable, 2, true, ActivityKind)                                                    \
  X(cuptiActivityDisable, 2, true, ActivityKind)                                                   \
  X(cuptiActivityFlushAll, 5, true, uint32_t)                                                      \
  X(cuptiActivityGetNextRecord, 2, true, uint8_t *, size_t, uint8_t **)                            \
  X(cuptiActivityGetNumDroppedRecords, 2, true, void *, uint32_t, size_t *)                        \
  X(cuptiActivityRegisterTimestampCallback, 17, false, TimestampFunction)                          \
  X(cuptiActivityEnableDriverApi, 24, false, uint32_t, uint8_t)

template <class Signature> using CuptiFunction = LibraryFunction<Signature>;

/// The functions of one opened library. [thread: any, as the library says]
struct CuptiApi {
#define PSTUDIO_CUPTI_MEMBER(name, since, required, ...)                                           \
  CuptiFunction<CuptiResult(__VA_ARGS__)> name{#name, since, required};
  PSTUDIO_CUPTI_FUNCTIONS(PSTUDIO_CUPTI_MEMBER)
#undef PSTUDIO_CUPTI_MEMBER
};

/// Calls `visit(function)` for each function of the table, in its order.
template <class Visit> void forEachFunction(CuptiApi &api, Visit visit) {
#define PSTUDIO_CUPTI_VISIT(name, ...) visit(api.name);
  PSTUDIO_CUPTI_FUNCTIONS(PSTUDIO_CUPTI_VISIT)
#undef PSTUDIO_CUPTI_VISIT
}

} // namespace pstudio::cupti
