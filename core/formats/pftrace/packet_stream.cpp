// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/packet_stream.h"

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {

bool PacketStream::nextShort(std::span<const std::byte> &packet) {
  constexpr auto kTag = std::byte{perfetto::trace::kPacket << 3 | 2};
  constexpr size_t kMostPrefix = 3; // a tag, and a length of two bytes
  if (m_bytes.size() - m_next < kMostPrefix || m_bytes[m_next] != kTag)
    return false;
  auto size = std::to_integer<size_t>(m_bytes[m_next + 1]);
  size_t content = m_next + 2;
  if (size >= 0x80) {
    const auto high = std::to_integer<size_t>(m_bytes[content++]);
    if (high >= 0x80)
      return false;
    size = (size & 0x7f) | high << 7;
  }
  if (size > m_bytes.size() - content)
    return false;
  m_packetStart = m_next;
  packet = m_bytes.subspan(content, size);
  m_next = content + size;
  return true;
}

bool PacketStream::next(std::span<const std::byte> &packet) {
  if (m_isDamaged || m_next == m_bytes.size())
    return false;
  if (nextShort(packet)) // most packets
    return true;
  const char *const begin = reinterpret_cast<const char *>(m_bytes.data());
  protozero::pbf_reader reader(begin + m_next, m_bytes.size() - m_next);
  const char *const end = begin + m_bytes.size();
  try {
    while (reader.next()) {
      m_packetStart = m_next;
      const bool isPacket = reader.tag_and_type() ==
                            protozero::tag_and_type(perfetto::trace::kPacket,
                                                    protozero::pbf_wire_type::length_delimited);
      if (isPacket) {
        const protozero::data_view view = reader.get_view();
        packet = m_bytes.subspan(static_cast<size_t>(view.data() - begin), view.size());
        m_next = static_cast<size_t>(view.data() + view.size() - begin);
        return true;
      }
      reader.skip();
      m_next = static_cast<size_t>(end - begin) - reader.length();
    }
  } catch (const protozero::exception &) {
    m_packetStart = m_next;
    m_isDamaged = true;
  }
  return false;
}

} // namespace pstudio
