// SPDX-License-Identifier: Apache-2.0
// The notes and views of a trace file: in it, or in a file beside it.
#pragma once

#include <filesystem>

#include "core/base/output_file.h"
#include "core/base/result.h"
#include "core/review/review.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Reads the notes file beside `trace` (review::notesFileOf()) or, without one, what a .pftrace
/// begins with; empty if there is neither. Errors name the notes file. Does not read the trace.
/// [thread: any]
Result<review::ReadReview> readReviewOf(const std::filesystem::path &trace);

/// Writes `trace` and its review as a .pftrace, through an OutputFile; a notes file beside `path`
/// of an older trace is removed. Fails as writePftraceAs() does. [thread: any]
Result<void> writeReviewedTrace(const Trace &trace, const review::Review &review,
                                const std::filesystem::path &path,
                                FifoReader reader = FifoReader::Awaited, bool hasSources = true);

/// Stores a review with the file that `trace` was read from. A whole .pftrace of Proton Studio is
/// written anew; beside any other file goes a notes file, which an empty review removes. \return
/// the file that was written. [thread: any]
Result<std::filesystem::path> saveReviewOf(const std::filesystem::path &file, const Trace &trace,
                                           const review::Review &review);

} // namespace pstudio
