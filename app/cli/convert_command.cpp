// SPDX-License-Identifier: Apache-2.0
#include "app/cli/convert_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "core/base/output_place.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/rocprof/rocprof_merge.h"
#include "core/formats/trace_file/trace_file.h"

namespace pstudio::cli {
namespace {

Result<size_t> convert(const ConvertOptions &options) {
  PSTUDIO_TRY_ASSIGN(Trace trace, readTraceFile(options.input));
  if (!options.rocprof.empty()) {
    PSTUDIO_TRY_ASSIGN(const Trace traced, readTraceFile(options.rocprof));
    PSTUDIO_TRY_ASSIGN(trace, rocprof::mergeRocprof(trace, traced));
    for (const Note &note : trace.notes())
      if (note.code.starts_with("rocprof."))
        std::fprintf(stderr, "%s\n", note.message.c_str());
  }
  PSTUDIO_TRY(writePftraceAs(trace, options.output, {.hasSources = options.hasSources}));
  return trace.sliceCount();
}

} // namespace

int convertCommand(const ConvertOptions &options) {
  const Result<size_t> slices = convert(options);
  if (!slices) {
    printError(slices.error());
    return kFailed;
  }
  if (!isStandardOutput(options.output))
    std::printf("%s: %zu slices\n", options.output.c_str(), *slices);
  return kDone;
}

} // namespace pstudio::cli
