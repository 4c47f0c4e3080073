// SPDX-License-Identifier: Apache-2.0
// What somebody else writes to this process's standard output, as text.
#pragma once

#include <optional>
#include <string>

namespace pstudio {

/// While one lives, standard output of the process goes to a file in memory: for what a driver
/// prints by itself. Move-only. [one at a time per process]
class PrintedOutput {
public:
  /// Nothing where the system does not let us; then standard output stays as it is.
  static std::optional<PrintedOutput> begin();
  PrintedOutput(PrintedOutput &&other) noexcept;
  PrintedOutput &operator=(PrintedOutput &&) = delete;
  /// Gives standard output back.
  ~PrintedOutput();

  /// Gives standard output back; what was printed meanwhile, at most 64 MiB of it. Once.
  std::string finish();

private:
  PrintedOutput(int file, int original) : m_file(file), m_original(original) {}
  void giveBack();

  int m_file;     ///< -1: moved from or finished
  int m_original; ///< where standard output went before
};

} // namespace pstudio
