// SPDX-License-Identifier: Apache-2.0
// Keeps the packets of a trace that are not read, byte for byte, for the file that is saved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <protozero/data_view.hpp>

#include "core/trace/trace_parts.h"

namespace pstudio {

/// Collects packets in their order. [not thread-safe] [memory: the packets, at most kMostBytes]
class PacketKeeper {
public:
  static constexpr size_t kMostBytes = size_t{1} << 30;

  /// False if there is no room for the packet.
  bool keep(protozero::data_view packet);
  /// The same for a snapshot of clocks of another program, which gives other packets their times.
  bool keepSnapshot(protozero::data_view packet);
  /// The packets. Snapshots alone are of no use and are left out, as they are without
  /// `hasSnapshots`. The keeper is empty after.
  ForeignPackets take(bool hasSnapshots);

private:
  ForeignPackets m_packets;
  std::vector<std::pair<size_t, size_t>> m_snapshots; ///< begin and end [bytes]
};

} // namespace pstudio
