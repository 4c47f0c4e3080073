// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/packet_writer.h"

#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {
namespace {

// One sequence: everything in the file is in order of time per track and shares one interning
// state.
constexpr uint32_t kSequenceId = 1;

void addIfNotEmpty(protozero::pbf_writer &packet, perfetto::Field field, std::string &message) {
  if (message.empty())
    return;
  packet.add_message(field, message);
  message.clear();
}

} // namespace

void PacketWriter::endFirst() {
  endWith(nullptr, perfetto::kIncrementalStateClearedFlag);
}
void PacketWriter::end() {
  endWith(nullptr, perfetto::kNeedsIncrementalStateFlag);
}
void PacketWriter::end(int64_t timestamp) {
  endWith(&timestamp, perfetto::kNeedsIncrementalStateFlag);
}

void PacketWriter::endWith(const int64_t *timestamp, uint32_t flags) {
  m_packet.clear();
  {
    protozero::pbf_writer packet(m_packet);
    if (timestamp)
      packet.add_uint64(perfetto::packet::kTimestamp, static_cast<uint64_t>(*timestamp));
    packet.add_uint32(perfetto::packet::kSequenceId, kSequenceId);
    packet.add_uint32(perfetto::packet::kSequenceFlags, flags);
    addIfNotEmpty(packet, perfetto::packet::kInternedData, m_interned);
    addIfNotEmpty(packet, perfetto::packet::kTrackEvent, m_event);
    addIfNotEmpty(packet, perfetto::packet::kTrackDescriptor, m_descriptor);
    addIfNotEmpty(packet, extension::kPacketExtension, m_extension);
  }
  protozero::pbf_writer(m_out).add_message(perfetto::trace::kPacket, m_packet);
}

} // namespace pstudio
