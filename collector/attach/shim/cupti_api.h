// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI that the shim calls, as libcupti exports them.
#pragma once

#include <string>

#include "collector/attach/shim/cupti_types.h"

namespace pstudio::attach {

// X(name in the library, whether nothing is recorded without it, parameters...)
#define PSTUDIO_ATTACH_CUPTI(X)                                                                    \
  X(cuptiGetVersion, true, uint32_t *)                                                             \
  X(cuptiGetResultString, false, CuptiResult, const char **)                                       \
  X(cuptiGetTimestamp, true, uint64_t *)                                                           \
  X(cuptiSubscribe, true, CuptiSubscriber *, CuptiCallback, void *)                                \
  X(cuptiUnsubscribe, true, CuptiSubscriber)                                                       \
  X(cuptiActivityRegisterCallbacks, true, CuptiBufferRequested, CuptiBufferCompleted)              \
  X(cuptiActivityRegisterTimestampCallback, false, CuptiTimestamp)                                 \
  X(cuptiActivityEnable, true, uint32_t)                                                           \
  X(cuptiActivityDisable, true, uint32_t)                                                          \
  X(cuptiActivityFlushAll, true, uint32_t)                                                         \
  X(cuptiFinalize, false)                                                                          \
  X(cuptiActivityGetNextRecord, true, uint8_t *, size_t, uint8_t **)                               \
  X(cuptiActivityGetNumDroppedRecords, true, void *, uint32_t, size_t *)                           \
  X(cuptiActivityPushExternalCorrelationId, true, uint32_t, uint64_t)                              \
  X(cuptiActivityPopExternalCorrelationId, true, uint32_t, uint64_t *)

/// The functions of an opened library; null are those that it lacks.
struct CuptiApi {
#define PSTUDIO_ATTACH_MEMBER(name, required, ...) CuptiResult (*name)(__VA_ARGS__) = nullptr;
  PSTUDIO_ATTACH_CUPTI(PSTUDIO_ATTACH_MEMBER)
#undef PSTUDIO_ATTACH_MEMBER

  /// "cuptiActivityEnable: CUPTI_ERROR_NOT_COMPATIBLE".
  std::string describe(const char *call, CuptiResult result) const;
};

/// Looks all functions up in `library`, a handle of dlopen. Why nothing can be recorded with it is
/// in `problem`; empty if it can. O(functions).
CuptiApi loadCuptiApi(void *library, std::string &problem);

} // namespace pstudio::attach
