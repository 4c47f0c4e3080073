// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/pc_sampler.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace pstudio::cupti {
namespace {

using sampling::Attribute;
using sampling::Setting;

constexpr uint32_t kFirstVersion = 22; // 12.4, whose records of PCs are declared here
constexpr const char *kDoing = "sampling PCs";
constexpr size_t kPcsAtOnce = 4096;
constexpr size_t kScratchBytes = size_t{16} << 20;
constexpr size_t kHardwareBytes = size_t{64} << 20;
/// Limit of rounds with new samples; more are treated as endless.
constexpr int kMaxRounds = 10'000;

// "smsp__pcsamp_warps_issue_stalled_long_scoreboard", and the same with "_not_issued": the subset
// of its samples in which the scheduler issued for no other warp either.
constexpr std::string_view kPrefix = "smsp__pcsamp_warps_issue_stalled_";
constexpr std::string_view kSubset = "_not_issued";

std::string shortName(std::string_view name) {
  return std::string(name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name);
}

std::string takeText(char *text) {
  std::string taken = text ? text : "";
  std::free(text); // the library documents that the caller owns it
  return taken;
}

Setting numberSetting(Attribute attribute, uint32_t number) {
  Setting setting{attribute};
  setting.value.number = number;
  return setting;
}
Setting bytesSetting(Attribute attribute, size_t bytes) {
  Setting setting{attribute};
  setting.value.bytes = bytes;
  return setting;
}

} // namespace

PcSampler::PcSampler(std::shared_ptr<const Library> library, void *context)
    : m_library(std::move(library)), m_context(context) {}

Result<void> PcSampler::called(CuptiResult result, std::string_view call) const {
  return m_library->called(result, call, kDoing);
}

sampling::ContextParams PcSampler::context() const {
  sampling::ContextParams params;
  params.context = m_context;
  return params;
}

Result<std::unique_ptr<PcSampler>> PcSampler::begin(std::shared_ptr<const Library> library,
                                                    void *context, uint32_t period) {
  if (library->version() < kFirstVersion)
    return fail(ErrorCode::Unsupported, "CUPTI " + versionText(library->version()) +
                                            " is too old to sample PCs: 12.4 or newer is needed");
  std::unique_ptr<PcSampler> sampler(new PcSampler(std::move(library), context));
  PSTUDIO_TRY(sampler->m_library->resolveAll(sampler->m_api));
  PSTUDIO_TRY_ASSIGN(sampler->m_modules, ModuleListener::begin(sampler->m_library));
  sampling::ContextParams params = sampler->context();
  PSTUDIO_TRY(
      sampler->called(sampler->m_api.cuptiPCSamplingEnable(&params), "cuptiPCSamplingEnable"));
  sampler->m_isEnabled = true;
  PSTUDIO_TRY(sampler->readReasons());
  PSTUDIO_TRY(sampler->configure(period));
  PSTUDIO_TRY(
      sampler->called(sampler->m_api.cuptiPCSamplingStart(&params), "cuptiPCSamplingStart"));
  return sampler;
}

PcSampler::~PcSampler() {
  sampling::ContextParams params = context();
  if (m_isEnabled)
    m_api.cuptiPCSamplingDisable(&params);
}

Result<void> PcSampler::readReasons() {
  size_t count = 0;
  sampling::ReasonCountParams ask;
  ask.context = m_context;
  ask.count = &count;
  PSTUDIO_TRY(
      called(m_api.cuptiPCSamplingGetNumStallReasons(&ask), "cuptiPCSamplingGetNumStallReasons"));
  std::vector<uint32_t> indices(count);
  std::vector<char> text(count * sampling::kReasonNameBytes);
  std::vector<char *> names;
  for (size_t i = 0; i < count; ++i)
    names.push_back(text.data() + i * sampling::kReasonNameBytes);
  sampling::ReasonsParams params;
  params.context = m_context;
  params.count = count;
  params.indices = indices.data();
  params.names = names.data();
  PSTUDIO_TRY(
      called(m_api.cuptiPCSamplingGetStallReasons(&params), "cuptiPCSamplingGetStallReasons"));
  for (size_t i = 0; i < count; ++i)
    if (const std::string_view name = names[i]; !name.ends_with(kSubset))
      m_reasons[indices[i]] = shortName(name);
  m_reasonCount = count;
  m_configured.reset(count);
  m_read.reset(count);
  return {};
}

Result<void> PcSampler::checkSettings(std::vector<Setting> &settings, CuptiResult result) const {
  for (const Setting &setting : settings)
    PSTUDIO_TRY(
        called(setting.status, "cuptiPCSamplingSetConfigurationAttribute(" +
                                   std::to_string(static_cast<uint32_t>(setting.attribute)) + ")"));
  return called(result, "cuptiPCSamplingSetConfigurationAttribute");
}

