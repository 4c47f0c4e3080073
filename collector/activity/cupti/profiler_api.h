// SPDX-License-Identifier: Apache-2.0
// The functions of CUPTI's range profiler, which counts hardware events.
#pragma once

#include "collector/activity/cupti/profiler_types.h"
#include "collector/vendor/cupti_types.h"
#include "collector/vendor/library_function.h"

namespace pstudio::cupti::profiler {

// X(name in the library, first version, required, result, parameters...)
#define PSTUDIO_CUPTI_PROFILER_FUNCTIONS(X)                                                        \
  X(cuptiProfilerInitialize, 13, true, CuptiResult, Params *)                                      \
  X(cuptiProfilerDeInitialize, 13, true, CuptiResult, Params *)                                    \
  X(cuptiDeviceGetChipName, 14, true, CuptiResult, ChipNameParams *)                               \
  X(cuptiProfilerGetCounterAvailability, 14, true, CuptiResult, AvailabilityParams *)              \
  X(cuptiProfilerHostGetSupportedChips, 24, true, CuptiResult, SupportedChipsParams *)             \
  X(cuptiProfilerHostInitialize, 24, true, CuptiResult, HostInitializeParams *)                    \
  X(cuptiProfilerHostDeinitialize, 24, true, CuptiResult, HostParams *)                            \
  X(cuptiProfilerHostGetBaseMetrics, 24, true, CuptiResult, BaseMetricsParams *)                   \
  X(cuptiProfilerHostGetSubMetrics, 24, true, CuptiResult, SubMetricsParams *)                     \
  X(cuptiProfilerHostConfigAddMetrics, 24, true, CuptiResult, AddMetricsParams *)                  \
  X(cuptiProfilerHostGetConfigImageSize, 24, true, CuptiResult, ConfigSizeParams *)                \
  X(cuptiProfilerHostGetConfigImage, 24, true, CuptiResult, ConfigParams *)                        \
  X(cuptiProfilerHostGetNumOfPasses, 24, true, CuptiResult, PassesParams *)                        \
  X(cuptiProfilerHostEvaluateToGpuValues, 24, true, CuptiResult, EvaluateParams *)                 \
  X(cuptiRangeProfilerEnable, 24, true, CuptiResult, EnableParams *)                               \
  X(cuptiRangeProfilerDisable, 24, true, CuptiResult, ProfilerParams *)                            \
  X(cuptiRangeProfilerGetCounterDataSize, 24, true, CuptiResult, CountsSizeParams *)               \
  X(cuptiRangeProfilerCounterDataImageInitialize, 24, true, CuptiResult, CountsParams *)           \
  X(cuptiRangeProfilerSetConfig, 24, true, CuptiResult, SetConfigParams *)                         \
  X(cuptiRangeProfilerStart, 24, true, CuptiResult, ProfilerParams *)                              \
  X(cuptiRangeProfilerStop, 24, true, CuptiResult, StopParams *)                                   \
  X(cuptiRangeProfilerDecodeData, 24, true, CuptiResult, DecodeParams *)                           \
  X(cuptiRangeProfilerGetCounterDataInfo, 24, true, CuptiResult, CountsInfoParams *)

PSTUDIO_LIBRARY_API(Api, PSTUDIO_CUPTI_PROFILER_FUNCTIONS)

} // namespace pstudio::cupti::profiler
