// SPDX-License-Identifier: Apache-2.0
// The figures that findings are derived from, each with its only definition and its place in the
// JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// A figure of a launch, of one channel, of a channel's steady state, or of one role.
enum class Figure : uint8_t {
  // Of the launch.
  Operations,
  RecordsWritten,
  RecordsDropped,
  DroppedShare,
  NotCertain,
  IssueNotRecorded,
  CutWaits,
  UncertainShare,
  NeverWaited,
  WaitNotRecorded,
  ManualOperations,
  WithoutScope,
  UnmeasuredEmptyWaits,
  UnknownBlocking,
  MatrixInFlight,
  ConsumersStarved,
  SharedMemory,
  SharedFree,
  IsCorrected,
  // Of the critical path.
  PathLength,
  PathCopies,
  PathMatrix,
  PathCompute,
  PathIssue,
  PathSynchronization,
  PathWaits,
  // Of the pipeline test.
  Bound,
  Load,
  Compute,
  Stages,
  NeededStages,
  Groups,
  TimeToSpare,
  PipelineBlocked,
  // Of a channel.
  SteadyExposed,
  SteadyHidden,
  WaitedShare,
  LateMedian,
  LateShare,
  ExposedOutside,
  // Of the steady state of a channel or of one of its stages.
  WaitedMean,
  WaitedMedian,
  InFlightMean,
  BlockedShare,
  // Of the waits of a role for one target.
  RoleShare,
  RolePerIteration,
  RoleBlocked,
  RoleIterations,
};
inline constexpr size_t kFigures = static_cast<size_t>(Figure::RoleIterations) + 1;

/// The unit of a figure.
enum class FigureUnit : uint8_t {
  Count,
  Ticks, ///< cycles or picoseconds: LaunchOverlap::isInCycles
  Share, ///< 0 to 1; findings list it in percent
  Bytes,
};

/// The part of a launch that a finding is about; kNoIndex: the whole launch.
struct FindingSubject {
  uint32_t channel = kNoIndex; ///< of LaunchOverlap::channels
  uint32_t stage = kNoIndex;   ///< of the channel
  uint32_t role = kNoIndex;    ///< of LaunchOverlap::roles
  WaitTarget target = WaitTarget::Nothing;
};

/// A figure as the JSON of a launch shows it: the sum of the numerators by the sum of the
/// denominators (1 without any), or 1 minus that. Pointers as in RFC 6901; "*" stands for each
/// entry of a list, "{channel}", "{role}" and "{target}" for those of the subject, "{steady}" for
/// the steady state of its channel or stage.
struct ShownFigure {
  std::span<const std::string_view> numerators;
  std::span<const std::string_view> denominators = {};
  bool isComplement = false;
};

/// Properties of a figure that are equal for all launches.
struct FigureFacts {
  Figure figure;
  std::string_view name; ///< in a finding: "waited for, mean"
  FigureUnit unit;
  ShownFigure shown;
};

const FigureFacts &factsOf(Figure figure);

/// The value of a figure; none if it is unknown or the subject has no such figure. O(channels +
/// roles).
std::optional<double> figureValue(const Trace &trace, const LaunchOverlap &launch,
                                  const FindingSubject &subject, Figure figure);

/// The least number of stages with non-negative slack in the pipeline test; none if there is no
/// such number up to 1000.
std::optional<uint32_t> stagesNeeded(const PipelineTest &test);

} // namespace pstudio::analysis
