// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/packet_blocks.h"

#include <utility>

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {

std::vector<PlainEvent> EventBuffers::take() {
  const std::lock_guard lock(m_mutex);
  if (m_free.empty()) {
    constexpr size_t kOfBlock = 4096; // events of 16 bytes
    std::vector<PlainEvent> buffer;
    buffer.reserve(kOfBlock);
    return buffer;
  }
  std::vector<PlainEvent> buffer = std::move(m_free.back());
  m_free.pop_back();
  return buffer;
}

void EventBuffers::giveBack(std::vector<PlainEvent> buffer) {
  if (buffer.capacity() == 0) // of a block that was not decoded
    return;
  const std::lock_guard lock(m_mutex);
  m_free.push_back(std::move(buffer));
}

std::span<const std::byte> compressedContentOf(std::span<const std::byte> packet) {
  using perfetto::packet::kCompressedPackets;
  constexpr auto kFirstTagByte = std::byte{((kCompressedPackets << 3 | 2) & 0x7f) | 0x80};
  if (packet.empty() || packet.front() != kFirstTagByte) // most packets
    return {};
  protozero::pbf_reader reader(reinterpret_cast<const char *>(packet.data()), packet.size());
  try {
    if (!reader.next() ||
        reader.tag_and_type() !=
            protozero::tag_and_type(kCompressedPackets, protozero::pbf_wire_type::length_delimited))
      return {};
    const protozero::data_view view = reader.get_view();
    return std::as_bytes(std::span(view.data(), view.size()));
  } catch (const protozero::exception &) {
    return {};
  }
}

DecodedBlock decodeBlock(const PacketBlock &block, size_t mostBytes, EventBuffers &buffers) {
  DecodedBlock decoded;
  decoded.events = buffers.take();
  std::span<const std::byte> packets = block.bytes;
  if (block.isCompressed) {
    decoded.inflated =
        std::make_unique<const Result<Inflated>>(inflate(block.bytes, {.mostBytes = mostBytes}));
    const Result<Inflated> &inflated = *decoded.inflated;
    packets = inflated ? std::as_bytes(std::span(inflated->bytes)) : std::span<const std::byte>();
  }
  decoded.rest = PacketStream(packets);
  decodePackets(decoded.rest, decoded.events);
  return decoded;
}

} // namespace pstudio
