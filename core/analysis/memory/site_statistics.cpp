// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/site_statistics.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

// Independent of the number of threads, so that the result is, too.
constexpr size_t kStatisticsParts = 16;

uint64_t &countOf(SiteStatistics &of, PatternClass kind) {
  return of.patterns[static_cast<size_t>(kind)];
}

/// True if accesses of the class have further properties.
constexpr bool hasShape(PatternClass kind) {
  return kind == PatternClass::Strided || kind == PatternClass::Tiled;
}

/// Finds the buffers of addresses. The last segment per site is cached, because neighbours in the
/// table usually touch the same buffer.
class BufferFinder {
public:
  BufferFinder(const BufferMap &map, size_t sites) : m_map(map), m_last(sites) {}

  void count(SiteStatistics &into, uint16_t site, AccessSpace space, uint64_t address) {
    Last &last = m_last[site];
    if (!last.segment || address < last.segment->first || address > last.segment->last) {
      last.segment = m_map.segmentAt(space, address);
      last.count = last.segment ? &into.buffers[last.segment->buffer] : nullptr;
    }
    if (last.segment) {
      ++*last.count;
    } else if (into.outside++ == 0) {
      into.outsideExample = address;
    }
  }

private:
  struct Last {
    const BufferSegment *segment = nullptr;
    uint64_t *count = nullptr; // in the statistics of the site; map nodes keep their address
  };
  const BufferMap &m_map;
  std::vector<Last> m_last; // by site
};

} // namespace

void SiteStatistics::add(const AccessCost &cost, AccessSpace space) {
  ++accesses;
  lanes += cost.lanes;
  bytes += cost.sectors.bytes;
  ++countOf(*this, cost.pattern.kind);
  if (hasShape(cost.pattern.kind))
    addShape(cost.pattern, 1);
  if (space == AccessSpace::Global) {
    sectors += cost.sectors.sectors;
    ideal += cost.sectors.ideal;
    lines += cost.sectors.lines;
    misaligned += cost.sectors.isMisaligned;
    waste[static_cast<size_t>(cost.pattern.kind)] += cost.sectors.sectors - cost.sectors.ideal;
    return;
  }
  wavefronts += cost.banks.wavefronts;
  phases += cost.banks.phases;
  waste[static_cast<size_t>(cost.pattern.kind)] += cost.banks.wavefronts - cost.banks.phases;
  worstDegree = std::max(worstDegree, cost.banks.degree);
  ++degrees[std::min<size_t>(cost.banks.degree, degrees.size() - 1)];
}

void SiteStatistics::addShape(const AccessPattern &pattern, uint64_t count) {
  const auto known = shapes.find(pattern);
  if (known != shapes.end())
    known->second += count;
  else if (shapes.size() < kMaxShapes)
    shapes.emplace(pattern, count);
}

SiteStatistics &SiteStatistics::operator+=(const SiteStatistics &other) {
  accesses += other.accesses;
  lanes += other.lanes;
  bytes += other.bytes;
  sectors += other.sectors;
  ideal += other.ideal;
  lines += other.lines;
  misaligned += other.misaligned;
  wavefronts += other.wavefronts;
  phases += other.phases;
  worstDegree = std::max(worstDegree, other.worstDegree);
  for (size_t i = 0; i < degrees.size(); ++i)
    degrees[i] += other.degrees[i];
  for (size_t i = 0; i < patterns.size(); ++i)
    patterns[i] += other.patterns[i];
  for (size_t i = 0; i < waste.size(); ++i)
    waste[i] += other.waste[i];
  for (const auto &[pattern, count] : other.shapes)
    addShape(pattern, count);
  for (const auto &[buffer, count] : other.buffers)
    buffers[buffer] += count;
  if (outside == 0)
    outsideExample = other.outsideExample;
  outside += other.outside;
  return *this;
}

double SiteStatistics::efficiency() const {
  return sectors == 0 ? 1 : static_cast<double>(ideal) / static_cast<double>(sectors);
}

uint64_t SiteStatistics::excessBytes(const MemoryModel &model) const {
  return (sectors - ideal) * model.sectorBytes;
}

double SiteStatistics::wavefrontsPerPhase() const {
  return phases == 0 ? 1 : static_cast<double>(wavefronts) / static_cast<double>(phases);
}

SiteStatistics::Dominant SiteStatistics::dominant() const {
  if (accesses == 0)
    return {};
  const auto most = std::max_element(patterns.begin() + 1, patterns.end());
  return describe(static_cast<PatternClass>(*most > 0 ? most - patterns.begin() : 0));
}

SiteStatistics::Dominant SiteStatistics::worst() const {
  const auto most = std::ranges::max_element(waste);
  return *most == 0 ? dominant() : describe(static_cast<PatternClass>(most - waste.begin()));
}

SiteStatistics::Dominant SiteStatistics::describe(PatternClass kind) const {
  Dominant found{.pattern = {.kind = kind}};
  uint64_t count = patterns[static_cast<size_t>(kind)], most = 0;
  for (const auto &[pattern, times] : shapes)
    if (pattern.kind == kind && times > most) {
      found.pattern = pattern;
      count = most = times;
    }
  found.part = static_cast<double>(count) / static_cast<double>(accesses);
  return found;
}

std::vector<SiteStatistics> siteStatistics(const AccessTable &table, const BufferMap &buffers,
                                           const MemoryModel &model, unsigned threads) {
  std::vector<SiteStatistics> all(table.sites().size());
  std::vector<std::vector<SiteStatistics>> parts(kStatisticsParts, all);
  parallelFor(kStatisticsParts, threads, [&](size_t part) {
    CostCache costs(table, model);
    BufferFinder finder(buffers, all.size());
    const uint64_t end = table.size() * (part + 1) / kStatisticsParts;
    for (uint64_t i = table.size() * part / kStatisticsParts; i < end; ++i) {
      const Access access = table[i];
      const AccessSpace space = table.sites()[access.site].space;
      SiteStatistics &into = parts[part][access.site];
      into.add(costs.of(access), space);
      finder.count(into, access.site, space, table.firstAddress(access));
    }
  });
  for (const auto &part : parts)
    for (size_t site = 0; site < all.size(); ++site)
      all[site] += part[site];
  return all;
}

std::string misalignedText(const SiteStatistics &site) {
  if (site.misaligned == 0)
    return {};
  return site.misaligned == site.accesses
             ? std::string("misaligned")
             : percentText(ratio(site.misaligned, site.accesses), 3) + " misaligned";
}

std::string patternWords(const SiteStatistics &site, const AccessPattern &pattern) {
  const std::string misaligned = misalignedText(site);
  return patternText(pattern) + (misaligned.empty() ? "" : ", " + misaligned);
}

} // namespace pstudio::memory
