// SPDX-License-Identifier: Apache-2.0
// Counts of one launch's memory accesses, part by part.
#include "viewer/geometry/heat/heat_data.h"

#include <array>

#include "viewer/geometry/heat/heat_map_matrix.h"

namespace pstudio {

namespace {

/// Shares of the time that counting takes, as measured (core/analysis/memory/README.md).
constexpr std::array<double, kHeatParts> kWork = {0.09, 0.04, 0.05, 0.44, 0.01, 0.09,
                                                  0.06, 0.03, 0.10, 0.09, 0};

constexpr uint64_t kWaveTouches = 8'000'000; // counted for a chart: more have no visible effect

memory::AddressMap addressMap(const memory::LaunchAccesses &accesses, memory::MapAxis axis,
                              unsigned threads) {
  return memory::AddressMap::build(accesses.table, accesses.buffers, accesses.model,
                                   {.axis = axis, .threads = threads});
}

WaveFootprints waveFootprints(const memory::LaunchAccesses &from, unsigned threads) {
  WaveFootprints found{.waves = memory::wavesOf(from.table), .touched = {}, .written = {}};
  memory::FootprintOptions options{.maxTouches = kWaveTouches, .threads = threads};
  found.touched = memory::waveFootprints(from.table, from.model, found.waves, options);
  options.onlyWrites = true;
  found.written = memory::waveFootprints(from.table, from.model, found.waves, options);
  return found;
}

/// Statistics of accesses that were counted on the device: accesses by operation and buffer,
/// without the moved data.
std::vector<memory::SiteStatistics> countedStatistics(const memory::LaunchAccesses &accesses) {
  std::vector<memory::SiteStatistics> sites;
  for (const memory::CountedSite &counted : memory::countedSites(accesses)) {
    memory::SiteStatistics &site = sites.emplace_back();
    site.accesses = counted.accesses;
    site.lanes = counted.lanes;
    if (counted.placed > 0)
      site.buffers[counted.buffer] = counted.placed;
  }
  return sites;
}

template <class Part> std::shared_ptr<const Part> shared(Part part) {
  return std::make_shared<const Part>(std::move(part));
}

} // namespace

std::string heatPartName(HeatPart part) {
  switch (part) {
  case HeatPart::TimeMap:
    return "addresses by time";
  case HeatPart::Sites:
    return "memory operations";
  case HeatPart::Sectors:
    return "sectors, warps and CTAs";
  case HeatPart::Findings:
    return "findings";
  case HeatPart::Banks:
    return "shared-memory banks";
  case HeatPart::CtaMap:
    return "addresses by CTA";
  case HeatPart::SmMap:
    return "addresses by SM";
  case HeatPart::Words:
    return "shared-memory words";
  case HeatPart::Counts:
    return "counts by CTA";
  case HeatPart::Reuse:
    return "reuse distances";
  case HeatPart::Waves:
    break;
  }
  return "wave footprints";
}

HeatData::HeatData(std::shared_ptr<const memory::LaunchAccesses> accesses,
                   std::optional<SmOfCta> sms)
    : m_accesses(std::move(accesses)), m_sms(sms ? shared(std::move(*sms)) : nullptr) {}

std::optional<HeatPart> HeatData::next() const {
  const std::array<bool, kHeatParts> isThere = {m_timeMap != nullptr,
                                                m_sites != nullptr,
                                                m_banks != nullptr,
                                                m_sectors != nullptr,
                                                m_findings != nullptr,
                                                m_ctaMap != nullptr,
                                                m_smMap != nullptr || !m_sms,
                                                m_sharedWords != nullptr,
                                                m_reuse != nullptr,
                                                m_waves != nullptr,
                                                m_countedMap != nullptr || !isCounted()};
  for (uint8_t part = 0; part < kHeatParts; ++part)
    if (!isThere[part])
      return static_cast<HeatPart>(part);
  return std::nullopt;
}

HeatData HeatData::withNext(unsigned threads) const {
  HeatData more = *this;
  const std::optional<HeatPart> part = next();
  if (!part)
    return more;
  const memory::LaunchAccesses &from = *m_accesses;
  switch (*part) {
  case HeatPart::TimeMap:
    more.m_timeMap = shared(addressMap(from, memory::MapAxis::Time, threads));
    break;
  case HeatPart::Sites:
    more.m_sites =
        shared(isCounted() ? countedStatistics(from)
                           : memory::siteStatistics(from.table, from.buffers, from.model, threads));
    break;
  case HeatPart::Sectors:
    more.m_sectors =
        shared(memory::SectorTouches::count(from.table, from.model, {.threads = threads}));
    break;
  case HeatPart::Findings:
    more.m_findings = shared(memory::findings(from.table, from.buffers, *m_sites, *m_sectors));
    break;
  case HeatPart::CtaMap:
    more.m_ctaMap = shared(addressMap(from, memory::MapAxis::Cta, threads));
    break;
  case HeatPart::Banks:
    more.m_banks = countBanks(from, {}, threads);
    break;
  case HeatPart::SmMap:
    more.m_smMap = shared(buildSmMap(from, *m_sms, threads));
    break;
  case HeatPart::Words:
    more.m_sharedWords = shared(countSharedTouches(from, threads));
    break;
  case HeatPart::Counts:
    more.m_countedMap = shared(memory::CountedMap(from));
    break;
  case HeatPart::Reuse:
    more.m_reuse = shared(memory::reuseDistances(from.table, from.model, 4'000'000, threads));
    break;
  case HeatPart::Waves:
    more.m_waves = shared(waveFootprints(from, threads));
    break;
  }
  return more;
}

double HeatData::progress() const {
  const auto done = static_cast<size_t>(next().value_or(static_cast<HeatPart>(kHeatParts)));
  double sum = 0;
  for (size_t part = 0; part < done; ++part)
    sum += kWork[part];
  return done == kHeatParts ? 1 : sum;
}

uint64_t HeatData::memoryBytes() const {
  uint64_t bytes = 0;
  for (const auto &map : {timeMap(), ctaMap(), smMap()})
    bytes += map ? map->memoryBytes() : 0;
  for (const auto &touches : {sectors(), sharedWords()})
    bytes += touches ? touches->memoryBytes() : 0;
  return bytes + (m_sites ? m_sites->size() * sizeof(memory::SiteStatistics) : 0);
}

std::shared_ptr<const HeatData>
countedHeatData(std::shared_ptr<const memory::LaunchAccesses> accesses,
                std::optional<SmOfCta> sms) {
  HeatData data(std::move(accesses), std::move(sms));
  while (!data.isComplete())
    data = data.withNext();
  return shared(std::move(data));
}

HeatData heatDataOf(const Trace &trace, uint32_t launch) {
  const auto &accesses = trace.launches()[launch].accesses;
  return HeatData(accesses, smOfCtas(trace, LaunchId(launch), accesses->table));
}

std::vector<uint32_t> launchesWithAccesses(const Trace &trace) {
  std::vector<uint32_t> found;
  const std::span<const Launch> launches = trace.launches();
  for (uint32_t i = 0; i < launches.size(); ++i)
    if (launches[i].accesses)
      found.push_back(i);
  return found;
}

std::string launchName(const Trace &trace, uint32_t launch) {
  const std::span<const Launch> launches = trace.launches();
  uint32_t number = 0, count = 0;
  for (uint32_t i = 0; i < launches.size(); ++i)
    if (launches[i].kernel == launches[launch].kernel) {
      ++count;
      number = i == launch ? count : number;
    }
  std::string name(trace.string(launches[launch].kernel));
  if (name.empty())
    name = "launch";
  return count > 1 ? name + " #" + std::to_string(number) : name;
}

TimeRange accessTimes(const HeatData &data) {
  if (const auto &map = data.timeMap())
    return {Picoseconds(map->axisBegin()), Picoseconds(map->axisEnd())};
  const memory::TimeScale scale = memory::TimeScale::of(data.accesses().table, 32);
  return {Picoseconds(scale.begin), Picoseconds(scale.begin + static_cast<int64_t>(scale.length))};
}

} // namespace pstudio
