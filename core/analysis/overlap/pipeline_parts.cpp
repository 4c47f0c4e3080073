// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/pipeline_parts.h"

#include <algorithm>

namespace pstudio::analysis {
namespace {

/// The earliest exit of a wait for an operation, which the order of visits puts first.
Ticks firstExit(const LaunchOverlap &launch, const AsyncOperation &operation) {
  return operation.visitCount == 0 ? Ticks(INT64_MAX)
                                   : launch.waits[launch.visits[operation.firstVisit].wait].exit;
}

void findParts(const LaunchOverlap &launch, AsyncStream &stream) {
  const auto operations =
      std::span(launch.operations).subspan(stream.firstOperation, stream.operationCount);
  Ticks exit(INT64_MAX);
  Ticks lastIssue(INT64_MIN);
  for (const AsyncOperation &operation : operations) {
    exit = std::min(exit, firstExit(launch, operation));
    lastIssue = std::max(lastIssue, operation.issueBegin);
  }
  while (stream.prologue < stream.operationCount && operations[stream.prologue].issueBegin < exit)
    ++stream.prologue;
  while (stream.prologue + stream.epilogue < stream.operationCount &&
         firstExit(launch, operations[stream.operationCount - 1 - stream.epilogue]) > lastIssue)
    ++stream.epilogue;
}

} // namespace

void findParts(LaunchOverlap &launch) {
  for (AsyncStream &stream : launch.streams)
    findParts(launch, stream);
}

} // namespace pstudio::analysis
