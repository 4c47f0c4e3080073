// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/critical_path.h"

#include <algorithm>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {
namespace {

/// Finds the path backwards from the end of a CTA.
class PathWalk {
public:
  PathWalk(const LaunchOverlap &launch, uint32_t cta)
      : m_launch(launch), m_cta(launch.ctas[cta]), m_waitsLeft(m_cta.unitCount) {
    m_path.cta = cta;
    for (uint32_t i = 0; i < m_cta.unitCount; ++i)
      m_waitsLeft[i] = launch.units[m_cta.firstUnit + i].waitCount;
  }

  CriticalPath walk();

private:
  uint32_t lastBlockedWait();
  void cross(uint32_t wait);
  void add(PathKind kind, uint32_t unit, Ticks begin, uint32_t wait, uint32_t operation);

  const LaunchOverlap &m_launch;
  const AsyncCta &m_cta;
  CriticalPath m_path;
  std::vector<uint32_t> m_waitsLeft; // by unit of the CTA: waits that may still end before m_at
  uint32_t m_unit = 0;
  Ticks m_at;
};

/// The last blocked wait of the current unit with an exit at or before m_at; kNoIndex if there is
/// none.
uint32_t PathWalk::lastBlockedWait() {
  const AsyncUnit &unit = m_launch.units[m_unit];
  uint32_t &left = m_waitsLeft[m_unit - m_cta.firstUnit];
  for (; left > 0; --left) {
    const AsyncWait &wait = m_launch.waits[unit.firstWait + left - 1];
    if (wait.hasBlocked && wait.exit <= m_at)
      return unit.firstWait + --left;
  }
  return kNoIndex;
}

/// Adds a piece from `begin` to the current position; pieces without length are left out.
void PathWalk::add(PathKind kind, uint32_t unit, Ticks begin, uint32_t wait, uint32_t operation) {
  if (begin >= m_at)
    return;
  m_path.segments.push_back({kind, unit, begin, m_at, wait, operation});
  m_at = begin;
}

/// Continues before a wait: at the unit and time of its release, or at its enter.
void PathWalk::cross(uint32_t index) {
  const AsyncWait &wait = m_launch.waits[index];
  const Release &release = wait.release;
  const bool isInside =
      release.unit >= m_cta.firstUnit && release.unit < m_cta.firstUnit + m_cta.unitCount;
  if (release.kind == Release::Kind::Unknown || !isInside || release.time > wait.exit) {
    add(PathKind::Wait, m_unit, wait.enter, index, kNoIndex);
    return;
  }
  if (release.kind == Release::Kind::Arrival) {
    add(PathKind::Synchronization, m_unit, std::max(release.time, wait.enter), index, kNoIndex);
    if (release.time > wait.enter)
      m_unit = release.unit;
    return;
  }
  const AsyncOperation &operation = m_launch.operations[release.operation];
  const PathKind kind = wait.target == WaitTarget::Matrix ? PathKind::Matrix : PathKind::Copy;
  // The time of the operation before the wait was hidden by the work of the waiting warp.
  if (operation.issueEnd <= wait.enter) {
    add(kind, release.unit, wait.enter, index, release.operation);
    return;
  }
  add(kind, release.unit, std::min(operation.issueEnd, wait.exit), index, release.operation);
  m_unit = release.unit;
  add(PathKind::Issue, m_unit, operation.issueBegin, kNoIndex, release.operation);
}

CriticalPath PathWalk::walk() {
  m_unit = m_cta.firstUnit;
  for (uint32_t i = 1; i < m_cta.unitCount; ++i)
    if (m_launch.units[m_cta.firstUnit + i].end > m_launch.units[m_unit].end)
      m_unit = m_cta.firstUnit + i;
  m_at = m_launch.units[m_unit].end;
  for (uint32_t wait = lastBlockedWait(); wait != kNoIndex; wait = lastBlockedWait()) {
    add(PathKind::Compute, m_unit, m_launch.waits[wait].exit, kNoIndex, kNoIndex);
    cross(wait);
  }
  add(PathKind::Compute, m_unit, m_launch.units[m_unit].begin, kNoIndex, kNoIndex);
  std::ranges::reverse(m_path.segments);
  for (const PathSegment &segment : m_path.segments) {
    const int64_t length = (segment.end - segment.begin).value;
    m_path.ticks[static_cast<size_t>(segment.kind)] += length;
    m_path.total += length;
  }
  return std::move(m_path);
}

} // namespace

CriticalPath findCriticalPath(const LaunchOverlap &launch, uint32_t cta) {
  if (cta >= launch.ctas.size() || launch.ctas[cta].unitCount == 0)
    return {};
  return PathWalk(launch, cta).walk();
}

} // namespace pstudio::analysis
