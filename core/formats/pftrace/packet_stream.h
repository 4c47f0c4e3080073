// SPDX-License-Identifier: Apache-2.0
// Cuts the bytes of a Perfetto trace into packets.
#pragma once

#include <cstddef>
#include <span>

namespace pstudio {

/// Walks the packets of one Trace message. Stops where the bytes end within a packet or make no
/// sense; what came before is good. The bytes must outlive the stream. [not thread-safe]
class PacketStream {
public:
  PacketStream() = default;
  explicit PacketStream(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  /// The next packet, as a view of the input. False at the end and at damage.
  bool next(std::span<const std::byte> &packet);
  /// Where the last packet returned, or the damage, begins [bytes].
  size_t offset() const { return m_packetStart; }
  /// True if the walk stopped before the end of the input.
  bool isDamaged() const { return m_isDamaged; }

private:
  bool nextShort(std::span<const std::byte> &packet);

  std::span<const std::byte> m_bytes;
  size_t m_next = 0;
  size_t m_packetStart = 0;
  bool m_isDamaged = false;
};

} // namespace pstudio
