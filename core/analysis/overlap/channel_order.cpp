// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/channel_order.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/overlap/channel_sites.h"

namespace pstudio::analysis {
namespace {

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
      channels.emplace_back().queue = m_overlap.sites[site].queue;
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
    const bool isMatrix = a.queue == AsyncQueue::MatrixGroup;
    if (isMatrix != (b.queue == AsyncQueue::MatrixGroup))
      return !isMatrix;
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

/// Flights by channel, otherwise in their order, which is that of units.
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
  // Units come CTA by CTA, so each stream's flights lie together already.
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
      flight.stage = flight.instance; // the key is that of a slot
    flight.instance = rank;
  }
}

} // namespace

std::vector<uint32_t> orderChannels(RecordedLaunch &launch) {
  return ChannelOrder(launch).make();
}

} // namespace pstudio::analysis
