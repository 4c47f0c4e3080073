// SPDX-License-Identifier: Apache-2.0
#include "app/cli/convert_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "core/pftrace/pftrace_writer.h"
#include "core/trace_file/trace_file.h"

namespace pstudio::cli {
namespace {

Result<size_t> convert(const std::filesystem::path &input, const std::filesystem::path &output) {
  PSTUDIO_TRY_ASSIGN(const Trace trace, readTraceFile(input));
  PSTUDIO_TRY(writePftrace(trace, output));
  return trace.sliceCount();
}

} // namespace

int convertCommand(const std::filesystem::path &input, const std::filesystem::path &output) {
  const Result<size_t> slices = convert(input, output);
  if (!slices) {
    printError(slices.error());
    return kFailed;
  }
  std::printf("%s: %zu slices\n", output.c_str(), *slices);
  return kDone;
}

} // namespace pstudio::cli
