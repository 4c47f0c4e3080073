// SPDX-License-Identifier: Apache-2.0
// Returns files to the application in pieces.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/remote/transfer_window.h"
#include "app/worker/message_channel.h"

namespace pstudio::cli {

/// Waits for a slow application. Channel and window must outlive it. [one thread at a time]
class FileSender {
public:
  FileSender(MessageChannel &channel, TransferWindow &window)
      : m_channel(channel), m_window(window) {}

  /// Begins a file whose pieces follow one by one. Errors as send().
  Result<uint32_t> begin(std::string name, uint64_t size, uint64_t items);
  /// The bytes at `offset` of it. Io once the application is gone.
  Result<void> piece(uint32_t id, uint64_t offset, std::string_view bytes);

  /// The whole of a file. Io, also if it cannot be read.
  Result<void> send(const std::filesystem::path &path, std::string_view name, uint64_t items);

private:
  MessageChannel &m_channel;
  TransferWindow &m_window;
  uint32_t m_nextId = 0;
};

} // namespace pstudio::cli
