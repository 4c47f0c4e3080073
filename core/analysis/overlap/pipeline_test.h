// SPDX-License-Identifier: Apache-2.0
// Is the steady state of a pipeline bound by computing or by loading?
#pragma once

#include <optional>
#include <string>

#include "core/analysis/overlap/async_operation.h"

namespace pstudio::analysis {

/// The test for software pipelines of KPerfIR (OSDI 2025, section 4):
///
///     slack = groups * stages * compute - (load + compute)
///
/// A slot is filled again as soon as it is free; meanwhile the other stages, and consumers that
/// take turns, can be computed. With slack >= 0 a load is there in time: the steady state is
/// compute-bound. All inputs are medians of the steady state, in ticks.
///
/// Measured waits come before the model: where warps lost time to loads although the model has
/// slack, the bound is unknown, and where they lost none, a negative slack has no meaning.
struct PipelineTest {
  enum class Bound : uint8_t { Unknown, Compute, Load };
  Bound bound = Bound::Unknown;
  std::string reason;          ///< why it is unknown, in words; empty else
  uint32_t channel = kNoIndex; ///< of LaunchOverlap::channels: the copies of most operations
  /// Iterations that have a buffer: the slots of a barrier; in other queues 1 more than the
  /// iterations that are computed between an issue and its wait (`ahead` by `compute`, rounded).
  uint32_t stages = 0;
  int64_t ahead = 0; ///< between the issue and the enter of its wait, without other waits for the
                     ///< channel: what hides a load
  /// Consumers that take turns: warps that wait for a stream, by warps that wait for one of its
  /// operations.
  double groups = 1;
  int64_t compute = 0; ///< from the exit of a wait to the enter of the same warp's next one
  int64_t load = 0;    ///< from the issue to the completion
  enum class LoadSource : uint8_t {
    Steady,     ///< operations of the steady state whose wait took more than twice the threshold
    All,        ///< there are none; those outside of it
    UpperLimit, ///< none that took less: from the issue to the enter, which is longer than the load
  };
  LoadSource loadSource = LoadSource::Steady;
  uint64_t loads = 0;      ///< values behind `load`
  uint64_t computes = 0;   ///< values behind `compute`
  double slack = 0;        ///< [ticks]; if the load is an upper limit, at least this
  double blockedShare = 0; ///< of the steady state's waits, 0 to 1: what was seen, beside the model

  /// Of the time in flight, or of an iteration: below, the steady state does not wait for loads.
  static constexpr double kLeastWaited = 0.05;

  /// `slack` where the measured waits agree with the model; none if they do not, or if the bound is
  /// unknown.
  std::optional<double> timeToSpare() const {
    const bool agrees = bound == Bound::Compute ? slack >= 0 : bound == Bound::Load && slack < 0;
    return agrees ? std::optional(slack) : std::nullopt;
  }
};

} // namespace pstudio::analysis
