// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI that the shim calls, as libcupti exports them.
#pragma once

#include <string>

#include "collector/vendor/cupti_functions.h"

// Rows as in cupti_functions.h. Nothing is recorded without the required ones.
#define PSTUDIO_ATTACH_CUPTI(X)                                                                    \
  PSTUDIO_CUPTI_COMMON_FUNCTIONS(X)                                                                \
  X(cuptiGetTimestamp, 2, true, CuptiResult, uint64_t *)                                           \
  X(cuptiFinalize, 12, false, CuptiResult)                                                         \
  X(cuptiActivityPushExternalCorrelationId, 9, true, CuptiResult, uint32_t, uint64_t)              \
  X(cuptiActivityPopExternalCorrelationId, 9, true, CuptiResult, uint32_t, uint64_t *)

namespace pstudio::cupti {
PSTUDIO_LIBRARY_API(AttachTable, PSTUDIO_ATTACH_CUPTI)
} // namespace pstudio::cupti

namespace pstudio::attach {

using cupti::CuptiResult;

/// The functions of an opened library; those that it lacks are false.
struct CuptiApi : cupti::AttachTable {
  /// "cuptiActivityEnable: CUPTI_ERROR_NOT_COMPATIBLE".
  std::string describe(const char *call, CuptiResult result) const;
};

/// Looks all functions up in `library`, a handle of dlopen. Why nothing can be recorded with it is
/// in `problem`; empty if it can. O(functions).
CuptiApi loadCuptiApi(void *library, std::string &problem);

} // namespace pstudio::attach
