// SPDX-License-Identifier: Apache-2.0
#include "app/cli/convert_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/reading_watch.h"
#include "app/cli/text_output.h"
#include "core/base/file_patterns.h"
#include "core/base/output_place.h"
#include "core/formats/rocprof/rocprof_merge.h"
#include "core/formats/trace_file/review_file.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/query/table_file.h"

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
  PSTUDIO_TRY_ASSIGN(Trace trace, readTraceFile(options.inputs.front()));
  review::Review review = reviewOf(options.inputs.front());
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

int failedConversion(const Error &error) {
  printError(error);
  return kFailed;
}

Result<FileCounts> writeTables(const ConvertOptions &options, const MatchedFiles &matched,
                               bool hasFile) {
  ReadingWatch watch(matched.files.size());
  PSTUDIO_TRY(watch.start());
  PSTUDIO_TRY_ASSIGN(query::TableFile tables, query::TableFile::open(options.output, hasFile));
  PSTUDIO_TRY_ASSIGN(const FileCounts counts, readFilesInto(matched.files, tables, watch));
  if (counts.read > 0)
    PSTUDIO_TRY(tables.commit());
  return counts;
}

/// One named file has the columns of the query panel; several have a column `file`, too.
int convertToTables(const ConvertOptions &options) {
  if (!options.rocprof.empty())
    return failedConversion({ErrorCode::InvalidInput, "tables cannot be merged with a trace",
                             "--rocprof", "write a .pftrace file first, then convert it"});
  const bool hasFile = options.inputs.size() > 1 || isFilePattern(options.inputs.front());
  const MatchedFiles matched = matchFiles(options.inputs);
  for (const Error &error : matched.errors)
    printError(error);
  if (matched.files.empty())
    return kFailed;
  const Result<FileCounts> counts = writeTables(options, matched, hasFile);
  if (!counts)
    return failedConversion(counts.error());
  if (counts->read == 0)
    return kFailed;
  printFormatted(stdout, "%s: tables of %zu %s\n", options.output.c_str(), counts->read,
                 counts->read == 1 ? "file" : "files");
  return counts->unreadable > 0 || !matched.errors.empty() ? kPartial : kDone;
}

} // namespace

int convertCommand(const ConvertOptions &options) {
  if (query::isTableFileName(options.output))
    return convertToTables(options);
  if (options.inputs.size() > 1)
    return failedConversion({ErrorCode::InvalidInput, "a trace file is made of one file", "FILE",
                             "write the tables of several files with -o NAME.sqlite"});
  const Result<size_t> slices = convert(options);
  if (!slices)
    return failedConversion(slices.error());
  if (!isStandardOutput(options.output))
    printFormatted(stdout, "%s: %zu slices\n", options.output.c_str(), *slices);
  return kDone;
}

} // namespace pstudio::cli