Result<void> PcSampler::configure(uint32_t period) {
  std::vector<Setting> settings{numberSetting(Attribute::CollectionMode, sampling::kContinuous),
                                numberSetting(Attribute::StartStopControl, 1),
                                numberSetting(Attribute::OutputFormat, sampling::kParsed),
                                bytesSetting(Attribute::ScratchBufferSize, kScratchBytes),
                                bytesSetting(Attribute::HardwareBufferSize, kHardwareBytes)};
  Setting &buffer = settings.emplace_back(Setting{Attribute::DataBuffer});
  buffer.value.pointer = &m_configured.data;
  if (period != 0) // CUPTI counts in powers of two
    settings.push_back(
        numberSetting(Attribute::Period, static_cast<uint32_t>(std::countr_zero(period))));
  sampling::SettingsParams params;
  params.context = m_context;
  params.count = settings.size();
  params.settings = settings.data();
  PSTUDIO_TRY(checkSettings(settings, m_api.cuptiPCSamplingSetConfigurationAttribute(&params)));
  // Reads the actual period, which CUPTI may have chosen.
  Setting chosen{Attribute::Period};
  params.count = 1;
  params.settings = &chosen;
  if (m_api.cuptiPCSamplingGetConfigurationAttribute(&params) == CuptiResult::Success &&
      chosen.value.number < 64)
    m_period = uint64_t{1} << chosen.value.number;
  return {};
}

Result<void> PcSampler::drain() {
  sampling::GetDataParams params;
  params.context = m_context;
  params.data = &m_read.data;
  // Each call moves PCs from the buffer of the configuration to this one, until there are none.
  for (int round = 0; round < kMaxRounds; ++round) {
    m_read.reset(m_reasonCount);
    const CuptiResult result = m_api.cuptiPCSamplingGetData(&params);
    const sampling::Data &data = m_read.data;
    m_hasOverflown |= data.isHardwareBufferFull != 0 || result == CuptiResult::OutOfMemory;
    if (result != CuptiResult::OutOfMemory)
      PSTUDIO_TRY(called(result, "cuptiPCSamplingGetData"));
    m_dropped += data.droppedSamples;
    m_seen += data.totalSamples;
    m_ofOthers += data.otherKernelsSamples;
    for (size_t i = 0; i < std::min(data.pcCount, m_read.pcs.size()); ++i)
      addPc(m_read.pcs[i]);
    if (data.pcCount == 0 && data.remainingPcs == 0)
      return {};
  }
  return fail(ErrorCode::RunFailed, "sampling PCs: CUPTI gives data without end");
}

void PcSampler::Buffer::reset(size_t reasons) {
  stalls.resize(kPcsAtOnce * reasons);
  pcs.assign(kPcsAtOnce, sampling::PcData());
  for (size_t i = 0; i < pcs.size(); ++i) {
    pcs[i].stalls = stalls.data() + i * reasons;
    pcs[i].stallCount = reasons;
  }
  data = sampling::Data();
  data.roomForPcs = pcs.size();
  data.pcs = pcs.data();
}

Result<PcSampleTable> PcSampler::end() {
  sampling::ContextParams params = context();
  PSTUDIO_TRY(called(m_api.cuptiPCSamplingStop(&params), "cuptiPCSamplingStop"));
  PSTUDIO_TRY(drain());
  m_isEnabled = false;
  PSTUDIO_TRY(called(m_api.cuptiPCSamplingDisable(&params), "cuptiPCSamplingDisable"));
  PcSampleTable table;
  table.periodCycles = m_period;
  table.dropped = m_dropped;
  for (const auto &[place, reasons] : m_lines) {
    LineSamples &line = table.lines.emplace_back();
    line.function = place.first;
    line.location = place.second;
    for (const auto &[reason, samples] : reasons)
      line.stalls.push_back({reason, samples});
    std::ranges::stable_sort(line.stalls, std::greater<>(), &StallCount::samples);
  }
  std::ranges::stable_sort(table.lines, std::greater<>(), &LineSamples::samples);
  return table;
}

void PcSampler::addPc(const sampling::PcData &pc) {
  std::map<std::string, uint64_t> *reasons = nullptr;
  for (size_t i = 0; i < pc.stallCount; ++i) {
    const auto reason = m_reasons.find(pc.stalls[i].reason);
    if (reason == m_reasons.end() || pc.stalls[i].samples == 0)
      continue;
    if (!reasons) // the name is not freed: other records may share it
      reasons = &m_lines[{pc.functionName ? pc.functionName : "unknown", locationOf(pc)}];
    (*reasons)[reason->second] += pc.stalls[i].samples;
  }
}

const ModuleListener::Cubin *PcSampler::cubinOf(uint64_t crc) {
  if (m_cubins.empty())
    for (const ModuleListener::Cubin &cubin : m_modules->cubins()) {
      sampling::CrcParams params;
      params.cubin = cubin.data();
      params.cubinSize = cubin.size();
      if (m_api.cuptiGetCubinCrc(&params) == CuptiResult::Success)
        m_cubins[params.crc] = &cubin;
    }
  const auto found = m_cubins.find(crc);
  return found == m_cubins.end() ? nullptr : found->second;
}

std::string PcSampler::locationOf(const sampling::PcData &pc) {
  const ModuleListener::Cubin *cubin = cubinOf(pc.cubinCrc);
  if (!cubin)
    return {};
  sampling::SourceParams params;
  params.cubin = cubin->data();
  params.cubinSize = cubin->size();
  params.functionName = pc.functionName;
  params.pcOffset = pc.pcOffset;
  const CuptiResult result = m_api.cuptiGetSassToSourceCorrelation(&params);
  const std::string file = takeText(params.file);
  const std::string folder = takeText(params.folder);
  if (result != CuptiResult::Success || file.empty() || params.line == 0)
    return {};
  const bool isWhole = folder.empty() || file.front() == '/';
  return (isWhole ? file : folder + "/" + file) + ":" + std::to_string(params.line);
}

} // namespace pstudio::cupti
