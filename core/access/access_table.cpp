// SPDX-License-Identifier: Apache-2.0
#include "core/access/access_table.h"

#include "core/base/check.h"

namespace pstudio::memory {

Result<uint16_t> AccessTable::addSite(AccessSite site) {
  if (site.bytesPerLane == 0)
    return fail(ErrorCode::InvalidInput, "a memory access of 0 bytes", site.location);
  if (m_sites.size() == kMaxSites)
    return fail(ErrorCode::InvalidInput, "more than 65536 memory operations", site.location);
  m_sites.push_back(std::move(site));
  return static_cast<uint16_t>(m_sites.size() - 1);
}

Result<void> AccessTable::beginWarp(uint32_t cta, uint32_t warp) {
  if (m_warps.empty() || m_warps.back().cta != cta) {
    if (!m_seenCtas.insert(cta).second)
      return fail(ErrorCode::InvalidInput,
                  "accesses of CTA " + std::to_string(cta) + " in two places");
    m_seenWarps.clear();
  }
  if (!m_seenWarps.insert(warp).second)
    return fail(ErrorCode::InvalidInput, "accesses of warp " + std::to_string(warp) + " of CTA " +
                                             std::to_string(cta) + " in two places");
  m_warps.push_back({cta, warp, size(), size()});
  return {};
}

void AccessTable::addAffine(uint16_t site, Picoseconds time, LaneMask mask, uint64_t base,
                            int64_t stride) {
  PSTUDIO_CHECK(site < m_sites.size() && !m_warps.empty());
  if (mask == 0) {
    ++m_share.noLanes;
    return;
  }
  m_columns.addAffine(site, time, mask, base, stride);
  m_warps.back().end = size();
}

void AccessTable::addLanes(uint16_t site, Picoseconds time, LaneMask mask,
                           std::span<const uint64_t> addresses) {
  PSTUDIO_CHECK(site < m_sites.size() && !m_warps.empty());
  if (mask == 0) {
    ++m_share.noLanes;
    return;
  }
  m_columns.addLanes(site, time, mask, addresses);
  m_warps.back().end = size();
}

uint64_t AccessTable::append(const AccessColumns &part, std::span<const WarpRun> runs) {
  const std::vector<uint32_t> shapes = m_columns.takeShapes(part);
  const uint64_t shift = m_columns.takeOffsets(part);
  uint64_t rejected = 0;
  for (const WarpRun &run : runs) {
    PSTUDIO_CHECK(run.begin <= run.end && run.end <= part.size());
    const bool goesOn =
        !m_warps.empty() && m_warps.back().cta == run.cta && m_warps.back().warp == run.warp;
    if (!goesOn && !beginWarp(run.cta, run.warp)) {
      rejected += run.end - run.begin;
      continue;
    }
    m_columns.append(part, run.begin, run.end, shapes, shift);
    m_warps.back().end = size();
  }
  return rejected;
}

void AccessTable::setShare(const RecordedShare &share) {
  const uint64_t noLanes = m_share.noLanes + share.noLanes;
  m_share = share;
  m_share.noLanes = noLanes;
}

double AccessTable::recordedPart() const {
  const auto kept = static_cast<double>(size());
  const double wanted = kept + static_cast<double>(m_share.dropped);
  return (wanted == 0 ? 1 : kept / wanted) * m_share.sampledPart;
}

uint64_t AccessTable::memoryBytes() const {
  return m_columns.memoryBytes() + m_warps.capacity() * sizeof(WarpRun);
}

} // namespace pstudio::memory
