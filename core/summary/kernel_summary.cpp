// SPDX-License-Identifier: Apache-2.0
#include "core/summary/kernel_summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "core/statistics/statistics.h"
#include "core/summary/launch_facts.h"
#include "core/summary/launch_findings.h"
#include "core/summary/residency.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/record_counts.h"
#include "core/trace/slices_range.h"
#include "core/trace/trace_text.h"

namespace pstudio::summary {
namespace {

using analysis::LaunchOverlap;
using analysis::PathKind;

constexpr size_t kFindings = 3;

/// Parts of the critical path that differ by no more than this share of it are named both.
constexpr double kEqualParts = 0.02;

/// By GPU time; none without measured times.
std::optional<LaunchId> longestLaunch(const Trace &trace) {
  std::optional<LaunchId> longest;
  int64_t most = -1;
  for (uint32_t i = 0; i < trace.launches().size(); ++i)
    if (const auto time = gpuTimeOf(trace, trace.launches()[i]); time && time->value > most) {
      most = time->value;
      longest = LaunchId(i);
    }
  return longest;
}

const LaunchOverlap *overlapOf(std::span<const LaunchOverlap> overlaps, LaunchId launch) {
  const auto found = std::ranges::find(overlaps, launch, &LaunchOverlap::launch);
  return found == overlaps.end() ? nullptr : &*found;
}

std::string subjectOf(const Trace &trace, const Launch &launch, bool isLongest) {
  const std::string target(trace.string(launch.target));
  std::string text = target.empty() ? "device unknown" : target;
  if (launch.grid[0] != 0)
    text += ", " + extentsText(launch.grid) + " CTAs of " + extentsText(launch.block) + " threads";
  if (trace.launches().size() > 1)
    text += std::string(isLongest ? "; the longest of " : "; the first of ") +
            countText(trace.launches().size()) + " launches";
  return text;
}

/// From the first begin to the last end of the launch's slices.
std::optional<Picoseconds> recordedLength(const Trace &trace, LaunchId launch) {
  std::optional<TimeRange> range;
  for (const Track &track : trace.tracks())
    if (track.launch == launch)
      if (const auto part = slicesRange(trace, track))
        range = hullOf(range, *part);
  if (!range && trace.launches().size() == 1 && trace.timeRange() != TimeRange())
    range = trace.timeRange();
  return range ? std::optional(range->length()) : std::nullopt;
}

SummaryLine timeLine(const Trace &trace, LaunchId id) {
  const Launch &launch = trace.launches()[id.value];
  SummaryLine line{"GPU time", std::nullopt, {}, Topic::Statistics, {}};
  if (const auto time = gpuTimeOf(trace, launch))
    line.value = durationText(*time);
  if (const auto recorded = recordedLength(trace, id)) {
    const std::string part = partText(coverageOf(trace, id));
    line.detail = "records of " + (part.empty() ? "the kernel" : part) + ": " +
                  durationText(*recorded) +
                  (launch.timeBase == TimeBase::Measured
                       ? ""
                       : ", " + std::string(timeBaseName(launch.timeBase)) + " time");
  }
  return line;
}

SummaryLine wavesLine(const Trace &trace, const Launch &launch) {
  SummaryLine line{"waves", std::nullopt, {}, Topic::None, {}};
  const std::optional<Residency> residency = residencyOf(trace, launch);
  if (!residency)
    return line;
  line.value = fixedText(residency->waves, 1);
  line.detail = countText(residency->ctasPerSm, "CTA", "CTAs") + " an SM";
  if (!residency->limitedBy.empty())
    line.detail += ", limited by " + std::string(residency->limitedBy);
  return line;
}

/// A wait on the critical path that belongs to an operation, so that the panel of the overlap shows
/// this launch; none without it. At most kFindingSlices times O(visits).
SliceId pathEvidence(const LaunchOverlap &overlap) {
  const auto path =
      std::ranges::find(overlap.findings, "overlap.critical-path", &analysis::Finding::code);
  if (path == overlap.findings.end())
    return SliceId();
  const auto isOfOperation = [&overlap](SliceId slice) {
    return std::ranges::any_of(overlap.visits, [&](const auto &visit) {
      return overlap.waits[visit.wait].slice == slice;
    });
  };
  const auto found = std::ranges::find_if(path->slices, isOfOperation);
  return found == path->slices.end() ? SliceId() : *found;
}

/// The largest part of the critical path, and the next one if both are equal. If the pipeline test
/// decides between copies and the rest, the bound agrees with it.
SummaryLine pathLine(const LaunchOverlap &overlap) {
  const auto ticks = [&overlap](PathKind kind) {
    return overlap.criticalPath.ticks[static_cast<size_t>(kind)];
  };
  struct Part {
    int64_t ticks;
    const char *name;
  };
  const std::array<Part, 4> parts{
      {{ticks(PathKind::Compute) + ticks(PathKind::Issue), "warp execution"},
       {ticks(PathKind::Copy), "copies"},
       {ticks(PathKind::Matrix), "matrix operations"},
       {ticks(PathKind::Synchronization) + ticks(PathKind::Wait), "synchronization"}}};
  using Bound = analysis::PipelineTest::Bound;
  constexpr size_t kCopies = 1;
  Part most = parts[kCopies], next{-1, ""};
  if (overlap.pipeline.bound != Bound::Load) {
    most = next;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i == kCopies && overlap.pipeline.bound == Bound::Compute)
        continue;
      if (parts[i].ticks > most.ticks)
        next = std::exchange(most, parts[i]);
      else if (parts[i].ticks > next.ticks)
        next = parts[i];
    }
  }
  SummaryLine line{"bound by", most.name, {}, Topic::Overlap, pathEvidence(overlap)};
  const auto &test = overlap.pipeline;
  const auto quotient = [](int64_t a, int64_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
  };
  const auto shareOf = [&](const Part &part) {
    return quotient(part.ticks, overlap.criticalPath.total);
  };
  const bool areEqual = next.ticks > 0 && shareOf(most) - shareOf(next) <= kEqualParts;
  if (areEqual)
    line.value = std::string(most.name) + " and " + next.name;
  if (most.ticks > 0 || test.compute <= 0) // copies may bound the steady state, off that path
    line.detail = percentText(shareOf(most), 2) +
                  (areEqual ? " and " + percentText(shareOf(next), 2) : std::string()) +
                  " of the critical path of a CTA";
  else
    line.detail = "a load takes " + fixedText(quotient(test.load, test.compute), 1) +
                  " times as long as an iteration computes";
  if (const auto hidden = overlap.copies.hiddenShare())
    line.detail += "; copies are " + percentText(*hidden, 3) + " hidden";
  return line;
}

