// SPDX-License-Identifier: Apache-2.0
#include "core/worker/kept_trace.h"

#include "core/base/path_text.h"
#include "core/capture/drained_trace.h"
#include "core/formats/pftrace/pftrace_writer.h"

namespace pstudio {
namespace {

Result<void> save(const RunRequest &request, RunObserver &observer) {
  PSTUDIO_TRY_ASSIGN(const std::optional<Trace> trace, record::decodeDrainLogs(request.temporary));
  if (!trace)
    return {};
  const std::filesystem::path kept = keptTracePath(request.output, ErrorCode::RunFailed);
  PSTUDIO_TRY(writePftrace(*trace, kept));
  observer.kept(kept);
  return {};
}

} // namespace

std::filesystem::path keptTracePath(const std::filesystem::path &output, ErrorCode failure) {
  const std::string mark = failure == ErrorCode::WrongResult ? ".wrong" : ".partial";
  std::filesystem::path kept = output;
  kept.replace_filename(
      fileNameAround({}, output.stem().native(), mark + output.extension().native()));
  return kept;
}

void saveDrainedRecords(const RunRequest &request, RunObserver &observer) {
  if (request.temporary.empty())
    return;
  if (const Result<void> saved = save(request, observer); !saved)
    observer.log("the records so far could not be saved: " + saved.error().toString());
}

} // namespace pstudio
