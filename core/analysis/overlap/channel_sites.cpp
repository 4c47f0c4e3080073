// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/channel_sites.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace pstudio::analysis {
namespace {

/// When one unit issues at one site.
struct Span {
  Ticks first;
  Ticks last;
};

/// What is known of a site to tell whether it is the prologue of another.
struct SiteUse {
  std::map<uint32_t, Span> spans; // by unit
  std::set<uint32_t> waitSites;
};

bool follows(const Span &a, const Span &b) {
  return a.last < b.first || b.last < a.first;
}

bool areOneChannel(const SiteUse &a, const SiteUse &b) {
  if (a.waitSites.empty() || a.waitSites != b.waitSites)
    return false;
  bool haveMet = false;
  for (const auto &[unit, span] : a.spans) {
    const auto other = b.spans.find(unit);
    if (other == b.spans.end())
      continue;
    if (!follows(span, other->second))
      return false;
    haveMet = true;
  }
  return haveMet;
}

std::vector<SiteUse> usesOf(const RecordedLaunch &launch) {
  std::vector<SiteUse> uses(launch.overlap.sites.size());
  const std::vector<FlightRecord> &flights = launch.records.flights;
  for (size_t i = 0; i < flights.size();) {
    // The flights of a unit and site come together, lane by lane.
    const uint32_t unit = flights[i].unit;
    const uint32_t site = flights[i].site;
    Span span{flights[i].begin, flights[i].begin};
    for (; i < flights.size() && flights[i].unit == unit && flights[i].site == site; ++i) {
      span.first = std::min(span.first, flights[i].begin);
      span.last = std::max(span.last, flights[i].begin);
    }
    const auto [found, isNew] = uses[site].spans.try_emplace(unit, span);
    found->second.first = std::min(found->second.first, span.first);
    found->second.last = std::max(found->second.last, span.last);
  }
  std::vector<uint32_t> lastWaitSite(uses.size(), kNoIndex);
  for (const FlightFlow &link : launch.records.flightFlows) {
    const uint32_t site = flights[link.flight].site;
    const uint32_t waitSite = launch.overlap.waits[link.wait].site;
    if (lastWaitSite[site] == waitSite)
      continue;
    lastWaitSite[site] = waitSite;
    uses[site].waitSites.insert(waitSite);
  }
  return uses;
}

} // namespace

std::vector<uint32_t> channelsOfSites(const RecordedLaunch &launch) {
  constexpr size_t kMostCompared =
      64; // sites of a kernel that issue are few; a damaged file's may not be
  const std::vector<SiteUse> uses = usesOf(launch);
  std::vector<uint32_t> channels(uses.size(), kNoIndex);
  std::vector<std::vector<uint32_t>> members;
  for (uint32_t site = 0; site < uses.size(); ++site) {
    if (uses[site].spans.empty())
      continue;
    const auto isMine = [&](const std::vector<uint32_t> &sites) {
      return std::ranges::all_of(sites, [&](uint32_t other) {
        return launch.overlap.sites[other].queue == launch.overlap.sites[site].queue &&
               areOneChannel(uses[site], uses[other]);
      });
    };
    const auto compared = std::span(members).first(std::min(members.size(), kMostCompared));
    const auto found = std::ranges::find_if(compared, isMine);
    const auto channel = static_cast<uint32_t>(found - compared.begin());
    channels[site] = found == compared.end() ? static_cast<uint32_t>(members.size()) : channel;
    if (found == compared.end())
      members.push_back({site});
    else
      members[channel].push_back(site);
  }
  return channels;
}

} // namespace pstudio::analysis
