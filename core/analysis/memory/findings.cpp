// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/findings.h"

#include <algorithm>

#include "core/analysis/memory/site_groups.h"
#include "core/base/coverage_text.h"
#include "core/base/number_text.h"

namespace pstudio::memory {

namespace {

constexpr size_t kNamedOverlaps = 8;

/// Collects the findings of one launch.
class Finder {
public:
  Finder(const AccessTable &table, const BufferMap &buffers, std::span<const SiteStatistics> sites,
         const SectorTouches &touches)
      : m_table(table), m_buffers(buffers), m_sites(sites), m_touches(touches) {
    for (const SiteStatistics &site : sites)
      m_launch.add(site);
  }

  void findMissing() {
    const double part = m_table.recordedPart();
    if (part >= 1)
      return;
    const RecordedShare &share = m_table.share();
    Finding &found = add(FindingKind::MissingAccesses);
    found.what = coverageText(part) + " of the accesses are in the trace";
    if (share.dropped > 0)
      found.evidence = countText(share.dropped, "access was", "accesses were") + " dropped";
    if (share.sampledPart < 1)
      found.evidence += (found.evidence.empty() ? "" : "; ") + coverageText(share.sampledPart) +
                        " were selected for recording";
    found.advice = share.dropped > 0
                       ? "record with strategy=stream, or fewer warps or CTAs"
                       : "shares and averages describe all accesses, sums only the recorded ones";
  }

  void findOverlaps() {
    const std::span<const BufferOverlap> all = m_buffers.overlaps();
    for (const BufferOverlap &overlap : all.first(std::min(all.size(), kNamedOverlaps))) {
      Finding &found = add(FindingKind::OverlappingBuffers);
      found.buffer = overlap.other;
      const auto &one = m_buffers.buffers()[overlap.one],
                 &other = m_buffers.buffers()[overlap.other];
      found.what = one.name + " and " + other.name + " overlap";
      found.evidence = countText(overlap.last - overlap.first + 1, "byte", "bytes") + " from " +
                       m_buffers.describe(one.space, overlap.first) +
                       " on belong to both; the maps show them in the smaller buffer";
      found.advice = "allocate separate memory, unless the overlap is intended";
    }
    if (all.size() > kNamedOverlaps)
      add(FindingKind::OverlappingBuffers).what =
          countText(all.size() - kNamedOverlaps) + " more pairs of buffers overlap";
  }

  void findAt(uint16_t index) {
    const SiteStatistics &site = m_sites[index];
    if (site.outside > 0 && areNamed(m_table.sites()[index].space, site.outsideExample))
      findOutside(index);
  }

  void findTraffic(const SiteGroup &group) {
    const SiteStatistics &sum = group.sum;
    if (gainOf(FindingKind::ExcessSectors, sum, m_launch) >= kMinGain)
      findExcess(group);
    if (gainOf(FindingKind::BankConflicts, sum, m_launch) >= kMinGain)
      findConflicts(group);
  }

  void findFalseSharing() {
    uint64_t fetches = 0; // of sectors by CTAs
    m_touches.forSectors(0, UINT64_MAX,
                         [&](uint64_t, const SectorTouch &sector) { fetches += sector.ctas; });
    for (uint32_t i = 0; i < m_buffers.buffers().size(); ++i) {
      const Buffer &buffer = m_buffers.buffers()[i];
      if (buffer.space != AccessSpace::Global || m_buffers.bytesOf(i) == 0)
        continue;
      uint64_t shared = 0, all = 0, example = 0, needless = 0;
      m_touches.forSectors(buffer.base, buffer.base + (m_buffers.bytesOf(i) - 1),
                           [&](uint64_t address, const SectorTouch &sector) {
                             ++all;
                             if (!sector.isFalselyShared())
                               return;
                             needless += sector.ctas - 1;
                             if (shared++ == 0)
                               example = std::max(address, buffer.base);
                           });
      if (ratio(shared, all) < kMinGain)
        continue;
      Finding &found = add(FindingKind::FalseSharing);
      found.buffer = i;
      found.what = buffer.name +
                   ": false sharing: CTAs write to sectors in which other CTAs access other bytes";
      found.evidence = percentText(ratio(shared, all)) + " of " +
                       countText(all, "touched sector", "touched sectors") + ", the first at " +
                       m_buffers.describe(AccessSpace::Global, example);
      found.gain = ratio(needless, fetches);
      found.advice =
          "aligning the range that one CTA writes to sectors would keep each sector in one CTA: " +
          percentText(found.gain) + " fewer sector fetches by CTAs";
    }
  }

  std::vector<Finding> take() {
    std::ranges::stable_sort(m_found, [](const Finding &a, const Finding &b) {
      return a.kind != b.kind ? a.kind < b.kind : a.gain > b.gain;
    });
    return std::move(m_found);
  }

private:
  Finding &add(FindingKind kind) {
    m_found.push_back({.kind = kind, .what = {}, .evidence = {}, .advice = {}});
    return m_found.back();
  }
  Finding &addAt(uint16_t index, FindingKind kind, const std::string &place) {
    Finding &found = add(kind);
    found.site = index;
    found.what = place + ": ";
    if (const auto &buffers = m_sites[index].buffers; buffers.size() == 1)
      found.buffer = buffers.begin()->first;
    return found;
  }

