// SPDX-License-Identifier: Apache-2.0
// Report of a run's compiler passes: a file, a table, or both.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/run/pass_report.h"

namespace pstudio::cli {

/// The file that the worker writes the report to, and the table that is printed from it after the
/// run. [one thread]
class PassOutput {
public:
  /// \param file  absolute; empty: only a table, or no report. Io if a table needs a temporary file
  /// and the system has no folder for it.
  static Result<PassOutput> make(const std::filesystem::path &file, bool printsTable);
  PassOutput(PassOutput &&other) noexcept;
  PassOutput &operator=(PassOutput &&) = delete;
  /// Prints the table if it is requested and this run wrote the file, also after a failed run: a
  /// failed compile has passes too. Removes the file if it is temporary.
  ~PassOutput();

  /// Absolute; empty: no report is requested.
  const std::filesystem::path &file() const { return m_file; }

private:
  PassOutput(std::filesystem::path file, bool printsTable, bool isPassing);

  std::filesystem::path m_file;
  bool m_printsTable;
  bool m_isPassing;                                         ///< temporary file, for the table
  std::optional<std::filesystem::file_time_type> m_oldTime; ///< of a file that existed before
};

/// The passes as lines of text: stage, pass, time in milliseconds, whether the pass changed the IR,
/// and its statistics before and after.
std::string passTable(const PassReport &report);

} // namespace pstudio::cli
