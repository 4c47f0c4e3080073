// SPDX-License-Identifier: Apache-2.0
// What somebody else writes to this process's standard output or error, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pstudio {

/// While one lives, standard output (or error) of the process goes to a file in memory: for what a
/// driver prints by itself. Move-only. [one of a channel at a time per process]
class PrintedOutput {
public:
  enum class Channel : uint8_t { Output, Errors };
  /// Nothing where the system does not let us; then the channel stays as it is.
  static std::optional<PrintedOutput> begin(Channel channel);
  PrintedOutput(PrintedOutput &&other) noexcept;
  PrintedOutput &operator=(PrintedOutput &&) = delete;
  /// Gives the channel back.
  ~PrintedOutput();

  /// Gives the channel back; what was printed meanwhile, at most 64 MiB of it. Once.
  std::string finish();

private:
  PrintedOutput(Channel channel, int file, int original)
      : m_channel(channel), m_file(file), m_original(original) {}
  void giveBack();

  Channel m_channel;
  int m_file;     ///< -1: moved from or finished
  int m_original; ///< where the channel went before
};

} // namespace pstudio