  /// False if the space has no buffers, because every address is then outside of them. Addresses
  /// near null are always reported.
  bool areNamed(AccessSpace space, uint64_t example) const {
    constexpr uint64_t kNullBytes = 4096;
    return !m_buffers.segments(space).empty() ||
           (space == AccessSpace::Global && example < kNullBytes);
  }

  void findOutside(uint16_t index) {
    const SiteStatistics &site = m_sites[index];
    Finding &found = addAt(index, FindingKind::OutsideBuffers, siteText(m_table.sites()[index]));
    found.what += "addresses outside all buffers";
    found.evidence = countText(site.outside, "access", "accesses") + " of " +
                     countText(site.accesses) + ", one of them at " +
                     m_buffers.describe(m_table.sites()[index].space, site.outsideExample);
    found.advice = "check the bounds, or declare the accessed memory as a buffer";
  }

  void findExcess(const SiteGroup &group) {
    const uint16_t index = group.sites.front();
    const SiteStatistics &site = group.sum;
    const SiteStatistics::Dominant pattern = site.worst();
    const FindingKind kind = excessKind(site);
    const bool isShifted = kind == FindingKind::Misaligned;
    Finding &found = addAt(index, kind, groupText(m_table, group));
    found.what += significantText(ratio(site.sectors, site.accesses)) +
                  " sectors per access, ideal " + significantText(ratio(site.ideal, site.accesses));
    found.evidence = percentText(pattern.part) + " of " +
                     countText(site.accesses, "access is ", "accesses are ") +
                     patternText(pattern.pattern);
    if (const std::string misaligned = misalignedText(site); !misaligned.empty())
      found.evidence +=
          "; " + (site.misaligned == site.accesses ? "all are misaligned" : misaligned);
    found.gain = gainOf(kind, site, m_launch);
    found.advice = adviceFor(index, pattern.pattern, isShifted) + " would remove " +
                   percentText(1 - site.efficiency()) + " of its sectors, " +
                   percentText(found.gain) + " of the launch's";
  }

  std::string adviceFor(uint16_t index, const AccessPattern &pattern, bool isShifted) const {
    if (isShifted)
      return "sector-aligned accesses";
    if (pattern.kind == PatternClass::Bulk)
      return "sector-aligned rows of the box (a wider box, or tensors with padded rows)";
    if (pattern.kind == PatternClass::Coalesced)
      return "using the idle lanes between the active ones";
    if (pattern.kind == PatternClass::Tiled)
      return pattern.pieceBytes < m_touches.sectorBytes()
                 ? "assigning adjacent elements to more adjacent lanes, so that each piece fills "
                   "sectors,"
                 : "aligning each piece to sectors";
    const AccessKind kind = m_table.sites()[index].kind;
    if (pattern.kind == PatternClass::Strided && kind != AccessKind::Atomic)
      return "assigning adjacent elements to adjacent lanes (through padded or swizzled shared "
             "memory if the other access needs this layout)";
    return "assigning adjacent elements to adjacent lanes";
  }

  void findConflicts(const SiteGroup &group) {
    const uint16_t index = group.sites.front();
    const SiteStatistics &site = group.sum;
    const SiteStatistics::Dominant pattern = site.worst();
    Finding &found = addAt(index, FindingKind::BankConflicts, groupText(m_table, group));
    found.what +=
        significantText(site.wavefrontsPerPhase()) + " shared-memory wavefronts per phase, ideal 1";
    found.evidence = "up to " + countText(site.worstDegree) + " words of one bank concurrently; " +
                     percentText(pattern.part) + " of " +
                     countText(site.accesses, "access is ", "accesses are ") +
                     patternText(pattern.pattern);
    found.gain = gainOf(FindingKind::BankConflicts, site, m_launch);
    const bool isAtomic = m_table.sites()[index].kind == AccessKind::Atomic;
    found.advice = std::string(isAtomic ? "a reduction within the warp before the atomic"
                                        : "padding the rows or swizzling the columns") +
                   " would remove " + percentText(1 - 1 / site.wavefrontsPerPhase()) +
                   " of its wavefronts, " + percentText(found.gain) + " of the launch's";
  }

  const AccessTable &m_table;
  const BufferMap &m_buffers;
  std::span<const SiteStatistics> m_sites;
  const SectorTouches &m_touches;
  LaunchTraffic m_launch;
  std::vector<Finding> m_found;
};

} // namespace

std::vector<Finding> findings(const AccessTable &table, const BufferMap &buffers,
                              std::span<const SiteStatistics> sites, const SectorTouches &touches) {
  Finder finder(table, buffers, sites, touches);
  finder.findMissing();
  finder.findOverlaps();
  for (uint16_t site = 0; site < sites.size(); ++site)
    finder.findAt(site);
  for (const SiteGroup &group : groupSites(table, sites))
    finder.findTraffic(group);
  finder.findFalseSharing();
  return finder.take();
}

} // namespace pstudio::memory
