// SPDX-License-Identifier: Apache-2.0
#include "app/cli/info_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "app/cli/trace_summary.h"
#include "core/formats/trace_file/trace_file.h"

namespace pstudio::cli {

int infoCommand(const std::filesystem::path &file) {
  const Result<Trace> trace = readTraceFile(file);
  if (!trace) {
    printError(trace.error());
    return kFailed;
  }
  printFormatted(stdout, "%s\n%s", file.c_str(), summarizeTrace(*trace).c_str());
  return kDone;
}

} // namespace pstudio::cli
