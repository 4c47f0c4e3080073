// SPDX-License-Identifier: Apache-2.0
// Parts of a file that are decompressed and decoded ahead, on any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/inflate.h"
#include "core/base/result.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/formats/pftrace/plain_event.h"

namespace pstudio {

/// Packets that follow each other, or the content of a compressed packet.
struct PacketBlock {
  std::span<const std::byte> bytes;
  bool isCompressed = false;
};

/// The first packets of a block, decoded; `rest` has those after them.
struct DecodedBlock {
  std::unique_ptr<const Result<Inflated>> inflated; ///< null unless the block was compressed
  std::vector<PlainEvent> events;                   ///< views of the block or of `inflated`
  PacketStream rest;
};

/// Memory for events, used again from block to block. [thread: any]
class EventBuffers {
public:
  std::vector<PlainEvent> take();
  void giveBack(std::vector<PlainEvent> buffer);

private:
  std::mutex m_mutex;
  std::vector<std::vector<PlainEvent>> m_free;
};

/// The compressed packets in a packet that begins with them; empty if it begins otherwise or is
/// damaged. [thread: any]
std::span<const std::byte> compressedContentOf(std::span<const std::byte> packet);

/// Decompresses a block to at most `mostBytes` and decodes its beginning. [thread: any]
DecodedBlock decodeBlock(const PacketBlock &block, size_t mostBytes, EventBuffers &buffers);

} // namespace pstudio
