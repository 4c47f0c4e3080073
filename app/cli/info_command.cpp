// SPDX-License-Identifier: Apache-2.0
#include "app/cli/info_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/trace_summary.h"
#include "core/pftrace/pftrace_reader.h"
#include "core/run/file_bytes.h"

namespace pstudio::cli {

namespace {

constexpr uint64_t kMaxFileBytes = uint64_t{1} << 40;

Result<Trace> readTrace(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> bytes, readFileBytes(file, kMaxFileBytes));
  return readPftrace(bytes, file.filename().string());
}

} // namespace

int infoCommand(const std::filesystem::path &file) {
  const Result<Trace> trace = readTrace(file);
  if (!trace) {
    printError(trace.error());
    return kFailed;
  }
  std::printf("%s\n%s", file.c_str(), summarizeTrace(*trace).c_str());
  return kDone;
}

} // namespace pstudio::cli
