// SPDX-License-Identifier: Apache-2.0
// Report of recorded and rejected launches, with reasons, for the user and for scripts.
#pragma once

#include <string>
#include <vector>

#include "collector/attach/host/attach.h"
#include "collector/attach/host/kernel_rows.h"
#include "collector/attach/host/process_trace.h"

namespace pstudio::attach {

/// Input of the report.
struct ReportInput {
  const AttachRequest *request = nullptr;
  int exitCode = 0;
  std::vector<KernelRow> kernels;
  std::vector<ProcessTrace> traces;
  std::filesystem::path merged; ///< the trace of all processes; empty: none
  std::vector<Remark> remarks;  ///< at least one for every chosen kernel without records
  std::vector<std::string> notes;
  bool lacksTraces = false; ///< a trace could not be written: raw files are kept
};

/// Text of report.txt.
std::string reportText(const ReportInput &input);
/// Text of report.json: one object per line, with a "type": program, kernel, recorded, profile,
/// rejected, note.
std::string reportJson(const ReportInput &input);
/// A few lines for the end of a terminal session.
std::string summaryText(const ReportInput &input);
/// The table of a listing.
std::string listingText(const ReportInput &input);

} // namespace pstudio::attach
