// SPDX-License-Identifier: Apache-2.0
// Files that arrive by messages, written below one folder and nowhere else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/worker/transfer_messages.h"

namespace pstudio {

/// Limits of the files of a run.
struct IncomingLimits {
  uint32_t files = 4096;
  uint64_t bytes = uint64_t{64} << 30; ///< of all files together
};

/// True for a relative path of plain names: no "..", no ".", no empty name, no character below
/// U+0020, at most 4096 bytes in all and 255 in a name.
bool isSafeFileName(std::string_view name);

/// A file that arrived, or part of it.
struct IncomingFile {
  std::string name;
  uint64_t announced = 0; ///< FileMessage::size
  uint64_t items = 0;     ///< FileMessage::items
  uint64_t size = 0;      ///< bytes that have arrived
  bool isComplete = false;
};

/// Checks every message and writes the files. Must not be used after an error. [one
/// thread]
class IncomingFiles {
public:
  /// `folder` exists and is private to this process; it must outlive this.
  IncomingFiles(std::filesystem::path folder, IncomingLimits limits)
      : m_folder(std::move(folder)), m_limits(limits) {}
  IncomingFiles(const IncomingFiles &) = delete;
  IncomingFiles &operator=(const IncomingFiles &) = delete;
  ~IncomingFiles();

  /// InvalidInput for a name that is not safe, or above the limits; InvalidFormat for an id that is
  /// taken; Io if the file exists or cannot be made.
  Result<void> take(const FileMessage &file);
  /// InvalidFormat for an unknown id or a gap; InvalidInput above the limits; Io, with what to do,
  /// where the disk is full.
  Result<void> take(const ChunkMessage &chunk);
  /// InvalidFormat if size or checksum is another.
  Result<void> take(const FileEndMessage &end);

  const std::filesystem::path &folder() const { return m_folder; }
  /// Of all files so far.
  uint64_t bytesTaken() const { return m_bytesTaken; }
  /// The acknowledgement to send; nothing until another kAckStepBytes have arrived.
  std::optional<AckMessage> takeAcknowledgement();
  /// The file of this name; null if none was begun. O(files).
  const IncomingFile *find(std::string_view name) const;

private:
  struct Entry {
    IncomingFile file;
    int descriptor = -1;
    uint32_t crc = 0;
  };
  Result<Entry *> openEntry(uint32_t id);

  std::filesystem::path m_folder;
  IncomingLimits m_limits;
  std::map<uint32_t, Entry> m_entries;
  uint64_t m_bytesTaken = 0;
  uint64_t m_acknowledged = 0; ///< of these
};

} // namespace pstudio
