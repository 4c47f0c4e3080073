// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI's range profiler, which counts hardware events.
#pragma once

#include "collector/activity/cupti/cupti_types.h"
#include "collector/activity/cupti/profiler_types.h"
#include "collector/runtime/library_function.h"

namespace pstudio::cupti::profiler {

// X(name in the library, first version, required, parameters...)
#define PSTUDIO_CUPTI_PROFILER_FUNCTIONS(X)                                                        \
  X(cuptiProfilerInitialize, 13, true, Params *)                                                   \
  X(cuptiProfilerDeInitialize, 13, true, Params *)                                                 \
  X(cuptiDeviceGetChipName, 14, true, ChipNameParams *)                                            \
  X(cuptiProfilerGetCounterAvailability, 14, true, AvailabilityParams *)                           \
  X(cuptiProfilerHostGetSupportedChips, 24, true, SupportedChipsParams *)                          \
  X(cuptiProfilerHostInitialize, 24, true, HostInitializeParams *)                                 \
  X(cuptiProfilerHostDeinitialize, 24, true, HostParams *)                                         \
  X(cuptiProfilerHostGetBaseMetrics, 24, true, BaseMetricsParams *)                                \
  X(cuptiProfilerHostGetSubMetrics, 24, true, SubMetricsParams *)                                  \
  X(cuptiProfilerHostConfigAddMetrics, 24, true, AddMetricsParams *)                               \
  X(cuptiProfilerHostGetConfigImageSize, 24, true, ConfigSizeParams *)                             \
  X(cuptiProfilerHostGetConfigImage, 24, true, ConfigParams *)                                     \
  X(cuptiProfilerHostGetNumOfPasses, 24, true, PassesParams *)                                     \
  X(cuptiProfilerHostEvaluateToGpuValues, 24, true, EvaluateParams *)                              \
  X(cuptiRangeProfilerEnable, 24, true, EnableParams *)                                            \
  X(cuptiRangeProfilerDisable, 24, true, ProfilerParams *)                                         \
  X(cuptiRangeProfilerGetCounterDataSize, 24, true, CountsSizeParams *)                            \
  X(cuptiRangeProfilerCounterDataImageInitialize, 24, true, CountsParams *)                        \
  X(cuptiRangeProfilerSetConfig, 24, true, SetConfigParams *)                                      \
  X(cuptiRangeProfilerStart, 24, true, ProfilerParams *)                                           \
  X(cuptiRangeProfilerStop, 24, true, StopParams *)                                                \
  X(cuptiRangeProfilerDecodeData, 24, true, DecodeParams *)                                        \
  X(cuptiRangeProfilerGetCounterDataInfo, 24, true, CountsInfoParams *)

struct Api {
#define PSTUDIO_CUPTI_MEMBER(name, since, required, ...)                                           \
  LibraryFunction<CuptiResult(__VA_ARGS__)> name{#name, since, required};
  PSTUDIO_CUPTI_PROFILER_FUNCTIONS(PSTUDIO_CUPTI_MEMBER)
#undef PSTUDIO_CUPTI_MEMBER
};

/// Calls `visit(function)` for each function of the table, in its order.
template <class Visit> void forEachFunction(Api &api, Visit visit) {
#define PSTUDIO_CUPTI_VISIT(name, ...) visit(api.name);
  PSTUDIO_CUPTI_PROFILER_FUNCTIONS(PSTUDIO_CUPTI_VISIT)
#undef PSTUDIO_CUPTI_VISIT
}

} // namespace pstudio::cupti::profiler
