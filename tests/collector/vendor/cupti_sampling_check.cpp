// SPDX-License-Identifier: Apache-2.0
// Compares this program's declarations of CUPTI's samples and counters with the vendor's headers,
// where those are installed. All checks are at compile time; the object file is empty.
#include <cstddef>
#include <type_traits>

#include <cuda.h>
#include <cupti.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include "collector/activity/cupti/profiler_api.h"
#include "collector/activity/cupti/sampling_api.h"

// Older headers lack some of the types below.
#if CUPTI_API_VERSION >= 130000

namespace pstudio::cupti {
namespace {

template <class Ours, class Theirs> constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<long long>(ours) == static_cast<long long>(theirs);
}

template <class Function> struct TakesOnePointer : std::false_type {};
template <class Params> struct TakesOnePointer<CUptiResult (*)(Params *)> : std::true_type {};

// All of these take a pointer to one struct, which is compared below.
#define CHECK_FUNCTION(name, ...) static_assert(TakesOnePointer<decltype(&::name)>::value, #name);
PSTUDIO_CUPTI_SAMPLING_FUNCTIONS(CHECK_FUNCTION)
PSTUDIO_CUPTI_PROFILER_FUNCTIONS(CHECK_FUNCTION)
#undef CHECK_FUNCTION
static_assert(sizeof(void *) == 8, "our declarations are those of 64-bit systems");

#define CHECK_BYTES(ours, theirs) static_assert(sizeof(ours) == sizeof(theirs), #ours);
#define CHECK_MEMBER(ours, our, theirs, their)                                                     \
  static_assert(offsetof(ours, our) == offsetof(theirs, their) &&                                  \
                    sizeof(ours::our) == sizeof(theirs::their),                                    \
                #ours "::" #our);

namespace sampling_check {
using namespace sampling;
using Theirs = CUpti_PCSamplingData;
CHECK_BYTES(StallSamples, CUpti_PCSamplingStallReason)
CHECK_BYTES(PcData, CUpti_PCSamplingPCData)
CHECK_MEMBER(PcData, cubinCrc, CUpti_PCSamplingPCData, cubinCrc)
CHECK_MEMBER(PcData, pcOffset, CUpti_PCSamplingPCData, pcOffset)
CHECK_MEMBER(PcData, functionName, CUpti_PCSamplingPCData, functionName)
CHECK_MEMBER(PcData, stallCount, CUpti_PCSamplingPCData, stallReasonCount)
CHECK_MEMBER(PcData, stalls, CUpti_PCSamplingPCData, stallReason)
CHECK_MEMBER(PcData, correlationId, CUpti_PCSamplingPCData, correlationId)
CHECK_BYTES(Data, Theirs)
CHECK_MEMBER(Data, roomForPcs, Theirs, collectNumPcs)
CHECK_MEMBER(Data, totalSamples, Theirs, totalSamples)
CHECK_MEMBER(Data, droppedSamples, Theirs, droppedSamples)
CHECK_MEMBER(Data, pcCount, Theirs, totalNumPcs)
CHECK_MEMBER(Data, remainingPcs, Theirs, remainingNumPcs)
CHECK_MEMBER(Data, pcs, Theirs, pPcData)
CHECK_MEMBER(Data, isHardwareBufferFull, Theirs, hardwareBufferFull)
CHECK_BYTES(Setting, CUpti_PCSamplingConfigurationInfo)
CHECK_MEMBER(Setting, status, CUpti_PCSamplingConfigurationInfo, attributeStatus)
CHECK_MEMBER(Setting, value, CUpti_PCSamplingConfigurationInfo, attributeData)
static_assert(sizeof(ContextParams) == CUpti_PCSamplingEnableParamsSize);
static_assert(sizeof(ContextParams) == CUpti_PCSamplingDisableParamsSize);
static_assert(sizeof(ContextParams) == CUpti_PCSamplingStartParamsSize);
static_assert(sizeof(ContextParams) == CUpti_PCSamplingStopParamsSize);
static_assert(sizeof(SettingsParams) == CUpti_PCSamplingConfigurationInfoParamsSize);
static_assert(sizeof(GetDataParams) == CUpti_PCSamplingGetDataParamsSize);
static_assert(sizeof(ReasonCountParams) == CUpti_PCSamplingGetNumStallReasonsParamsSize);
static_assert(sizeof(ReasonsParams) == CUpti_PCSamplingGetStallReasonsParamsSize);
static_assert(sizeof(SourceParams) == CUpti_GetSassToSourceCorrelationParamsSize);
static_assert(sizeof(CrcParams) == CUpti_GetCubinCrcParamsSize);
CHECK_MEMBER(SettingsParams, settings, CUpti_PCSamplingConfigurationInfoParams,
             pPCSamplingConfigurationInfo)
CHECK_MEMBER(ReasonsParams, count, CUpti_PCSamplingGetStallReasonsParams, numStallReasons)
CHECK_MEMBER(ReasonsParams, indices, CUpti_PCSamplingGetStallReasonsParams, stallReasonIndex)
CHECK_MEMBER(ReasonsParams, names, CUpti_PCSamplingGetStallReasonsParams, stallReasons)
CHECK_MEMBER(SourceParams, cubin, CUpti_GetSassToSourceCorrelationParams, cubin)
CHECK_MEMBER(SourceParams, functionName, CUpti_GetSassToSourceCorrelationParams, functionName)
CHECK_MEMBER(SourceParams, cubinSize, CUpti_GetSassToSourceCorrelationParams, cubinSize)
CHECK_MEMBER(SourceParams, line, CUpti_GetSassToSourceCorrelationParams, lineNumber)
CHECK_MEMBER(SourceParams, pcOffset, CUpti_GetSassToSourceCorrelationParams, pcOffset)
CHECK_MEMBER(SourceParams, file, CUpti_GetSassToSourceCorrelationParams, fileName)
CHECK_MEMBER(SourceParams, folder, CUpti_GetSassToSourceCorrelationParams, dirName)
CHECK_MEMBER(CrcParams, cubinSize, CUpti_GetCubinCrcParams, cubinSize)
CHECK_MEMBER(CrcParams, cubin, CUpti_GetCubinCrcParams, cubin)
CHECK_MEMBER(CrcParams, crc, CUpti_GetCubinCrcParams, cubinCrc)
static_assert(same(Attribute::Period, CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD));
static_assert(same(Attribute::StallReasons,
                   CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON));
static_assert(same(Attribute::ScratchBufferSize,
                   CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SCRATCH_BUFFER_SIZE));
static_assert(same(Attribute::HardwareBufferSize,
                   CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE));
static_assert(same(Attribute::CollectionMode,
                   CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE));
static_assert(same(Attribute::StartStopControl,
                   CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL));
static_assert(same(Attribute::OutputFormat,
                   CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_OUTPUT_DATA_FORMAT));
static_assert(same(Attribute::DataBuffer,
                   CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER));
static_assert(same(kContinuous, CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS));
static_assert(same(kParsed, CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_PARSED));
static_assert(same(kReasonNameBytes, CUPTI_STALL_REASON_STRING_SIZE));
} // namespace sampling_check

namespace profiler_check {
using namespace profiler;
#define CHECK_PARAMS(ours, theirs) static_assert(ours().structSize == theirs##_STRUCT_SIZE, #ours);
CHECK_PARAMS(Params, CUpti_Profiler_Initialize_Params)
CHECK_PARAMS(Params, CUpti_Profiler_DeInitialize_Params)
CHECK_PARAMS(ChipNameParams, CUpti_Device_GetChipName_Params)
CHECK_PARAMS(AvailabilityParams, CUpti_Profiler_GetCounterAvailability_Params)
CHECK_PARAMS(HostInitializeParams, CUpti_Profiler_Host_Initialize_Params)
CHECK_PARAMS(SupportedChipsParams, CUpti_Profiler_Host_GetSupportedChips_Params)
CHECK_PARAMS(HostParams, CUpti_Profiler_Host_Deinitialize_Params)
CHECK_PARAMS(BaseMetricsParams, CUpti_Profiler_Host_GetBaseMetrics_Params)
CHECK_PARAMS(SubMetricsParams, CUpti_Profiler_Host_GetSubMetrics_Params)
CHECK_PARAMS(AddMetricsParams, CUpti_Profiler_Host_ConfigAddMetrics_Params)
CHECK_PARAMS(ConfigSizeParams, CUpti_Profiler_Host_GetConfigImageSize_Params)
CHECK_PARAMS(ConfigParams, CUpti_Profiler_Host_GetConfigImage_Params)
CHECK_PARAMS(PassesParams, CUpti_Profiler_Host_GetNumOfPasses_Params)
CHECK_PARAMS(EvaluateParams, CUpti_Profiler_Host_EvaluateToGpuValues_Params)
CHECK_PARAMS(EnableParams, CUpti_RangeProfiler_Enable_Params)
CHECK_PARAMS(ProfilerParams, CUpti_RangeProfiler_Disable_Params)
CHECK_PARAMS(ProfilerParams, CUpti_RangeProfiler_Start_Params)
CHECK_PARAMS(CountsSizeParams, CUpti_RangeProfiler_GetCounterDataSize_Params)
CHECK_PARAMS(CountsParams, CUpti_RangeProfiler_CounterDataImage_Initialize_Params)
CHECK_PARAMS(SetConfigParams, CUpti_RangeProfiler_SetConfig_Params)
CHECK_PARAMS(StopParams, CUpti_RangeProfiler_Stop_Params)
CHECK_PARAMS(DecodeParams, CUpti_RangeProfiler_DecodeData_Params)
CHECK_PARAMS(CountsInfoParams, CUpti_RangeProfiler_GetCounterDataInfo_Params)
CHECK_MEMBER(AvailabilityParams, imageBytes, CUpti_Profiler_GetCounterAvailability_Params,
             counterAvailabilityImageSize)
CHECK_MEMBER(HostInitializeParams, profiler, CUpti_Profiler_Host_Initialize_Params, profilerType)
CHECK_MEMBER(HostInitializeParams, chip, CUpti_Profiler_Host_Initialize_Params, pChipName)
CHECK_MEMBER(HostInitializeParams, availability, CUpti_Profiler_Host_Initialize_Params,
             pCounterAvailabilityImage)
CHECK_MEMBER(BaseMetricsParams, names, CUpti_Profiler_Host_GetBaseMetrics_Params, ppMetricNames)
CHECK_MEMBER(BaseMetricsParams, count, CUpti_Profiler_Host_GetBaseMetrics_Params, numMetrics)
CHECK_MEMBER(SubMetricsParams, name, CUpti_Profiler_Host_GetSubMetrics_Params, pMetricName)
CHECK_MEMBER(SubMetricsParams, count, CUpti_Profiler_Host_GetSubMetrics_Params, numOfSubmetrics)
CHECK_MEMBER(SubMetricsParams, names, CUpti_Profiler_Host_GetSubMetrics_Params, ppSubMetrics)
CHECK_MEMBER(AddMetricsParams, names, CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames)
CHECK_MEMBER(ConfigParams, bytes, CUpti_Profiler_Host_GetConfigImage_Params, configImageSize)
CHECK_MEMBER(PassesParams, passes, CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses)
CHECK_MEMBER(EvaluateParams, counts, CUpti_Profiler_Host_EvaluateToGpuValues_Params,
             pCounterDataImage)
CHECK_MEMBER(EvaluateParams, range, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex)
CHECK_MEMBER(EvaluateParams, names, CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames)
CHECK_MEMBER(EvaluateParams, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues)
CHECK_MEMBER(EnableParams, context, CUpti_RangeProfiler_Enable_Params, ctx)
CHECK_MEMBER(CountsSizeParams, names, CUpti_RangeProfiler_GetCounterDataSize_Params, pMetricNames)
CHECK_MEMBER(CountsSizeParams, ranges, CUpti_RangeProfiler_GetCounterDataSize_Params,
             maxNumOfRanges)
CHECK_MEMBER(CountsSizeParams, rangeNodes, CUpti_RangeProfiler_GetCounterDataSize_Params,
             maxNumRangeTreeNodes)
CHECK_MEMBER(CountsSizeParams, bytes, CUpti_RangeProfiler_GetCounterDataSize_Params,
             counterDataSize)
CHECK_MEMBER(SetConfigParams, config, CUpti_RangeProfiler_SetConfig_Params, pConfig)
CHECK_MEMBER(SetConfigParams, counts, CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage)
CHECK_MEMBER(SetConfigParams, range, CUpti_RangeProfiler_SetConfig_Params, range)
CHECK_MEMBER(SetConfigParams, replay, CUpti_RangeProfiler_SetConfig_Params, replayMode)
CHECK_MEMBER(SetConfigParams, rangesPerPass, CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass)
CHECK_MEMBER(SetConfigParams, nestingLevels, CUpti_RangeProfiler_SetConfig_Params, numNestingLevels)
CHECK_MEMBER(SetConfigParams, lowestNestingLevel, CUpti_RangeProfiler_SetConfig_Params,
             minNestingLevel)
CHECK_MEMBER(SetConfigParams, pass, CUpti_RangeProfiler_SetConfig_Params, passIndex)
CHECK_MEMBER(StopParams, isAllSubmitted, CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted)
CHECK_MEMBER(DecodeParams, droppedRanges, CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped)
CHECK_MEMBER(CountsInfoParams, ranges, CUpti_RangeProfiler_GetCounterDataInfo_Params,
             numTotalRanges)
static_assert(same(kRangeProfiler, CUPTI_PROFILER_TYPE_RANGE_PROFILER));
static_assert(same(kAutoRange, CUPTI_AutoRange));
static_assert(same(kUserReplay, CUPTI_UserReplay));
static_assert(same(MetricType::Throughput, CUPTI_METRIC_TYPE_THROUGHPUT));
} // namespace profiler_check

} // namespace
} // namespace pstudio::cupti

#endif
