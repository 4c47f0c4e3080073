// SPDX-License-Identifier: Apache-2.0
// Names and units of figures, and their pointers in the JSON of a launch.
#include <array>

#include "core/analysis/overlap/findings/finding_figures.h"
#include "core/base/check.h"

namespace pstudio::analysis {
namespace {

/// A list of pointers that lives as long as the program.
template <const auto &...pointers>
constexpr std::array<std::string_view, sizeof...(pointers)> kList = {std::string_view(pointers)...};

constexpr char kOperations[] = "/operations";
constexpr char kWritten[] = "/records/written";
constexpr char kDropped[] = "/records/dropped";
constexpr char kNotCertain[] = "/channels/*/completions/order not certain";
constexpr char kNoIssue[] = "/issues_not_recorded";
constexpr char kCut[] = "/truncated_waits";
constexpr char kNever[] = "/channels/*/completions/never waited for";
constexpr char kNoWait[] = "/channels/*/completions/wait not recorded";
constexpr char kManual[] = "/manual_operations";
constexpr char kNoScope[] = "/channels/*/completions/wait unknown";
constexpr char kUnmeasured[] = "/empty_waits_not_measured";
constexpr char kUnknownBlocking[] = "/channels_without_empty_wait";
constexpr char kMatrixDepth[] = "/matrix_in_flight";
constexpr char kStarved[] = "/consumers_wait_for_copies";
constexpr char kShared[] = "/shared_memory/used";
constexpr char kFree[] = "/shared_memory/free";
constexpr char kCorrected[] = "/cost_subtracted";
constexpr char kPath[] = "/critical_path/total";
constexpr char kPathCopy[] = "/critical_path/copy";
constexpr char kPathMatrix[] = "/critical_path/matrix";
constexpr char kPathCompute[] = "/critical_path/compute";
constexpr char kPathIssue[] = "/critical_path/issue";
constexpr char kPathSync[] = "/critical_path/synchronization";
constexpr char kPathWait[] = "/critical_path/wait";
constexpr char kBound[] = "/pipeline/bound";
constexpr char kLoad[] = "/pipeline/load";
constexpr char kCompute[] = "/pipeline/compute";
constexpr char kStages[] = "/pipeline/stages";
constexpr char kNeeded[] = "/pipeline/needed_stages";
constexpr char kGroups[] = "/pipeline/groups";
constexpr char kSlack[] = "/pipeline/slack";
constexpr char kBlocked[] = "/pipeline/blocked_share";
constexpr char kHidden[] = "/channels/{channel}/steady/hidden_share";
constexpr char kWaitedShare[] = "/channels/{channel}/waited_share";
constexpr char kLateMedian[] = "/channels/{channel}/steady/late/median";
constexpr char kLateSum[] = "/channels/{channel}/steady/late/sum";
constexpr char kExposedSum[] = "/channels/{channel}/steady/exposed/sum";
constexpr char kAllExposed[] = "/channels/{channel}/all/exposed/sum";
constexpr char kSteadyExposed[] = "{steady}/exposed/sum";
constexpr char kSteadyMedian[] = "{steady}/exposed/median";
constexpr char kSteadyFlight[] = "{steady}/in_flight/sum";
constexpr char kSteadyVisits[] = "{steady}/visits";
constexpr char kSteadyReady[] = "{steady}/ready_before";
constexpr char kRoleShare[] = "/roles/{role}/waits/{target}/share";
constexpr char kRolePerIteration[] = "/roles/{role}/waits/{target}/per_iteration";
constexpr char kRoleBlocked[] = "/roles/{role}/waits/{target}/blocked";
constexpr char kRoleWaits[] = "/roles/{role}/waits/{target}/waits";
constexpr char kRoleIterations[] = "/roles/{role}/iterations";

/// In the order of Figure.
constexpr std::array<FigureFacts, kFigures> kFacts = {{
    {Figure::Operations, "operations", FigureUnit::Count, {kList<kOperations>}},
    {Figure::RecordsWritten, "written", FigureUnit::Count, {kList<kWritten>}},
    {Figure::RecordsDropped, "dropped", FigureUnit::Count, {kList<kDropped>}},
    {Figure::DroppedShare, "of the records", FigureUnit::Share, {kList<kDropped>, kList<kWritten>}},
    {Figure::NotCertain, "order not certain", FigureUnit::Count, {kList<kNotCertain>}},
    {Figure::IssueNotRecorded, "issue not recorded", FigureUnit::Count, {kList<kNoIssue>}},
    {Figure::CutWaits, "truncated waits", FigureUnit::Count, {kList<kCut>}},
    {Figure::UncertainShare,
     "of the operations",
     FigureUnit::Share,
     {kList<kNotCertain, kNoIssue, kCut>, kList<kOperations>}},
    {Figure::NeverWaited, "never waited for", FigureUnit::Count, {kList<kNever>}},
    {Figure::WaitNotRecorded, "wait not recorded", FigureUnit::Count, {kList<kNoWait>}},
    {Figure::ManualOperations, "events", FigureUnit::Count, {kList<kManual>}},
    {Figure::WithoutScope,
     "without a scope around their end",
     FigureUnit::Count,
     {kList<kNoScope>}},
    {Figure::UnmeasuredEmptyWaits,
     "queues without a measured wait",
     FigureUnit::Count,
     {kList<kUnmeasured>}},
    {Figure::UnknownBlocking,
     "channels with unknown waits",
     FigureUnit::Count,
     {kList<kUnknownBlocking>}},
    {Figure::MatrixInFlight, "maximum in flight", FigureUnit::Count, {kList<kMatrixDepth>}},
    {Figure::ConsumersStarved, "consumers wait for copies", FigureUnit::Share, {kList<kStarved>}},
    {Figure::SharedMemory, "shared memory", FigureUnit::Bytes, {kList<kShared>}},
    {Figure::SharedFree, "free", FigureUnit::Bytes, {kList<kFree>}},
    {Figure::IsCorrected, "recording cost subtracted", FigureUnit::Count, {kList<kCorrected>}},
    {Figure::PathLength, "length", FigureUnit::Ticks, {kList<kPath>}},
    {Figure::PathCopies, "copies", FigureUnit::Share, {kList<kPathCopy>, kList<kPath>}},
    {Figure::PathMatrix,
     "matrix operations",
     FigureUnit::Share,
     {kList<kPathMatrix>, kList<kPath>}},
    {Figure::PathCompute, "computing", FigureUnit::Share, {kList<kPathCompute>, kList<kPath>}},
    {Figure::PathIssue, "issuing", FigureUnit::Share, {kList<kPathIssue>, kList<kPath>}},
    {Figure::PathSynchronization,
     "synchronization",
     FigureUnit::Share,
     {kList<kPathSync>, kList<kPath>}},
    {Figure::PathWaits, "other waits", FigureUnit::Share, {kList<kPathWait>, kList<kPath>}},
    {Figure::Bound, "bound", FigureUnit::Count, {kList<kBound>}},
    {Figure::Load, "load", FigureUnit::Ticks, {kList<kLoad>}},
    {Figure::Compute, "compute", FigureUnit::Ticks, {kList<kCompute>}},
    {Figure::Stages, "stages", FigureUnit::Count, {kList<kStages>}},
    {Figure::NeededStages, "needed stages", FigureUnit::Count, {kList<kNeeded>}},
    {Figure::Groups, "consumer groups", FigureUnit::Count, {kList<kGroups>}},
    {Figure::TimeToSpare, "time to spare", FigureUnit::Ticks, {kList<kSlack>}},
    {Figure::PipelineBlocked, "blocking waits", FigureUnit::Share, {kList<kBlocked>}},
    {Figure::SteadyExposed,
     "waited for, steady state",
     FigureUnit::Share,
     {kList<kHidden>, {}, true}},
    {Figure::SteadyHidden, "hidden, steady state", FigureUnit::Share, {kList<kHidden>}},
    {Figure::WaitedShare, "of the waiting warps' time", FigureUnit::Share, {kList<kWaitedShare>}},
    {Figure::LateMedian, "late, median", FigureUnit::Ticks, {kList<kLateMedian>}},
    {Figure::LateShare,
     "of the wait time",
     FigureUnit::Share,
     {kList<kLateSum>, kList<kLateSum, kExposedSum>}},
    {Figure::ExposedOutside,
     "waited for outside the steady state",
     FigureUnit::Share,
     {kList<kExposedSum>, kList<kAllExposed>, true}},
    {Figure::WaitedMean,
     "waited for, mean",
     FigureUnit::Ticks,
     {kList<kSteadyExposed>, kList<kSteadyVisits>}},
    {Figure::WaitedMedian, "waited for, median", FigureUnit::Ticks, {kList<kSteadyMedian>}},
    {Figure::InFlightMean,
     "in flight, mean",
     FigureUnit::Ticks,
     {kList<kSteadyFlight>, kList<kSteadyVisits>}},
    {Figure::BlockedShare,
     "blocking waits",
     FigureUnit::Share,
     {kList<kSteadyReady>, kList<kSteadyVisits>, true}},
    {Figure::RoleShare, "of the role's time", FigureUnit::Share, {kList<kRoleShare>}},
    {Figure::RolePerIteration, "per iteration", FigureUnit::Ticks, {kList<kRolePerIteration>}},
    {Figure::RoleBlocked,
     "blocking waits",
     FigureUnit::Share,
     {kList<kRoleBlocked>, kList<kRoleWaits>}},
    {Figure::RoleIterations, "iterations", FigureUnit::Count, {kList<kRoleIterations>}},
}};

consteval bool areInOrder() {
  for (size_t i = 0; i < kFacts.size(); ++i)
    if (static_cast<size_t>(kFacts[i].figure) != i)
      return false;
  return true;
}
static_assert(areInOrder());

} // namespace

const FigureFacts &factsOf(Figure figure) {
  PSTUDIO_CHECK(static_cast<size_t>(figure) < kFigures);
  return kFacts[static_cast<size_t>(figure)];
}

} // namespace pstudio::analysis
