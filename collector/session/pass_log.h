// SPDX-License-Identifier: Apache-2.0
// The report of compiler passes that a run writes: of the latest compile, or of all compiles.
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

/// Collects the reports of compiles and writes the file. [one thread]
class PassLog {
public:
  /// Each report replaces the previous one. An empty path disables the log.
  explicit PassLog(std::filesystem::path file) : m_file(std::move(file)) {}
  /// write() writes all reports to one file. `described` provides the description of the file.
  PassLog(std::filesystem::path file, PassReport described);

  bool isWanted() const { return !m_file.empty(); }
  /// Adds a report. Errors of writing it or, for a log of all reports, of parsing it.
  Result<void> add(const PassReportText &report);
  /// Writes a log of all reports, if it is not empty. Errors of writePassReport().
  Result<void> write() const;
  /// Id of the report, which launches of the latest compile refer to; empty if there is none yet.
  const std::string &id() const { return m_all.id; }

private:
  std::filesystem::path m_file;
  bool m_holdsAll = false;
  PassReport m_all; ///< only the id is set where each report replaces the previous one
};

} // namespace pstudio
