// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/channel_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace pstudio::analysis {
namespace {

/// First and last issue of one unit at one site.
struct Span {
  Ticks first;
  Ticks last;
};

/// Use of a site, to detect that it is the prologue of another site.
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
    // The flights of a unit and site are contiguous per lane (row) of the track.
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

/// For each of the launch's sites the number of its channel, from 0 in order of first use; kNoIndex
/// for sites without operations in flight. Sites of one queue share a channel if the same
/// places wait for them and, in every unit that issues at both, all issues of one site precede the
/// first of the other; there must be such a unit. O(flights + links).
std::vector<uint32_t> channelsOfSites(const RecordedLaunch &launch) {
  constexpr size_t kMaxCompared =
      64; // a kernel has few sites that issue; a damaged file may have more
  const std::vector<SiteUse> uses = usesOf(launch);
  std::vector<uint32_t> channels(uses.size(), kNoIndex);
  std::vector<std::vector<uint32_t>> members;
  for (uint32_t site = 0; site < uses.size(); ++site) {
    if (uses[site].spans.empty())
      continue;
    const auto isMine = [&](const std::vector<uint32_t> &sites) {
      return std::ranges::all_of(sites, [&](uint32_t other) {
        return launch.overlap.sites[other].queue == launch.overlap.sites[site].queue &&
               launch.overlap.sites[other].isMatrix == launch.overlap.sites[site].isMatrix &&
               areOneChannel(uses[site], uses[other]);
      });
    };
    const auto compared = std::span(members).first(std::min(members.size(), kMaxCompared));
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

class ChannelOrder {
public:
  explicit ChannelOrder(RecordedLaunch &launch)
      : m_overlap(launch.overlap), m_flights(launch.records.flights),
        m_channelOfSite(channelsOfSites(launch)) {}

  std::vector<uint32_t> make() {
    makeChannels();
    shareOut();
    for (uint32_t i = 0; i < m_overlap.channels.size(); ++i)
      makeStreams(m_overlap.channels[i]);
    return std::move(m_order);
  }

private:
  void makeChannels();
  void shareOut();
  void makeStreams(Channel &channel);
  void orderStream(std::span<uint32_t> flights);
  uint32_t streamKeyOf(const Channel &channel, const FlightRecord &flight) const {
    return countsPerCta(channel.queue) ? m_overlap.units[flight.unit].cta : flight.unit;
  }

  LaunchOverlap &m_overlap;
  std::vector<FlightRecord> &m_flights;
  std::vector<uint32_t> m_channelOfSite;
  std::vector<uint32_t> m_order;
};

/// Channels by size, and the numbers of their sites.
void ChannelOrder::makeChannels() {
  std::vector<uint32_t> counts(m_overlap.sites.size(), 0);
  for (const FlightRecord &flight : m_flights)
    ++counts[flight.site];
  std::vector<uint32_t> busiest;
  std::vector<Channel> &channels = m_overlap.channels;
  for (uint32_t site = 0; site < m_channelOfSite.size(); ++site) {
    const uint32_t number = m_channelOfSite[site];
    if (number == kNoIndex)
      continue;
    if (number == channels.size()) {
      Channel &channel = channels.emplace_back();
      channel.queue = m_overlap.sites[site].queue;
      channel.isMatrix = m_overlap.sites[site].isMatrix;
      busiest.push_back(site);
    }
    channels[number].sites.push_back(site);
    channels[number].operationCount += counts[site];
    if (counts[site] > counts[busiest[number]])
      busiest[number] = site;
  }
  for (uint32_t i = 0; i < channels.size(); ++i)
    channels[i].name = m_overlap.sites[busiest[i]].name;
  std::ranges::stable_sort(channels, [](const Channel &a, const Channel &b) {
    if (a.isMatrix != b.isMatrix)
      return b.isMatrix;
    return a.operationCount > b.operationCount;
  });
  uint32_t first = 0;
  for (uint32_t i = 0; i < channels.size(); ++i) {
    channels[i].firstOperation = first;
    first += channels[i].operationCount;
    for (const uint32_t site : channels[i].sites)
      m_channelOfSite[site] = i;
  }
}

/// Distributes flights to channels and keeps their order, which is by unit.
void ChannelOrder::shareOut() {
  std::vector<uint32_t> next;
  for (const Channel &channel : m_overlap.channels)
    next.push_back(channel.firstOperation);
  m_order.resize(m_flights.size());
  for (uint32_t i = 0; i < m_flights.size(); ++i)
    m_order[next[m_channelOfSite[m_flights[i].site]]++] = i;
}

void ChannelOrder::makeStreams(Channel &channel) {
  channel.firstStream = static_cast<uint32_t>(m_overlap.streams.size());
  const std::span all = std::span(m_order).subspan(channel.firstOperation, channel.operationCount);
  // Units are in the order of CTAs, so the flights of each stream are contiguous.
  for (size_t begin = 0; begin < all.size();) {
    const uint32_t key = streamKeyOf(channel, m_flights[all[begin]]);
    size_t end = begin + 1;
    while (end < all.size() && streamKeyOf(channel, m_flights[all[end]]) == key)
      ++end;
    AsyncStream stream;
    const uint32_t unit = m_flights[all[begin]].unit;
    stream.cta = m_overlap.units[unit].cta;
    stream.unit = countsPerCta(channel.queue) ? kNoIndex : unit;
    stream.firstOperation = channel.firstOperation + static_cast<uint32_t>(begin);
    stream.operationCount = static_cast<uint32_t>(end - begin);
    orderStream(all.subspan(begin, end - begin));
    m_overlap.streams.push_back(stream);
    begin = end;
  }
  channel.streamCount = static_cast<uint32_t>(m_overlap.streams.size()) - channel.firstStream;
}

void ChannelOrder::orderStream(std::span<uint32_t> flights) {
  const auto byBegin = [&](uint32_t a, uint32_t b) {
    return m_flights[a].begin < m_flights[b].begin;
  };
  const auto byInstance = [&](uint32_t a, uint32_t b) {
    const FlightRecord &left = m_flights[a];
    const FlightRecord &right = m_flights[b];
    return left.instance != right.instance ? left.instance < right.instance
                                           : left.begin < right.begin;
  };
  if (!std::ranges::is_sorted(flights, byInstance))
    std::ranges::stable_sort(flights, byInstance);
  const bool isUnnumbered =
      std::ranges::any_of(flights, [&](uint32_t flight) { return !m_flights[flight].hasInstance; });
  const bool isManual = m_flights[flights[0]].isManual;
  const bool repeats = isManual && std::ranges::adjacent_find(flights, {}, [&](uint32_t flight) {
                                     return m_flights[flight].instance;
                                   }) != flights.end();
  if (!isUnnumbered && !repeats)
    return;
  std::ranges::stable_sort(flights, byBegin);
  for (uint32_t rank = 0; rank < flights.size(); ++rank) {
    FlightRecord &flight = m_flights[flights[rank]];
    if (isManual && !flight.hasStage)
      flight.stage = flight.instance; // the key is the number of a slot
    flight.instance = rank;
  }
}

} // namespace

std::vector<uint32_t> orderChannels(RecordedLaunch &launch) {
  return ChannelOrder(launch).make();
}

} // namespace pstudio::analysis
