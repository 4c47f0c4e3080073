// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI that both the recorder of activity and the library of attach call.
#pragma once

#include "collector/vendor/cupti_types.h"
#include "collector/vendor/library_function.h"

// X(name in the library, first version, required, result, parameters...): rows of the tables of
// functions (PSTUDIO_LIBRARY_API), of the tests' stub and of the comparison with the vendor's
// headers. They are used in the namespace pstudio::cupti. Versions are as cuptiGetVersion counts.
#define PSTUDIO_CUPTI_COMMON_FUNCTIONS(X)                                                          \
  X(cuptiGetVersion, 1, true, CuptiResult, uint32_t *)                                             \
  X(cuptiGetResultString, 1, true, CuptiResult, CuptiResult, const char **)                        \
  X(cuptiSubscribe, 1, true, CuptiResult, Subscriber *, Callback, void *)                          \
  X(cuptiUnsubscribe, 1, true, CuptiResult, Subscriber)                                            \
  X(cuptiActivityRegisterCallbacks, 5, true, CuptiResult, BufferRequested, BufferCompleted)        \
  X(cuptiActivityEnable, 2, true, CuptiResult, ActivityKind)                                       \
  X(cuptiActivityDisable, 2, true, CuptiResult, ActivityKind)                                      \
  X(cuptiActivityFlushAll, 5, true, CuptiResult, uint32_t)                                         \
  X(cuptiActivityGetNextRecord, 2, true, CuptiResult, uint8_t *, size_t, uint8_t **)               \
  X(cuptiActivityGetNumDroppedRecords, 2, true, CuptiResult, void *, uint32_t, size_t *)           \
  X(cuptiActivityRegisterTimestampCallback, 17, false, CuptiResult, TimestampFunction)
