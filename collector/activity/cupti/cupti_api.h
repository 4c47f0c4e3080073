// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI that this folder calls for kernels, copies and calls.
#pragma once

#include "collector/activity/cupti/cupti_types.h"
#include "collector/runtime/library_function.h"

namespace pstudio::cupti {

// X(name in the library, first version, required, result, parameters...): the one list from which
// the table below, the loader, the tests' stub and the comparison with the vendor's headers are
// made.
#define PSTUDIO_CUPTI_FUNCTIONS(X)                                                                 \
  X(cuptiGetVersion, 1, true, CuptiResult, uint32_t *)                                             \
  X(cuptiGetResultString, 1, true, CuptiResult, CuptiResult, const char **)                        \
  X(cuptiSubscribe, 1, true, CuptiResult, Subscriber *, Callback, void *)                          \
  X(cuptiUnsubscribe, 1, true, CuptiResult, Subscriber)                                            \
  X(cuptiEnableCallback, 1, true, CuptiResult, uint32_t, Subscriber, CallbackDomain, uint32_t)     \
  X(cuptiGetCallbackName, 1, true, CuptiResult, CallbackDomain, uint32_t, const char **)           \
  X(cuptiActivityRegisterCallbacks, 5, true, CuptiResult, BufferRequested, BufferCompleted)        \
  X(cuptiActivityEnable, 2, true, CuptiResult, ActivityKind)                                       \
  X(cuptiActivityDisable, 2, true, CuptiResult, ActivityKind)                                      \
  X(cuptiActivityFlushAll, 5, true, CuptiResult, uint32_t)                                         \
  X(cuptiActivityGetNextRecord, 2, true, CuptiResult, uint8_t *, size_t, uint8_t **)               \
  X(cuptiActivityGetNumDroppedRecords, 2, true, CuptiResult, void *, uint32_t, size_t *)           \
  X(cuptiActivityRegisterTimestampCallback, 17, false, CuptiResult, TimestampFunction)             \
  X(cuptiActivityEnableDriverApi, 24, false, CuptiResult, uint32_t, uint8_t)

/// The functions of one opened library. [thread: any, as the library allows]
PSTUDIO_LIBRARY_API(CuptiApi, PSTUDIO_CUPTI_FUNCTIONS)

} // namespace pstudio::cupti
