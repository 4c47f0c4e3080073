// SPDX-License-Identifier: Apache-2.0
// What a run on another machine says besides: files in pieces, both ways, and heartbeats.
// Described in PROTOCOL.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pstudio {

/// Largest piece of a file in one message [bytes].
inline constexpr size_t kMaxChunkBytes = 256u << 10;
/// Bytes of files that may be on their way without an AckMessage: no more is sent until one comes,
/// so that a slow reader or a slow link holds the sender up rather than filling memory.
inline constexpr uint64_t kTransferWindowBytes = 8u << 20;
/// How many bytes a reader takes before it acknowledges them; far less than the window.
inline constexpr uint64_t kAckStepBytes = 1u << 20;

/// Begins a file. To the worker: a file that the run needs. From the worker: one that the run made.
struct FileMessage {
  uint32_t id = 0;    ///< of this file in the messages that follow; each is used once a direction
  std::string name;   ///< a relative path (isSafeFileName), or a ReturnedFile's name
  uint64_t size = 0;  ///< [bytes]; 0 where the sender does not know it yet
  uint64_t items = 0; ///< slices of a trace, so that a reader can say how many are missing; or 0
  bool operator==(const FileMessage &) const = default;
};

/// A piece of a file: the only message whose payload is not JSON.
struct ChunkMessage {
  uint32_t id = 0;
  uint64_t offset = 0; ///< in the file; pieces come in order and without gaps
  std::string bytes;   ///< at most kMaxChunkBytes
  bool operator==(const ChunkMessage &) const = default;
};

/// Ends a file. A reader that counted other bytes or another checksum gives up.
struct FileEndMessage {
  uint32_t id = 0;
  uint64_t size = 0;
  uint32_t crc = 0; ///< CRC-32 of all bytes (core/base/deflate.h)
  bool operator==(const FileEndMessage &) const = default;
};

/// So many bytes of chunks have been taken, of all files since the beginning.
struct AckMessage {
  uint64_t bytes = 0;
  bool operator==(const AckMessage &) const = default;
};

/// Nothing new, but the sender is there.
struct HeartbeatMessage {
  uint64_t pendingBytes = 0; ///< of files that it holds for the reader and has not sent
  bool operator==(const HeartbeatMessage &) const = default;
};

/// Application to worker: what can you run? Instead of a run.
struct ListTargetsRequest {
  bool operator==(const ListTargetsRequest &) const = default;
};

/// A target of the worker's machine.
struct TargetMessage {
  std::string name;        ///< as in a specification: "cuda"
  std::string description; ///< for people
  bool isAvailable = false;
  std::string reason;              ///< why not
  std::vector<std::string> offers; ///< chip, driver, tools: "CUPTI 13.0"
  bool operator==(const TargetMessage &) const = default;
};

/// Worker to application: its targets. The last message.
struct TargetsMessage {
  std::string host; ///< what the machine calls itself
  std::vector<TargetMessage> targets;
  bool operator==(const TargetsMessage &) const = default;
};

} // namespace pstudio
