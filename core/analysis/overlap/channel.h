// SPDX-License-Identifier: Apache-2.0
// The operations of one pipeline, and their figures by stage and iteration.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/overlap/async_operation.h"

namespace pstudio::analysis {

/// Figures over some visits (see OperationVisit), each of an operation that isMeasured().
struct OverlapFigures {
  uint64_t operations = 0;
  uint64_t visits = 0;
  uint64_t readyBefore = 0; ///< visits whose wait did not block
  Distribution exposed;     ///< [ticks], over visits
  Distribution late;        ///< [ticks]
  Distribution hidden;      ///< [ticks]
  Distribution inFlight;    ///< [ticks], an upper limit
  /// Hidden part of the time in flight, 0 to 1: of the sums. None if nothing was in flight.
  std::optional<double> hiddenShare() const;
  double readyShare() const { return visits == 0 ? 0.0 : double(readyBefore) / double(visits); }
};

/// Part of a pipeline that contains an operation.
enum class PipelinePart : uint8_t {
  Prologue, ///< issued before the first wait of its stream was left
  Steady,
  Epilogue, ///< its wait was left after the last issue of its stream
};

/// All operations of one iteration, of all CTAs and warps; of several neighbouring iterations if a
/// channel has more than kMaxIterationRows.
struct IterationFigures {
  uint64_t instance = 0;
  uint64_t lastInstance = 0; ///< equal to `instance` for a single iteration
  uint32_t stage = 0;
  PipelinePart part = PipelinePart::Steady; ///< part of most of its operations
  OverlapFigures figures;
  // Positions, over visits, [ticks] from issueBegin; enter and loopStart may be negative.
  Distribution loopStart; ///< over operations: at most 0
  Distribution issueEnd;  ///< over operations
  Distribution enter;
  Distribution exit;
  /// Work of the waiting warp on the data: from the exit to its next wait at the same site, or to
  /// its next arrival if that is earlier. Visits without either are left out.
  Distribution use;
};

struct StageFigures {
  uint32_t stage = 0;
  OverlapFigures figures; ///< of all parts
  OverlapFigures steady;  ///< of the steady state only
};

/// The operations of a channel that share a numbering of instances: those of one warp for a queue
/// in order, those of one CTA for a barrier.
struct AsyncStream {
  uint32_t cta = 0;            ///< of LaunchOverlap::ctas
  uint32_t unit = kNoIndex;    ///< of LaunchOverlap::units; none for a barrier
  uint32_t firstOperation = 0; ///< of LaunchOverlap::operations, ordered by instance
  uint32_t operationCount = 0;
  uint32_t prologue = 0; ///< operations at its begin
  uint32_t epilogue = 0; ///< operations at its end that are not in the prologue
};

/// One place of a kernel where operations are issued, with the operations of all warps. A loop's
/// prologue at another place belongs to the same channel: sites of one queue share a channel if the
/// same places wait for them and all issues of one site precede those of the other.
struct Channel {
  std::optional<AsyncQueue> queue; ///< none: manual events
  bool isMatrix = false;           ///< its operations are matrix operations
  std::string name;                ///< of the operations of its busiest site
  std::vector<uint32_t> sites;     ///< of LaunchOverlap::sites, in order of first issue
  uint32_t firstStream = 0;        ///< of LaunchOverlap::streams
  uint32_t streamCount = 0;
  uint32_t firstOperation = 0; ///< of LaunchOverlap::operations, by stream, then instance
  uint32_t operationCount = 0;
  std::array<uint64_t, kCompletions> completions{}; ///< operations of each kind of Completion
  /// Time of its blocked waits [ticks], each wait once. Figures count a wait once for each
  /// operation that it completed.
  int64_t waitedOnce = 0;
  OverlapFigures figures;                   ///< of all its visits
  OverlapFigures steady;                    ///< of its visits in the steady state
  std::vector<StageFigures> stages;         ///< by stage
  std::vector<IterationFigures> iterations; ///< by instance
  /// Iterations [first, last) of the steady state, by index in `iterations`; none if there are
  /// fewer than kMinSteadyIterations.
  std::optional<std::pair<uint32_t, uint32_t>> steadyRange;
  double meanDepth = 0.0; ///< operations in flight of one stream, over the time it is used
  uint32_t mostDepth = 0; ///< most of one stream at once; 0: no operation has a known end, so both
                          ///< depths are unknown
  uint64_t countOf(Completion completion) const {
    return completions[static_cast<size_t>(completion)];
  }
  /// False if records of waits are missing and no visit is left: `waitedOnce` is then unknown.
  bool areWaitsKnown() const { return countOf(Completion::WaitUnknown) == 0 || figures.visits > 0; }
  uint32_t stageCount() const { return static_cast<uint32_t>(stages.size()); }
};
/// Most rows of Channel::iterations.
inline constexpr uint32_t kMaxIterationRows = 8192;
/// Fewest iterations of a steady state.
inline constexpr uint32_t kMinSteadyIterations = 4;

} // namespace pstudio::analysis
