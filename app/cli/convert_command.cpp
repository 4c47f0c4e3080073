// SPDX-License-Identifier: Apache-2.0
#include "app/cli/convert_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "core/base/output_place.h"
#include "core/formats/rocprof/rocprof_merge.h"
#include "core/formats/trace_file/review_file.h"
#include "core/formats/trace_file/trace_file.h"

namespace pstudio::cli {
namespace {

/// The notes and views of the input; what is damaged is reported and left out.
review::Review reviewOf(const std::filesystem::path &input) {
  Result<review::ReadReview> read = readReviewOf(input);
  if (!read) {
    printError(read.error());
    return {};
  }
  if (read->skipped > 0)
    printFormatted(stderr, "%zu damaged notes or views left out\n", read->skipped);
  return std::move(read->review);
}

Result<size_t> convert(const ConvertOptions &options) {
  PSTUDIO_TRY_ASSIGN(Trace trace, readTraceFile(options.input));
  review::Review review = reviewOf(options.input);
  if (!options.rocprof.empty()) {
    const Nanoseconds origin = trace.info().origin;
    PSTUDIO_TRY_ASSIGN(const Trace traced, readTraceFile(options.rocprof));
    PSTUDIO_TRY_ASSIGN(trace, rocprof::mergeRocprof(trace, traced));
    for (const Note &note : trace.notes())
      if (note.code.starts_with("rocprof."))
        printFormatted(stderr, "%s\n", note.message.c_str());
    if (trace.info().origin != origin)
      review = {}; // of another axis
  }
  PSTUDIO_TRY(
      writeReviewedTrace(trace, review, options.output, FifoReader::Awaited, options.hasSources));
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
    printFormatted(stdout, "%s: %zu slices\n", options.output.c_str(), *slices);
  return kDone;
}

} // namespace pstudio::cli
