// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/counter_host.h"

#include <algorithm>
#include <array>

#include "core/base/json_field.h"

namespace pstudio::cupti {
namespace {

using profiler::MetricType;

constexpr uint32_t kFirstVersion = 24; // 12.6
constexpr const char *kDoing = "counting hardware events";
constexpr std::array kTypes{MetricType::Counter, MetricType::Ratio, MetricType::Throughput};

/// "sm__cycles_elapsed" of "sm__cycles_elapsed.avg.per_second".
std::string baseOf(const std::string &counter) {
  return counter.substr(0, counter.find('.'));
}

} // namespace

Result<void> CounterHost::called(CuptiResult result, std::string_view call) const {
  return m_library->called(result, call, kDoing);
}

Result<std::unique_ptr<CounterHost>> CounterHost::open(std::shared_ptr<const Library> library,
                                                       const std::string &chip,
                                                       std::span<const uint8_t> availability) {
  if (library->version() < kFirstVersion)
    return fail(ErrorCode::Unsupported, "CUPTI " + versionText(library->version()) +
                                            " is too old to count: 12.6 or newer is needed");
  std::unique_ptr<CounterHost> host(new CounterHost(std::move(library)));
  PSTUDIO_TRY(host->m_library->resolveAll(host->m_api));
  profiler::HostInitializeParams params;
  params.chip = chip.c_str();
  params.availability = availability.empty() ? nullptr : availability.data();
  if (const CuptiResult r = host->m_api.cuptiProfilerHostInitialize(&params);
      r != CuptiResult::Success)
    return tl::unexpected<Error>(host->noSuchChip(r, chip));
  host->m_host = params.host;
  return host;
}

Error CounterHost::noSuchChip(CuptiResult result, const std::string &chip) const {
  Error rejected =
      m_library->error(result, "cuptiProfilerHostInitialize for chip \"" + chip + "\"", kDoing);
  profiler::SupportedChipsParams params;
  if (m_api.cuptiProfilerHostGetSupportedChips(&params) == CuptiResult::Success && params.count > 0)
    rejected.hint =
        nameHint(chip, std::vector<std::string_view>(params.names, params.names + params.count));
  return rejected;
}

CounterHost::~CounterHost() {
  profiler::HostParams params;
  params.host = m_host;
  if (m_host)
    m_api.cuptiProfilerHostDeinitialize(&params);
}

Result<std::vector<std::string>> CounterHost::names() {
  std::vector<std::string> all;
  for (const MetricType type : kTypes) {
    profiler::BaseMetricsParams params;
    params.host = m_host;
    params.type = type;
    PSTUDIO_TRY(
        called(m_api.cuptiProfilerHostGetBaseMetrics(&params), "cuptiProfilerHostGetBaseMetrics"));
    all.insert(all.end(), params.names, params.names + params.count);
  }
  std::ranges::sort(all);
  return all;
}

Result<void> CounterHost::check(const std::string &counter) {
  const std::string base = baseOf(counter);
  const std::string rollup = counter.substr(base.size());
  for (const MetricType type : kTypes) {
    profiler::SubMetricsParams params;
    params.host = m_host;
    params.type = type;
    params.name = base.c_str();
    if (m_api.cuptiProfilerHostGetSubMetrics(&params) != CuptiResult::Success || params.count == 0)
      continue;
    const std::vector<std::string_view> known(params.names, params.names + params.count);
    if (std::ranges::find(known, std::string_view(rollup)) != known.end())
      return {};
    return fail(ErrorCode::InvalidInput, "counter " + base + " has no '" + rollup + "'", {},
                nameHint(rollup, known));
  }
  PSTUDIO_TRY_ASSIGN(const std::vector<std::string> all, names());
  return fail(ErrorCode::InvalidInput, "this chip has no counter '" + base + "'", {},
              nameHint(base, std::vector<std::string_view>(all.begin(), all.end())));
}

Result<CounterHost::Configuration> CounterHost::configure(std::vector<const char *> counters) {
  profiler::AddMetricsParams add;
  add.host = m_host;
  add.names = counters.data();
  add.count = counters.size();
  PSTUDIO_TRY(
      called(m_api.cuptiProfilerHostConfigAddMetrics(&add), "cuptiProfilerHostConfigAddMetrics"));
  profiler::ConfigSizeParams size;
  size.host = m_host;
  PSTUDIO_TRY(called(m_api.cuptiProfilerHostGetConfigImageSize(&size),
                     "cuptiProfilerHostGetConfigImageSize"));
  Configuration configuration;
  configuration.image.resize(size.bytes);
  profiler::ConfigParams get;
  get.host = m_host;
  get.bytes = size.bytes;
  get.image = configuration.image.data();
  PSTUDIO_TRY(
      called(m_api.cuptiProfilerHostGetConfigImage(&get), "cuptiProfilerHostGetConfigImage"));
  profiler::PassesParams passes;
  passes.bytes = size.bytes;
  passes.image = configuration.image.data();
  PSTUDIO_TRY(
      called(m_api.cuptiProfilerHostGetNumOfPasses(&passes), "cuptiProfilerHostGetNumOfPasses"));
  configuration.passes = passes.passes;
  return configuration;
}

Result<std::vector<double>> CounterHost::evaluate(std::span<const uint8_t> counts,
                                                  std::vector<const char *> counters) {
  std::vector<double> values(counters.size());
  profiler::EvaluateParams params;
  params.host = m_host;
  params.counts = counts.data();
  params.countsBytes = counts.size();
  params.names = counters.data();
  params.count = counters.size();
  params.values = values.data();
  PSTUDIO_TRY(called(m_api.cuptiProfilerHostEvaluateToGpuValues(&params),
                     "cuptiProfilerHostEvaluateToGpuValues"));
  return values;
}

} // namespace pstudio::cupti
