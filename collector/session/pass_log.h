// SPDX-License-Identifier: Apache-2.0
// The report of compiler passes that a run writes: of its one compile, or of one after the other.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/run/pass_report.h"

namespace pstudio {

/// A report as JSON, and its id.
struct PassReportText {
  std::string id;
  std::string json;
};

/// Takes the reports of compiles and writes the file. [one thread]
class PassLog {
public:
  /// Each report replaces the one before; an empty path: none is wanted.
  explicit PassLog(std::filesystem::path file) : m_file(std::move(file)) {}
  /// All reports go into one file, which write() makes; `described` says of what.
  PassLog(std::filesystem::path file, PassReport described);

  bool isWanted() const { return !m_file.empty(); }
  /// What is known to be a report. Errors of writing and, for a log of all, of reading it.
  Result<void> add(const PassReportText &report);
  /// Writes a log of all, if anything was added. Errors of writePassReport().
  Result<void> write() const;
  /// Of the file, as launches of the latest compile repeat it; empty before there is one.
  const std::string &id() const { return m_all.id; }

private:
  std::filesystem::path m_file;
  bool m_holdsAll = false;
  PassReport m_all; ///< with nothing but the id where a report replaces the one before
};

} // namespace pstudio
