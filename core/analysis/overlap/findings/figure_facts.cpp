// SPDX-License-Identifier: Apache-2.0
// Names and units of figures, and their pointers in the JSON of a launch.
#include <algorithm>
#include <array>

#include "core/analysis/overlap/findings/finding_figures.h"
#include "core/base/check.h"

namespace pstudio::analysis {
namespace {

/// A pointer as a parameter of a template.
template <size_t size> struct Pointer {
  char text[size] = {};
  consteval Pointer(const char (&literal)[size]) { std::copy_n(literal, size, text); }
};

/// A list of pointers that lives as long as the program.
template <Pointer... pointers>
constexpr std::array<std::string_view, sizeof...(pointers)> kList = {
    std::string_view(pointers.text)...};

constexpr Pointer kOperations("/operations");
constexpr Pointer kWritten("/records/written");
constexpr Pointer kDropped("/records/dropped");
constexpr Pointer kNotCertain("/channels/*/completions/order not certain");
constexpr Pointer kNoIssue("/issues_not_recorded");
constexpr Pointer kCut("/truncated_waits");
constexpr Pointer kPath("/critical_path/total");
constexpr Pointer kHidden("/channels/{channel}/steady/hidden_share");
constexpr Pointer kLateSum("/channels/{channel}/steady/late/sum");
constexpr Pointer kExposedSum("/channels/{channel}/steady/exposed/sum");
constexpr Pointer kSteadyVisits("{steady}/visits");

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
    {Figure::NeverWaited,
     "never waited for",
     FigureUnit::Count,
     {kList<"/channels/*/completions/never waited for">}},
    {Figure::WaitNotRecorded,
     "wait not recorded",
     FigureUnit::Count,
     {kList<"/channels/*/completions/wait not recorded">}},
    {Figure::ManualOperations, "events", FigureUnit::Count, {kList<"/manual_operations">}},
    {Figure::WithoutScope,
     "without a scope around their end",
     FigureUnit::Count,
     {kList<"/channels/*/completions/wait unknown">}},
    {Figure::UnmeasuredEmptyWaits,
     "queues without a measured wait",
     FigureUnit::Count,
     {kList<"/empty_waits_not_measured">}},
    {Figure::UnknownBlocking,
     "channels with unknown waits",
     FigureUnit::Count,
     {kList<"/channels_without_empty_wait">}},
    {Figure::MatrixInFlight, "maximum in flight", FigureUnit::Count, {kList<"/matrix_in_flight">}},
    {Figure::ConsumersStarved,
     "consumers wait for copies",
     FigureUnit::Share,
     {kList<"/consumers_wait_for_copies">}},
    {Figure::SharedMemory, "shared memory", FigureUnit::Bytes, {kList<"/shared_memory/used">}},
    {Figure::SharedFree, "free", FigureUnit::Bytes, {kList<"/shared_memory/free">}},
    {Figure::IsCorrected,
     "recording cost subtracted",
     FigureUnit::Count,
     {kList<"/cost_subtracted">}},
    {Figure::PathLength, "length", FigureUnit::Ticks, {kList<kPath>}},
    {Figure::PathCopies, "copies", FigureUnit::Share, {kList<"/critical_path/copy">, kList<kPath>}},
    {Figure::PathMatrix,
     "matrix operations",
     FigureUnit::Share,
     {kList<"/critical_path/matrix">, kList<kPath>}},
    {Figure::PathCompute,
     "computing",
     FigureUnit::Share,
     {kList<"/critical_path/compute">, kList<kPath>}},
    {Figure::PathIssue,
     "issuing",
     FigureUnit::Share,
     {kList<"/critical_path/issue">, kList<kPath>}},
    {Figure::PathSynchronization,
     "synchronization",
     FigureUnit::Share,
     {kList<"/critical_path/synchronization">, kList<kPath>}},
    {Figure::PathWaits,
     "other waits",
     FigureUnit::Share,
     {kList<"/critical_path/wait">, kList<kPath>}},
    {Figure::Bound, "bound", FigureUnit::Count, {kList<"/pipeline/bound">}},
    {Figure::Load, "load", FigureUnit::Ticks, {kList<"/pipeline/load">}},
    {Figure::Compute, "compute", FigureUnit::Ticks, {kList<"/pipeline/compute">}},
    {Figure::Stages, "stages", FigureUnit::Count, {kList<"/pipeline/stages">}},
    {Figure::NeededStages, "needed stages", FigureUnit::Count, {kList<"/pipeline/needed_stages">}},
    {Figure::Groups, "consumer groups", FigureUnit::Count, {kList<"/pipeline/groups">}},
    {Figure::TimeToSpare, "time to spare", FigureUnit::Ticks, {kList<"/pipeline/slack">}},
    {Figure::PipelineBlocked,
     "blocking waits",
     FigureUnit::Share,
     {kList<"/pipeline/blocked_share">}},
    {Figure::SteadyExposed,
     "waited for, steady state",
     FigureUnit::Share,
     {kList<kHidden>, {}, true}},
    {Figure::SteadyHidden, "hidden, steady state", FigureUnit::Share, {kList<kHidden>}},
    {Figure::WaitedShare,
     "of the waiting warps' time",
     FigureUnit::Share,
     {kList<"/channels/{channel}/waited_share">}},
    {Figure::LateMedian,
     "late, median",
     FigureUnit::Ticks,
     {kList<"/channels/{channel}/steady/late/median">}},
    {Figure::LateShare,
     "of the wait time",
     FigureUnit::Share,
     {kList<kLateSum>, kList<kLateSum, kExposedSum>}},
    {Figure::ExposedOutside,
     "waited for outside the steady state",
     FigureUnit::Share,
     {kList<kExposedSum>, kList<"/channels/{channel}/all/exposed/sum">, true}},
    {Figure::WaitedMean,
     "waited for, mean",
     FigureUnit::Ticks,
     {kList<"{steady}/exposed/sum">, kList<kSteadyVisits>}},
    {Figure::WaitedMedian,
     "waited for, median",
     FigureUnit::Ticks,
     {kList<"{steady}/exposed/median">}},
    {Figure::InFlightMean,
     "in flight, mean",
     FigureUnit::Ticks,
     {kList<"{steady}/in_flight/sum">, kList<kSteadyVisits>}},
    {Figure::BlockedShare,
     "blocking waits",
     FigureUnit::Share,
     {kList<"{steady}/ready_before">, kList<kSteadyVisits>, true}},
    {Figure::RoleShare,
     "of the role's time",
     FigureUnit::Share,
     {kList<"/roles/{role}/waits/{target}/share">}},
    {Figure::RolePerIteration,
     "per iteration",
     FigureUnit::Ticks,
     {kList<"/roles/{role}/waits/{target}/per_iteration">}},
    {Figure::RoleBlocked,
     "blocking waits",
     FigureUnit::Share,
     {kList<"/roles/{role}/waits/{target}/blocked">, kList<"/roles/{role}/waits/{target}/waits">}},
    {Figure::RoleIterations, "iterations", FigureUnit::Count, {kList<"/roles/{role}/iterations">}},
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
