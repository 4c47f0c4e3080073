// SPDX-License-Identifier: Apache-2.0
// Large traces as other programs write them: many tracks, skewed names, gaps, bursts, counters,
// arrows.
#pragma once

#include <cstdint>
#include <memory>

#include "core/trace/trace.h"

namespace pstudio::bench {

struct ForeignTraceOptions {
  uint64_t slices = 1'000'000;
  uint32_t processes = 132;
  uint32_t threads = 32; ///< of each process
  uint32_t names = 300;  ///< the k-th is used in proportion to 1 / k
  uint64_t arrowEvery = 64;
  uint64_t seed = 1;
};

/// Processes with threads of nested slices, three deep, and a counter each. Times are nanoseconds
/// with picoseconds after the point. The same options give the same trace.
std::shared_ptr<const Trace> makeForeignTrace(const ForeignTraceOptions &options);

/// The same as Chrome JSON, without arrows and counters, written to a file a part at a time.
void writeForeignJson(const ForeignTraceOptions &options, const char *path);

} // namespace pstudio::bench
