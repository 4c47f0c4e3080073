// SPDX-License-Identifier: Apache-2.0
// What a run is asked to leave of its compiler passes: a file, a table, or both.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/run/pass_report.h"

namespace pstudio::cli {

/// The file that the worker writes the report to, and what is printed of it afterwards. [one
/// thread]
class PassOutput {
public:
  /// \param file  absolute; empty: only a table is wanted, or nothing.
  /// Io if the folder for passing files cannot be found.
  static Result<PassOutput> make(const std::filesystem::path &file, bool printsTable);
  PassOutput(PassOutput &&other) noexcept;
  PassOutput &operator=(PassOutput &&) = delete;
  /// Prints the table if it was asked for and this run wrote the file, whatever became of the run:
  /// a compile that failed has passes too. Removes a file that nobody asked for.
  ~PassOutput();

  /// Absolute; empty: no report is wanted.
  const std::filesystem::path &file() const { return m_file; }

private:
  PassOutput(std::filesystem::path file, bool printsTable, bool isPassing);

  std::filesystem::path m_file;
  bool m_printsTable;
  bool m_isPassing;                                         ///< the file is for the table alone
  std::optional<std::filesystem::file_time_type> m_oldTime; ///< of a file that was there before
};

/// The passes as lines of text: stage, pass, time in milliseconds, whether it changed the IR, and
/// what it changed.
std::string passTable(const PassReport &report);

} // namespace pstudio::cli
