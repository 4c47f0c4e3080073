// SPDX-License-Identifier: Apache-2.0
// Reads the files that attached programs left in out/raw. Any of them may be cut off or damaged.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "collector/attach/protocol/record_files.h"
#include "core/base/file_bytes.h"

namespace pstudio::attach {

/// Launches of one kernel, as record_files.h counts them.
struct LaunchCounts {
  uint64_t launches = 0;
  uint64_t autotuning = 0;
  uint64_t captured = 0;
  uint64_t recorded = 0;
  uint64_t outside = 0; ///< outside the range
  uint64_t replays = 0; ///< the part of `launches` in replays of CUDA graphs
};

/// The counter file of one process.
struct ProcessCounts {
  bool isClosed = false; ///< the process ended it in its own exit
  uint64_t uncounted = 0;
  uint64_t unknown = 0;
  std::vector<LaunchCounts> kernels; ///< by number; as many as the file has rows
};

/// InvalidFormat if it is none; a file that is cut off gives the rows that are there.
Result<ProcessCounts> readCounters(const std::filesystem::path &file);

/// A record file in memory.
class RecordFile {
public:
  /// InvalidFormat if it is none, or shorter than its header says.
  static Result<RecordFile> read(const std::filesystem::path &file);
  const RecordHeader &header() const;
  /// The profile buffer: blockBytes * recordedCtas bytes.
  std::span<const std::byte> blocks() const;

private:
  explicit RecordFile(FileBytes bytes) : m_bytes(std::move(bytes)) {}
  FileBytes m_bytes;
};

} // namespace pstudio::attach
