// SPDX-License-Identifier: Apache-2.0
// The stub's hardware counters.
#include <cstring>

#include "collector/activity/cupti/profiler_api.h"
#include "tests/collector/activity/stub_cupti/stub_state.h"

namespace pstudio::cupti::profiler {

extern "C" {
#define STUB_DECLARE(name, since, required, result, ...) result name(__VA_ARGS__);
PSTUDIO_CUPTI_PROFILER_FUNCTIONS(STUB_DECLARE)
#undef STUB_DECLARE
}

namespace {

char token; ///< stands for the host's and the profiler's objects
constexpr const char *kRollups[] = {".avg", ".sum"};

std::vector<const char *> &names() {
  static std::vector<const char *> all;
  all.clear();
  for (const auto &[name, value] : state().script.counters)
    all.push_back(name.c_str());
  return all;
}

} // namespace

extern "C" {

CuptiResult cuptiProfilerInitialize(Params *) {
  STUB_BEGIN("cuptiProfilerInitialize");
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerDeInitialize(Params *) {
  STUB_BEGIN("cuptiProfilerDeInitialize");
  return CuptiResult::Success;
}
CuptiResult cuptiDeviceGetChipName(ChipNameParams *params) {
  STUB_BEGIN("cuptiDeviceGetChipName");
  params->chip = "GH100";
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerGetCounterAvailability(AvailabilityParams *params) {
  STUB_BEGIN("cuptiProfilerGetCounterAvailability");
  params->imageBytes = 16;
  if (params->image)
    std::memset(params->image, 1, 16);
  return CuptiResult::Success;
}

CuptiResult cuptiProfilerHostGetSupportedChips(SupportedChipsParams *params) {
  STUB_BEGIN("cuptiProfilerHostGetSupportedChips");
  static const char *chips[] = {"GH100"};
  params->names = chips;
  params->count = 1;
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostInitialize(HostInitializeParams *params) {
  STUB_BEGIN("cuptiProfilerHostInitialize");
  if (std::string(params->chip) != "GH100")
    return CuptiResult::InvalidParameter;
  params->host = &token;
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostDeinitialize(HostParams *) {
  STUB_BEGIN("cuptiProfilerHostDeinitialize");
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostGetBaseMetrics(BaseMetricsParams *params) {
  STUB_BEGIN("cuptiProfilerHostGetBaseMetrics");
  const bool hasAny = params->type == MetricType::Counter;
  params->names = names().data();
  params->count = hasAny ? state().script.counters.size() : 0;
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostGetSubMetrics(SubMetricsParams *params) {
  STUB_BEGIN("cuptiProfilerHostGetSubMetrics");
  if (params->type != MetricType::Counter || !state().script.counters.contains(params->name))
    return CuptiResult::InvalidMetricName;
  static const char *rollups[] = {kRollups[0], kRollups[1]};
  params->names = rollups;
  params->count = 2;
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostConfigAddMetrics(AddMetricsParams *) {
  STUB_BEGIN("cuptiProfilerHostConfigAddMetrics");
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostGetConfigImageSize(ConfigSizeParams *params) {
  STUB_BEGIN("cuptiProfilerHostGetConfigImageSize");
  params->bytes = 24;
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostGetConfigImage(ConfigParams *params) {
  STUB_BEGIN("cuptiProfilerHostGetConfigImage");
  std::memset(params->image, 2, params->bytes);
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostGetNumOfPasses(PassesParams *params) {
  STUB_BEGIN("cuptiProfilerHostGetNumOfPasses");
  params->passes = state().script.passes;
  return CuptiResult::Success;
}
CuptiResult cuptiProfilerHostEvaluateToGpuValues(EvaluateParams *params) {
  STUB_BEGIN("cuptiProfilerHostEvaluateToGpuValues");
  for (size_t i = 0; i < params->count; ++i) {
    const std::string name = params->names[i];
    params->values[i] = state().script.counters.at(name.substr(0, name.find('.')));
  }
  return CuptiResult::Success;
}

CuptiResult cuptiRangeProfilerEnable(EnableParams *params) {
  STUB_BEGIN("cuptiRangeProfilerEnable");
  params->profiler = &token;
  return CuptiResult::Success;
}
CuptiResult cuptiRangeProfilerDisable(ProfilerParams *) {
  STUB_BEGIN("cuptiRangeProfilerDisable");
  return CuptiResult::Success;
}
CuptiResult cuptiRangeProfilerGetCounterDataSize(CountsSizeParams *params) {
  STUB_BEGIN("cuptiRangeProfilerGetCounterDataSize");
  params->bytes = 32;
  return CuptiResult::Success;
}
CuptiResult cuptiRangeProfilerCounterDataImageInitialize(CountsParams *) {
  STUB_BEGIN("cuptiRangeProfilerCounterDataImageInitialize");
  return CuptiResult::Success;
}
CuptiResult cuptiRangeProfilerSetConfig(SetConfigParams *params) {
  STUB_BEGIN("cuptiRangeProfilerSetConfig");
  return params->config && params->counts ? CuptiResult::Success : CuptiResult::InvalidParameter;
}
CuptiResult cuptiRangeProfilerStart(ProfilerParams *) {
  STUB_BEGIN("cuptiRangeProfilerStart");
  return CuptiResult::Success;
}
CuptiResult cuptiRangeProfilerStop(StopParams *params) {
  STUB_BEGIN("cuptiRangeProfilerStop");
  params->isAllSubmitted = ++state().script.passesSeen >= state().script.passes;
  return CuptiResult::Success;
}
CuptiResult cuptiRangeProfilerDecodeData(DecodeParams *) {
  STUB_BEGIN("cuptiRangeProfilerDecodeData");
  return CuptiResult::Success;
}
CuptiResult cuptiRangeProfilerGetCounterDataInfo(CountsInfoParams *params) {
  STUB_BEGIN("cuptiRangeProfilerGetCounterDataInfo");
  params->ranges = 1;
  return CuptiResult::Success;
}

} // extern "C"

} // namespace pstudio::cupti::profiler
