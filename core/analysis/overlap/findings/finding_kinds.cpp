// SPDX-License-Identifier: Apache-2.0
// The declaration of each kind of finding.
#include "core/analysis/overlap/findings/finding_kinds.h"

#include <algorithm>
#include <array>

namespace pstudio::analysis {
namespace {

constexpr double kComputeBound = static_cast<double>(PipelineTest::Bound::Compute);
constexpr double kLoadBound = static_cast<double>(PipelineTest::Bound::Load);

constexpr std::array kBarrierFigures = {Figure::RoleShare, Figure::RolePerIteration,
                                        Figure::RoleBlocked, Figure::RoleIterations};
// Warps that do not take part in the loop only wait, so they are excluded.
constexpr std::array kBarrierConditions = {
    Condition{Figure::RoleShare, Comparison::AtLeast, 0.1},
    Condition{Figure::RoleIterations, Comparison::AtLeast, kMinSteadyIterations},
    Condition{Figure::IsCorrected, Comparison::Equal, 0}};

constexpr std::array kBoundFigures = {
    Figure::Load,        Figure::Compute,         Figure::Stages,       Figure::Groups,
    Figure::TimeToSpare, Figure::PipelineBlocked, Figure::SteadyExposed};
// Measured waits of the warps have precedence over the model of the pipeline.
constexpr std::array kComputeConditions = {
    Condition{Figure::Bound, Comparison::Equal, kComputeBound},
    Condition{Figure::SteadyExposed, Comparison::Below, PipelineTest::kMinWaited}};
constexpr std::array kLoadFigures = {
    Figure::Load,          Figure::Compute,      Figure::Stages,
    Figure::Groups,        Figure::TimeToSpare,  Figure::PipelineBlocked,
    Figure::SteadyExposed, Figure::NeededStages, Figure::WaitedShare};
constexpr std::array kLoadConditions = {Condition{Figure::Bound, Comparison::Equal, kLoadBound},
                                        Condition{Figure::TimeToSpare, Comparison::Below, 0},
                                        Condition{Figure::SteadyExposed, Comparison::Above, 0}};

constexpr std::array kCorrectedFigures = {Figure::Operations};
constexpr std::array kCorrectedConditions = {Condition{Figure::IsCorrected, Comparison::Equal, 1}};

constexpr std::array kPathFigures = {
    Figure::PathCopies,          Figure::PathMatrix, Figure::PathCompute, Figure::PathIssue,
    Figure::PathSynchronization, Figure::PathWaits,  Figure::PathLength};
// If every wait counts as blocked, the path contains waits that did not block.
constexpr std::array kPathConditions = {Condition{Figure::PathLength, Comparison::Above, 0},
                                        Condition{Figure::UnknownBlocking, Comparison::Equal, 0},
                                        Condition{Figure::IsCorrected, Comparison::Equal, 0}};

constexpr std::array kDeepFigures = {Figure::NeededStages, Figure::Stages,  Figure::PipelineBlocked,
                                     Figure::Load,         Figure::Compute, Figure::Groups,
                                     Figure::TimeToSpare};
constexpr std::array kDeepConditions = {Condition{Figure::Bound, Comparison::Equal, kComputeBound},
                                        Condition{Figure::PipelineBlocked, Comparison::Equal, 0},
                                        Condition{Figure::TimeToSpare, Comparison::AtLeast, 0},
                                        Condition{Figure::Stages, Comparison::AtLeast, 2}};

constexpr std::array kDroppedFigures = {Figure::RecordsDropped, Figure::RecordsWritten,
                                        Figure::DroppedShare};
constexpr std::array kDroppedConditions = {Condition{Figure::RecordsDropped, Comparison::Above, 0}};

constexpr std::array kExposedFigures = {Figure::WaitedMean, Figure::WaitedMedian,
                                        Figure::InFlightMean, Figure::WaitedShare,
                                        Figure::BlockedShare};
constexpr std::array kExposedConditions = {
    Condition{Figure::SteadyExposed, Comparison::AtLeast, 0.02},
    Condition{Figure::WaitedMean, Comparison::Above, 0},
    Condition{Figure::IsCorrected, Comparison::Equal, 0}};

constexpr std::array kFloorFigures = {Figure::UnmeasuredEmptyWaits};
constexpr std::array kFloorConditions = {
    Condition{Figure::UnmeasuredEmptyWaits, Comparison::Above, 0}};

constexpr std::array kLateFigures = {Figure::LateMedian, Figure::LateShare, Figure::WaitedShare};
constexpr std::array kLateConditions = {Condition{Figure::LateMedian, Comparison::Above, 0},
                                        Condition{Figure::LateShare, Comparison::AtLeast, 0.1},
                                        Condition{Figure::IsCorrected, Comparison::Equal, 0}};

constexpr std::array kManualFigures = {Figure::ManualOperations, Figure::WithoutScope};
constexpr std::array kManualConditions = {
    Condition{Figure::ManualOperations, Comparison::Above, 0}};

constexpr std::array kMatrixFigures = {Figure::RoleShare, Figure::RolePerIteration,
                                       Figure::RoleBlocked, Figure::MatrixInFlight};
constexpr std::array kMatrixConditions = {Condition{Figure::RoleShare, Comparison::AtLeast, 0.1},
                                          Condition{Figure::IsCorrected, Comparison::Equal, 0}};

constexpr std::array kNeverFigures = {Figure::NeverWaited};
constexpr std::array kNeverConditions = {Condition{Figure::NeverWaited, Comparison::Above, 0}};

constexpr std::array kProducerFigures = {Figure::RoleShare, Figure::RolePerIteration,
                                         Figure::RoleBlocked, Figure::ConsumersStarved};
constexpr std::array kProducerConditions = {
    Condition{Figure::RoleShare, Comparison::AtLeast, 0.2},
    Condition{Figure::ConsumersStarved, Comparison::AtMost, 0.05},
    Condition{Figure::IsCorrected, Comparison::Equal, 0}};

constexpr std::array kPrologueFigures = {Figure::SteadyHidden, Figure::ExposedOutside};
constexpr std::array kPrologueConditions = {
    Condition{Figure::SteadyExposed, Comparison::Below, 0.02},
    Condition{Figure::ExposedOutside, Comparison::AtLeast, 0.5},
    Condition{Figure::IsCorrected, Comparison::Equal, 0}};

constexpr std::array kMemoryFigures = {Figure::SharedMemory, Figure::SharedFree, Figure::Stages};
constexpr std::array kMemoryConditions = {Condition{Figure::Bound, Comparison::Equal, kLoadBound},
                                          Condition{Figure::SharedFree, Comparison::AtLeast, 0}};

constexpr std::array kUncertainFigures = {Figure::NotCertain, Figure::IssueNotRecorded,
                                          Figure::CutWaits, Figure::Operations,
                                          Figure::UncertainShare};
constexpr std::array kUncertainConditions = {
    Condition{Figure::UncertainShare, Comparison::Above, 0.01}};

constexpr std::array kNoWaitFigures = {Figure::WaitNotRecorded};
constexpr std::array kNoWaitConditions = {Condition{Figure::WaitNotRecorded, Comparison::Above, 0}};

constexpr std::array kKinds = {
    FindingKind{"overlap.barrier-wait", kBarrierFigures, kBarrierConditions},
    FindingKind{"overlap.compute-bound", kBoundFigures, kComputeConditions},
    FindingKind{"overlap.corrected", kCorrectedFigures, kCorrectedConditions},
    FindingKind{"overlap.critical-path", kPathFigures, kPathConditions},
    FindingKind{"overlap.deep-queue", kDeepFigures, kDeepConditions},
    FindingKind{"overlap.dropped", kDroppedFigures, kDroppedConditions},
    FindingKind{"overlap.exposed-stage", kExposedFigures, kExposedConditions},
    FindingKind{"overlap.floor", kFloorFigures, kFloorConditions},
    FindingKind{"overlap.late-issue", kLateFigures, kLateConditions},
    FindingKind{"overlap.load-bound", kLoadFigures, kLoadConditions},
    FindingKind{"overlap.manual", kManualFigures, kManualConditions},
    FindingKind{"overlap.matrix-wait", kMatrixFigures, kMatrixConditions},
    FindingKind{"overlap.never-waited", kNeverFigures, kNeverConditions},
    FindingKind{"overlap.producer-stall", kProducerFigures, kProducerConditions},
    FindingKind{"overlap.prologue-only", kPrologueFigures, kPrologueConditions},
    FindingKind{"overlap.stage-memory", kMemoryFigures, kMemoryConditions},
    FindingKind{"overlap.uncertain", kUncertainFigures, kUncertainConditions},
    FindingKind{"overlap.wait-not-recorded", kNoWaitFigures, kNoWaitConditions},
};

} // namespace

bool Condition::holds(double figureValue) const {
  switch (comparison) {
  case Comparison::AtLeast:
    return figureValue >= value;
  case Comparison::AtMost:
    return figureValue <= value;
  case Comparison::Above:
    return figureValue > value;
  case Comparison::Below:
    return figureValue < value;
  case Comparison::Equal:
    break;
  }
  return figureValue == value;
}

std::span<const FindingKind> findingKinds() {
  return kKinds;
}

const FindingKind *findingKind(std::string_view code) {
  const auto found = std::ranges::find(kKinds, code, &FindingKind::code);
  return found == kKinds.end() ? nullptr : &*found;
}

bool holdsFor(const FindingKind &kind, const Trace &trace, const LaunchOverlap &launch,
              const FindingSubject &subject) {
  return std::ranges::all_of(kind.conditions, [&](const Condition &condition) {
    const std::optional<double> value = figureValue(trace, launch, subject, condition.figure);
    return value && condition.holds(*value);
  });
}

} // namespace pstudio::analysis