/// Without operations: the scope with most time, which does not prove a bound.
SummaryLine busiestScopeLine(const Trace &trace, LaunchId launch) {
  SummaryLine line{"bound by", std::nullopt, {}, Topic::Statistics, {}};
  if (trace.sliceCount() == 0 || trace.sliceCount() > kMostSummarySlices)
    return line;
  statistics::StatisticsQuery query;
  if (trace.launches().size() > 1) {
    for (uint32_t i = 0; i < trace.tracks().size(); ++i)
      if (trace.tracks()[i].launch == launch)
        query.tracks.push_back(TrackId(i));
    if (query.tracks.empty()) // would be all tracks
      return line;
  }
  const statistics::StatisticsTable table = statistics::makeStatistics(trace, query);
  const statistics::StatisticsRow *most = nullptr;
  for (const statistics::StatisticsRow &row : table.rows)
    if (row.content == statistics::RowContent::Scope && row.share && row.self &&
        (most == nullptr || *row.self > *most->self))
      most = &row;
  if (const auto share =
          most != nullptr ? statistics::shareOf(*most->self, table.warpTime.whole) : std::nullopt) {
    line.detail =
        "most time: " + most->label + ", " + percentText(*share, 3) + " of the time of the warps";
    line.slice = most->longest;
  }
  return line;
}

SummaryLine boundLine(const Trace &trace, LaunchId launch, const LaunchOverlap *overlap) {
  return overlap != nullptr && overlap->criticalPath.total > 0 ? pathLine(*overlap)
                                                               : busiestScopeLine(trace, launch);
}

SummaryLine recordsLine(const Trace &trace, LaunchId id) {
  const Launch &launch = trace.launches()[id.value];
  SummaryLine line{"records", std::nullopt, {}, Topic::Timeline, {}};
  const LaunchCoverage coverage = coverageOf(trace, id);
  if (coverage.recorded > 0)
    line.value = coverage.isPartial() ? partText(coverage)
                 : coverage.all > 0   ? "all " + countText(coverage.all, "CTA", "CTAs")
                                      : countText(coverage.recorded, "CTA", "CTAs");
  const auto add = [&line](const std::string &text) {
    line.detail += (line.detail.empty() ? "" : ", ") + text;
  };
  if (const auto counts = recordCounts(launch)) {
    const auto dropped = static_cast<double>(counts->dropped);
    add(counts->dropped == 0 ? std::string("none dropped")
        : counts->written == 0
            ? countText(counts->dropped) + " dropped"
            : percentText(dropped / static_cast<double>(counts->written), 2) + " dropped");
    if (counts->unmatched > 0)
      add(countText(counts->unmatched) + " without partner");
  }
  if (launch.recordingCost)
    add("cost " + significantText(launch.recordingCost->record, 3) + " cycles a record");
  return line;
}

} // namespace

Summary kernelSummary(const Trace &trace, std::span<const LaunchOverlap> overlaps) {
  const std::optional<LaunchId> longest = longestLaunch(trace);
  const LaunchId id = longest.value_or(LaunchId(0));
  const Launch &launch = trace.launches()[id.value];
  const LaunchOverlap *overlap = overlapOf(overlaps, id);
  Summary summary;
  // The title of a file may have more: "gemm_wgmma, 3 stages".
  const std::string kernel(trace.string(launch.kernel));
  summary.title = kernel.empty() ? trace.info().title : kernel;
  summary.subject = subjectOf(trace, launch, longest.has_value());
  summary.lines = {timeLine(trace, id), wavesLine(trace, launch), boundLine(trace, id, overlap)};
  std::vector<SummaryLine> findings = findingLines(launch, overlap);
  findings.resize(std::min(findings.size(), kFindings));
  for (size_t i = 0; i < findings.size(); ++i) {
    findings[i].name = "finding " + std::to_string(i + 1);
    summary.lines.push_back(std::move(findings[i]));
  }
  summary.lines.push_back(recordsLine(trace, id));
  return summary;
}

} // namespace pstudio::summary
