// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/counter_profiler.h"

namespace pstudio::cupti {
namespace {

constexpr const char *kDoing = "counting hardware events";

/// CUPTI's name of a device's chip.
Result<std::string> chipOf(const Library &library, const profiler::Api &api, uint32_t device) {
  profiler::ChipNameParams params;
  params.device = device;
  PSTUDIO_TRY(
      library.called(api.cuptiDeviceGetChipName(&params), "cuptiDeviceGetChipName", kDoing));
  return std::string(params.chip ? params.chip : "");
}

} // namespace

CounterProfiler::CounterProfiler(std::shared_ptr<const Library> library,
                                 std::vector<std::string> counters)
    : m_library(std::move(library)), m_counters(std::move(counters)) {}

Result<void> CounterProfiler::called(CuptiResult result, std::string_view call) const {
  return m_library->called(result, call, kDoing);
}

std::vector<const char *> CounterProfiler::names() const {
  std::vector<const char *> names;
  for (const std::string &counter : m_counters)
    names.push_back(counter.c_str());
  return names;
}

Result<std::unique_ptr<CounterProfiler>>
CounterProfiler::begin(std::shared_ptr<const Library> library, void *context, uint32_t device,
                       std::vector<std::string> counters) {
  std::unique_ptr<CounterProfiler> profiler(
      new CounterProfiler(std::move(library), std::move(counters)));
  PSTUDIO_TRY(profiler->m_library->resolveAll(profiler->m_api));
  profiler::Params params;
  PSTUDIO_TRY(profiler->called(profiler->m_api.cuptiProfilerInitialize(&params),
                               "cuptiProfilerInitialize"));
  profiler->m_isInitialized = true;
  PSTUDIO_TRY(profiler->openHost(context, device));
  PSTUDIO_TRY(profiler->setUp(context));
  return profiler;
}

CounterProfiler::~CounterProfiler() {
  profiler::ProfilerParams disable;
  disable.profiler = m_profiler;
  if (m_profiler)
    m_api.cuptiRangeProfilerDisable(&disable);
  m_host.reset();
  profiler::Params params;
  if (m_isInitialized)
    m_api.cuptiProfilerDeInitialize(&params);
}

Result<std::vector<uint8_t>> CounterProfiler::availability(void *context) {
  profiler::AvailabilityParams params;
  params.context = context;
  PSTUDIO_TRY(called(m_api.cuptiProfilerGetCounterAvailability(&params),
                     "cuptiProfilerGetCounterAvailability"));
  std::vector<uint8_t> image(params.imageBytes);
  params.image = image.data();
  PSTUDIO_TRY(called(m_api.cuptiProfilerGetCounterAvailability(&params),
                     "cuptiProfilerGetCounterAvailability"));
  return image;
}

Result<void> CounterProfiler::openHost(void *context, uint32_t device) {
  PSTUDIO_TRY_ASSIGN(const std::string chip, chipOf(*m_library, m_api, device));
  PSTUDIO_TRY_ASSIGN(const std::vector<uint8_t> available, availability(context));
  PSTUDIO_TRY_ASSIGN(m_host, CounterHost::open(m_library, chip, available));
  for (const std::string &counter : m_counters)
    PSTUDIO_TRY(m_host->check(counter));
  PSTUDIO_TRY_ASSIGN(CounterHost::Configuration configuration, m_host->configure(names()));
  m_config = std::move(configuration.image);
  m_passes = configuration.passes;
  return {};
}

Result<void> CounterProfiler::setUp(void *context) {
  profiler::EnableParams enable;
  enable.context = context;
  PSTUDIO_TRY(called(m_api.cuptiRangeProfilerEnable(&enable), "cuptiRangeProfilerEnable"));
  m_profiler = enable.profiler;
  std::vector<const char *> counters = names();
  profiler::CountsSizeParams size;
  size.profiler = m_profiler;
  size.names = counters.data();
  size.count = counters.size();
  PSTUDIO_TRY(called(m_api.cuptiRangeProfilerGetCounterDataSize(&size),
                     "cuptiRangeProfilerGetCounterDataSize"));
  m_counts.resize(size.bytes);
  profiler::CountsParams counts;
  counts.profiler = m_profiler;
  counts.bytes = m_counts.size();
  counts.image = m_counts.data();
  PSTUDIO_TRY(called(m_api.cuptiRangeProfilerCounterDataImageInitialize(&counts),
                     "cuptiRangeProfilerCounterDataImageInitialize"));
  profiler::SetConfigParams config;
  config.profiler = m_profiler;
  config.configBytes = m_config.size();
  config.config = m_config.data();
  config.countsBytes = m_counts.size();
  config.counts = m_counts.data();
  return called(m_api.cuptiRangeProfilerSetConfig(&config), "cuptiRangeProfilerSetConfig");
}

Result<void> CounterProfiler::beginPass() {
  profiler::ProfilerParams start;
  start.profiler = m_profiler;
  return called(m_api.cuptiRangeProfilerStart(&start), "cuptiRangeProfilerStart");
}

Result<bool> CounterProfiler::endPass() {
  profiler::StopParams stop;
  stop.profiler = m_profiler;
  PSTUDIO_TRY(called(m_api.cuptiRangeProfilerStop(&stop), "cuptiRangeProfilerStop"));
  return stop.isAllSubmitted != 0;
}

Result<std::vector<CounterValue>> CounterProfiler::values() {
  profiler::DecodeParams decode;
  decode.profiler = m_profiler;
  PSTUDIO_TRY(called(m_api.cuptiRangeProfilerDecodeData(&decode), "cuptiRangeProfilerDecodeData"));
  profiler::CountsInfoParams info;
  info.image = m_counts.data();
  info.bytes = m_counts.size();
  PSTUDIO_TRY(called(m_api.cuptiRangeProfilerGetCounterDataInfo(&info),
                     "cuptiRangeProfilerGetCounterDataInfo"));
  if (info.ranges != 1 || decode.droppedRanges != 0)
    return fail(ErrorCode::RunFailed, "counting hardware events: CUPTI has the counts of " +
                                          std::to_string(info.ranges) + " kernels, lost those of " +
                                          std::to_string(decode.droppedRanges) +
                                          ", and one was launched");
  PSTUDIO_TRY_ASSIGN(const std::vector<double> values, m_host->evaluate(m_counts, names()));
  std::vector<CounterValue> counters;
  for (size_t i = 0; i < values.size(); ++i)
    counters.push_back({m_counters[i], values[i]});
  return counters;
}

Result<std::vector<std::string>> listCounters(const std::string &chip) {
  PSTUDIO_TRY_ASSIGN(std::shared_ptr<const Library> library, Library::open());
  std::string name = chip;
  if (name.empty()) {
    profiler::Api api;
    PSTUDIO_TRY(library->resolveAll(api));
    profiler::Params params;
    PSTUDIO_TRY(
        library->called(api.cuptiProfilerInitialize(&params), "cuptiProfilerInitialize", kDoing));
    PSTUDIO_TRY_ASSIGN(name, chipOf(*library, api, 0));
  }
  PSTUDIO_TRY_ASSIGN(const std::unique_ptr<CounterHost> host, CounterHost::open(library, name));
  return host->names();
}

} // namespace pstudio::cupti
