// SPDX-License-Identifier: Apache-2.0
// Captures text that other code writes to this process's standard output or error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pstudio {

/// Redirects standard output (or error) of the process to a file in memory for its lifetime. It
/// captures the output of a driver. Move-only. [one per channel and process at a time]
class PrintedOutput {
public:
  enum class Channel : uint8_t { Output, Errors };
  /// nullopt if the system does not permit the redirection; then the channel is unchanged.
  static std::optional<PrintedOutput> begin(Channel channel);
  PrintedOutput(PrintedOutput &&other) noexcept;
  PrintedOutput &operator=(PrintedOutput &&) = delete;
  /// Restores the channel.
  ~PrintedOutput();

  /// Restores the channel and returns the captured output, at most 64 MiB. Call it once.
  std::string finish();

private:
  PrintedOutput(Channel channel, int file, int original)
      : m_channel(channel), m_file(file), m_original(original) {}
  void giveBack();

  Channel m_channel;
  int m_file;     ///< -1: moved from or finished
  int m_original; ///< the channel's descriptor before
};

} // namespace pstudio
