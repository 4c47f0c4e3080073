// SPDX-License-Identifier: Apache-2.0
// What was recorded, what was not, and why: for the user and for scripts.
#pragma once

#include <string>
#include <vector>

#include "collector/attach/host/attach.h"
#include "collector/attach/host/kernel_rows.h"
#include "collector/attach/host/process_trace.h"

namespace pstudio::attach {

/// Everything that the report is made of.
struct ReportInput {
  const AttachRequest *request = nullptr;
  int exitCode = 0;
  std::vector<KernelRow> kernels;
  std::vector<ProcessTrace> traces;
  std::vector<Remark> remarks; ///< complete: every chosen kernel without records has one
  std::vector<std::string> notes;
  bool lacksTraces = false; ///< a trace could not be written: raw files are kept
};

/// report.txt.
std::string reportText(const ReportInput &input);
/// report.json: one object a line, each with a "type": program, kernel, recorded, rejected, note.
std::string reportJson(const ReportInput &input);
/// A few lines for the end of a terminal session.
std::string summaryText(const ReportInput &input);
/// The table of a listing.
std::string listingText(const ReportInput &input);

} // namespace pstudio::attach
