// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/packet_keeper.h"

#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {

bool PacketKeeper::keep(protozero::data_view packet) {
  constexpr size_t kFrameBytes = 11; // tag and length at most
  if (packet.size() + kFrameBytes > kMostBytes - m_packets.bytes.size())
    return false;
  protozero::pbf_writer(m_packets.bytes)
      .add_message(perfetto::trace::kPacket, packet.data(), packet.size());
  ++m_packets.count;
  return true;
}

bool PacketKeeper::keepSnapshot(protozero::data_view packet) {
  const size_t begin = m_packets.bytes.size();
  if (!keep(packet))
    return false;
  m_snapshots.emplace_back(begin, m_packets.bytes.size());
  return true;
}

ForeignPackets PacketKeeper::take(bool hasSnapshots) {
  ForeignPackets packets = std::move(m_packets);
  const bool isOnlySnapshots = packets.count == m_snapshots.size();
  if (isOnlySnapshots)
    packets = {};
  else if (!hasSnapshots && !m_snapshots.empty()) {
    std::string others;
    size_t at = 0;
    for (const auto &[begin, end] : m_snapshots) {
      others.append(packets.bytes, at, begin - at);
      at = end;
    }
    others.append(packets.bytes, at, packets.bytes.size() - at);
    packets = {std::move(others), packets.count - m_snapshots.size()};
  }
  m_packets = {};
  m_snapshots.clear();
  return packets;
}

} // namespace pstudio
