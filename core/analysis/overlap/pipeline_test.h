// SPDX-License-Identifier: Apache-2.0
// Tests whether the steady state of a pipeline is compute-bound or load-bound.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/overlap/async_operation.h"

namespace pstudio::analysis {

/// The test for software pipelines of KPerfIR (OSDI 2025, section 4):
///
///     slack = groups * stages * compute - (load + compute)
///
/// A slot is refilled as soon as it is free. Meanwhile the other stages, and other groups of
/// consumers that alternate, can be computed. With slack >= 0 a load completes in time: the steady
/// state is compute-bound. All inputs are medians of the steady state, in ticks.
///
/// Measured waits have precedence over the model: if warps lost time to loads although the model
/// has slack, the bound is unknown; if they lost none, a negative slack has no meaning.
struct PipelineTest {
  enum class Bound : uint8_t { Unknown, Compute, Load };
  Bound bound = Bound::Unknown;
  std::string reason;          ///< reason for an unknown bound; otherwise empty
  uint32_t channel = kNoIndex; ///< of LaunchOverlap::channels: the copies of most operations
  /// Iterations with a buffer: the slots of a barrier; for other queues 1 + the number of
  /// iterations that are computed between an issue and its wait (`ahead` / `compute`, rounded).
  uint32_t stages = 0;
  int64_t ahead = 0; ///< time from the issue to the enter of its wait, without other waits for the
                     ///< channel: the work that hides a load
  /// Groups of consumers that alternate: warps that wait for a stream, divided by warps that wait
  /// for one of its operations.
  double groups = 1;
  int64_t compute = 0; ///< from the exit of a wait to the enter of the same warp's next one
  int64_t load = 0;    ///< from the issue to the completion
  enum class LoadSource : uint8_t {
    Steady,     ///< operations of the steady state whose wait took more than twice the threshold
    All,        ///< no such operation; those outside of the steady state
    UpperLimit, ///< no such operation: from the issue to the enter, which is longer than the load
  };
  LoadSource loadSource = LoadSource::Steady;
  uint64_t loads = 0;      ///< number of measured loads
  uint64_t computes = 0;   ///< number of measured compute times
  double slack = 0;        ///< [ticks]; if the load is an upper limit, at least this
  double blockedShare = 0; ///< measured share of the steady state's waits that blocked, 0 to 1

  /// Share of the time in flight, or of an iteration. Below it the steady state does not wait for
  /// loads.
  static constexpr double kMinWaited = 0.05;

  /// `slack` if the measured waits agree with the model; none if they do not, or if the bound is
  /// unknown.
  std::optional<double> timeToSpare() const {
    const bool agrees = bound == Bound::Compute ? slack >= 0 : bound == Bound::Load && slack < 0;
    return agrees ? std::optional(slack) : std::nullopt;
  }
};

} // namespace pstudio::analysis
