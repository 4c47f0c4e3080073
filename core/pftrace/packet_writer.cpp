// SPDX-License-Identifier: Apache-2.0
#include "core/pftrace/packet_writer.h"

#include "core/pftrace/extension_fields.h"

namespace pstudio {
namespace {

// One sequence: everything in the file is in order of time per track and shares one interning
// state.
constexpr uint32_t kSequenceId = 1;
constexpr size_t kFlushAt = size_t{1} << 20;

void addIfNotEmpty(protozero::pbf_writer &packet, perfetto::Field field, std::string &message) {
  if (message.empty())
    return;
  packet.add_message(field, message);
  message.clear();
}

} // namespace

void InternTable::announce(uint64_t iid, std::string_view text, std::string &announcements) const {
  protozero::pbf_writer data(announcements);
  protozero::pbf_writer entry(data, m_field);
  entry.add_uint64(perfetto::interned_data::kEntryIid, iid);
  entry.add_string(perfetto::interned_data::kEntryText, text.data(), text.size());
}

uint64_t InternTable::iidOf(StringId id, std::string_view text, std::string &announcements) {
  if (!id.isValid())
    id = StringId(0); // the empty string
  if (id.value >= m_iids.size())
    m_iids.resize(id.value + size_t{1}, 0);
  if (m_iids[id.value] == 0) {
    m_iids[id.value] = static_cast<uint32_t>(m_nextIid++);
    announce(m_iids[id.value], text, announcements);
  }
  return m_iids[id.value];
}

void PacketWriter::end() {
  endWith(nullptr);
}
void PacketWriter::end(int64_t timestamp) {
  endWith(&timestamp);
}

void PacketWriter::endWith(const int64_t *timestamp) {
  m_packet.clear();
  {
    protozero::pbf_writer packet(m_packet);
    if (timestamp)
      packet.add_uint64(perfetto::packet::kTimestamp, static_cast<uint64_t>(*timestamp));
    packet.add_uint32(perfetto::packet::kSequenceId, kSequenceId);
    packet.add_uint32(perfetto::packet::kSequenceFlags, m_isFirst
                                                            ? perfetto::kIncrementalStateClearedFlag
                                                            : perfetto::kNeedsIncrementalStateFlag);
    addIfNotEmpty(packet, perfetto::packet::kInternedData, m_interned);
    addIfNotEmpty(packet, perfetto::packet::kTrackEvent, m_event);
    addIfNotEmpty(packet, perfetto::packet::kTrackDescriptor, m_descriptor);
    addIfNotEmpty(packet, extension::kPacketExtension, m_extension);
  }
  m_isFirst = false;
  protozero::pbf_writer(m_out).add_message(perfetto::trace::kPacket, m_packet);
  if (m_out.size() >= kFlushAt)
    flush();
}

void PacketWriter::flush() {
  if (m_status)
    m_status = m_sink.write(m_out);
  m_out.clear();
}

Result<void> PacketWriter::finish() {
  flush();
  return m_status;
}

} // namespace pstudio
