// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI that this folder calls for kernels, copies and calls.
#pragma once

#include "collector/vendor/cupti_functions.h"

namespace pstudio::cupti {

// Rows as in cupti_functions.h: the one list from which the table below, the loader, the tests'
// stub and the comparison with the vendor's headers are made.
#define PSTUDIO_CUPTI_FUNCTIONS(X)                                                                 \
  PSTUDIO_CUPTI_COMMON_FUNCTIONS(X)                                                                \
  X(cuptiEnableCallback, 1, true, CuptiResult, uint32_t, Subscriber, CallbackDomain, uint32_t)     \
  X(cuptiGetCallbackName, 1, true, CuptiResult, CallbackDomain, uint32_t, const char **)           \
  X(cuptiActivityEnableDriverApi, 24, false, CuptiResult, uint32_t, uint8_t)

/// The functions of one opened library. [thread: any, as the library allows]
PSTUDIO_LIBRARY_API(CuptiApi, PSTUDIO_CUPTI_FUNCTIONS)

} // namespace pstudio::cupti
