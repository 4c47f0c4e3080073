// SPDX-License-Identifier: Apache-2.0
// The parts of a pipeline: prologue, steady state and epilogue.
#pragma once

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// Fills `prologue` and `epilogue` of all streams: from the begin, the operations issued before the
/// first wait of the stream was left; from the end, the operations whose wait was left after the
/// last issue of the stream. Operations without a wait belong to the part of their neighbours
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
