// SPDX-License-Identifier: Apache-2.0
// Where a pipeline fills, runs and drains.
#pragma once

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// Fills `prologue` and `epilogue` of all streams: from the begin, the operations issued before the
/// first wait of the stream was left; from the end, those whose wait was left when nothing of the
/// stream was issued any more. Operations without a wait belong to the part of their neighbours
/// towards the ends. O(visits).
void findParts(LaunchOverlap &launch);

/// The part of the operation at `rank` of a stream.
inline PipelinePart partOf(const AsyncStream &stream, uint32_t rank) {
  if (rank < stream.prologue)
    return PipelinePart::Prologue;
  return rank >= stream.operationCount - stream.epilogue ? PipelinePart::Epilogue
                                                         : PipelinePart::Steady;
}

} // namespace pstudio::analysis
