// SPDX-License-Identifier: Apache-2.0
// Times of CTAs on SMs, and their lanes.
#include "viewer/geometry/timeline/sm_residency.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/trace/slices_range.h"

namespace pstudio {
namespace {

constexpr size_t kMostLanes = 64; // more than any SM has; a damaged file may claim more

/// The CTAs of each recorded SM, with the times of all their warps, including hidden and pinned
/// warps.
std::map<TrackId, std::vector<ResidentCta>> ctasBySm(const Trace &trace) {
  std::map<TrackId, TimeRange> times; // by CTA
  for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track &track = trace.tracks()[i];
    const TrackId cta = track.kind == TrackKind::Warp
                            ? ancestorOfKind(trace, TrackId(i), TrackKind::Cta)
                            : TrackId();
    if (!cta.isValid())
      continue;
    const auto own = slicesRange(trace, track);
    if (!own)
      continue;
    const auto [place, isNew] = times.try_emplace(cta, *own);
    if (!isNew)
      place->second = hullOf(place->second, *own);
  }
  std::map<TrackId, std::vector<ResidentCta>> found;
  for (const auto &[cta, time] : times)
    found[ancestorOfKind(trace, cta, TrackKind::Sm)].push_back({cta, time, 0});
  return found;
}

/// The recorded SMs of the warps below a heading: more than one where a file splits an SM.
std::set<TrackId> smsBelow(const Trace &trace, const DisplayTree &tree, NodeId node) {
  std::set<TrackId> sms;
  for (uint32_t i = node.value; i < tree.node(node).subtreeEnd; ++i)
    if (const TrackId track = tree.nodes()[i].track; track.isValid())
      sms.insert(ancestorOfKind(trace, track, TrackKind::Sm));
  sms.erase(TrackId());
  return sms;
}

/// Gives each CTA the first lane that is free when it begins; returns the number of lanes.
uint32_t assignLanes(std::vector<ResidentCta> &ctas) {
  std::sort(ctas.begin(), ctas.end(), [](const ResidentCta &a, const ResidentCta &b) {
    return std::tie(a.time.begin, a.cta) < std::tie(b.time.begin, b.cta);
  });
  std::vector<Picoseconds> freeFrom; // by lane
  for (ResidentCta &resident : ctas) {
    auto lane = std::find_if(freeFrom.begin(), freeFrom.end(),
                             [&](Picoseconds time) { return time <= resident.time.begin; });
    if (lane == freeFrom.end() && freeFrom.size() == kMostLanes)
      lane = std::min_element(freeFrom.begin(), freeFrom.end());
    resident.lane = static_cast<uint32_t>(lane - freeFrom.begin());
    if (lane == freeFrom.end())
      freeFrom.push_back(resident.time.end);
    else
      *lane = resident.time.end;
  }
  std::stable_sort(ctas.begin(), ctas.end(),
                   [](const ResidentCta &a, const ResidentCta &b) { return a.lane < b.lane; });
  return static_cast<uint32_t>(freeFrom.size());
}

} // namespace

SmResidency::SmResidency(const Trace &trace, const DisplayTree &tree) {
  const auto bySm = ctasBySm(trace);
  for (uint32_t i = 0; i < tree.size(); ++i) {
    if (tree.nodes()[i].kind != TrackKind::Sm)
      continue;
    std::vector<ResidentCta> ctas;
    for (const TrackId sm : smsBelow(trace, tree, NodeId(i)))
      if (const auto found = bySm.find(sm); found != bySm.end())
        ctas.insert(ctas.end(), found->second.begin(), found->second.end());
    Heading heading{i, assignLanes(ctas), m_ctas.size(), m_ctas.size() + ctas.size()};
    m_ctas.insert(m_ctas.end(), ctas.begin(), ctas.end());
    m_headings.push_back(heading);
  }
}

const SmResidency::Heading *SmResidency::headingOf(NodeId node) const {
  const auto found =
      std::lower_bound(m_headings.begin(), m_headings.end(), node.value,
                       [](const Heading &heading, uint32_t value) { return heading.node < value; });
  return found != m_headings.end() && found->node == node.value ? &*found : nullptr;
}

std::span<const ResidentCta> SmResidency::ctasOf(NodeId node) const {
  const Heading *heading = headingOf(node);
  return heading == nullptr
             ? std::span<const ResidentCta>()
             : std::span(m_ctas).subspan(heading->begin, heading->end - heading->begin);
}

uint32_t SmResidency::laneCount(NodeId node) const {
  const Heading *heading = headingOf(node);
  return heading == nullptr ? 0 : heading->laneCount;
}

} // namespace pstudio
