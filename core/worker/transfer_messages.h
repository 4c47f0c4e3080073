// SPDX-License-Identifier: Apache-2.0
// Messages of a run on another machine: files in chunks, in both directions, and heartbeats.
// Described in PROTOCOL.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pstudio {

/// Largest piece of a file in one message [bytes].
inline constexpr size_t kMaxChunkBytes = 256u << 10;
/// Bytes of files that may be sent without an AckMessage: the sender waits for one, so that a slow
/// reader or a slow link does not fill memory.
inline constexpr uint64_t kTransferWindowBytes = 8u << 20;
/// Bytes after which a reader sends an acknowledgement; far less than the window.
inline constexpr uint64_t kAckStepBytes = 1u << 20;

/// Begins a file. To the worker: a file that the run needs. From the worker: one that the run made.
struct FileMessage {
  uint32_t id = 0;    ///< of this file in the messages that follow; each is used once a direction
  std::string name;   ///< a relative path (isSafeFileName), or a ReturnedFile's name
  uint64_t size = 0;  ///< [bytes]; 0 if it is unknown
  uint64_t items = 0; ///< slices of a trace, so that a reader can count missing ones; or 0
  bool operator==(const FileMessage &) const = default;
};

/// A piece of a file: the only message whose payload is not JSON.
struct ChunkMessage {
  uint32_t id = 0;
  uint64_t offset = 0; ///< in the file; chunks arrive in order and without gaps
  std::string bytes;   ///< at most kMaxChunkBytes
  bool operator==(const ChunkMessage &) const = default;
};

/// Ends a file. A reader with another size or checksum fails.
struct FileEndMessage {
  uint32_t id = 0;
  uint64_t size = 0;
  uint32_t crc = 0; ///< CRC-32 of all bytes (core/base/deflate.h)
  bool operator==(const FileEndMessage &) const = default;
};

/// The bytes of chunks that the reader has processed, of all files since the beginning.
struct AckMessage {
  uint64_t bytes = 0;
  bool operator==(const AckMessage &) const = default;
};

/// Shows that the sender is running.
struct HeartbeatMessage {
  uint64_t pendingBytes = 0; ///< of files for the reader that are not sent yet
  bool operator==(const HeartbeatMessage &) const = default;
};

/// Application to worker: list the targets. Instead of a run.
struct ListTargetsRequest {
  bool operator==(const ListTargetsRequest &) const = default;
};

/// A target of the worker's machine.
struct TargetMessage {
  std::string name;        ///< as in a specification: "cuda"
  std::string description; ///< for messages
  bool isAvailable = false;
  std::string reason;              ///< why not
  std::vector<std::string> offers; ///< chip, driver, tools: "CUPTI 13.0"
  bool operator==(const TargetMessage &) const = default;
};

/// Worker to application: its targets. The last message.
struct TargetsMessage {
  std::string host; ///< the host name of the machine
  std::vector<TargetMessage> targets;
  bool operator==(const TargetsMessage &) const = default;
};

} // namespace pstudio
