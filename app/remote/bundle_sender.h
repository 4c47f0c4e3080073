// SPDX-License-Identifier: Apache-2.0
// Sends the files of a run, as fast as the remote worker takes them.
#pragma once

#include <fstream>
#include <vector>

#include "app/remote/remote_link.h"
#include "core/remote/run_bundle.h"

namespace pstudio::cli {

/// Reads one piece at a time: memory does not depend on the size of the files. [one thread]
class BundleSender {
public:
  explicit BundleSender(std::vector<BundledFile> files) : m_files(std::move(files)) {}

  /// Queues pieces while the queue of the link is short and the window allows it. Io if a file
  /// cannot be read.
  Result<void> pump(RemoteLink &link);
  /// The remote worker has processed so many bytes.
  void acknowledge(const AckMessage &ack) { m_taken = std::max(m_taken, ack.bytes); }

  bool isDone() const { return m_next == m_files.size(); }
  /// More can be sent at once.
  bool hasRoom() const {
    return !isDone() && m_sent - std::min(m_taken, m_sent) < kTransferWindowBytes;
  }
  uint64_t bytesSent() const { return m_sent; }

private:
  Result<void> sendPiece(RemoteLink &link);

  std::vector<BundledFile> m_files;
  size_t m_next = 0;      ///< the file that is being sent
  std::ifstream m_stream; ///< open while it is
  uint64_t m_offset = 0;
  uint32_t m_crc = 0;
  uint64_t m_sent = 0;  ///< bytes of all files
  uint64_t m_taken = 0; ///< acknowledged bytes
};

} // namespace pstudio::cli
