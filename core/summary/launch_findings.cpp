// SPDX-License-Identifier: Apache-2.0
#include "core/summary/launch_findings.h"

#include <algorithm>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/findings.h"
#include "core/base/number_text.h"

namespace pstudio::summary {
namespace {

using Severity = analysis::Finding::Severity;

constexpr double kMuchGain = 0.1; // as the cards of the panel

struct Ranked {
  Severity severity = Severity::Info;
  SummaryLine line;
};

/// "1,024 waits": without the full stop, as the other values.
std::string withoutStop(std::string text) {
  if (text.ends_with('.'))
    text.pop_back();
  return text;
}

void addOverlap(const analysis::LaunchOverlap &overlap, std::vector<Ranked> &out) {
  for (const analysis::Finding &finding : overlap.findings) {
    // The bound states the critical path.
    if (finding.code == "overlap.critical-path")
      continue;
    SummaryLine line{{}, withoutStop(finding.title), finding.detail, Topic::Overlap, {}};
    if (!finding.slices.empty())
      line.slice = finding.slices.front();
    out.push_back({finding.severity, std::move(line)});
  }
}

void addMemory(const memory::LaunchAccesses &accesses, std::vector<Ranked> &out) {
  if (accesses.table.size() == 0)
    return;
  if (accesses.table.size() > kMostSummaryAccesses) {
    out.push_back({Severity::Info,
                   {{},
                    countText(accesses.table.size()) + " memory accesses are not summarised",
                    "the panel of memory accesses counts them",
                    Topic::Memory,
                    {}}});
    return;
  }
  const auto sites = memory::siteStatistics(accesses.table, accesses.buffers, accesses.model);
  const auto touches = memory::SectorTouches::count(accesses.table, accesses.model, {});
  for (const memory::Finding &finding :
       memory::findings(accesses.table, accesses.buffers, sites, touches)) {
    std::string detail = finding.evidence;
    if (finding.gain > 0)
      detail += (detail.empty() ? "" : "; ") + ("a fix saves " + percentText(finding.gain, 2)) +
                " of the traffic";
    const bool isSevere =
        finding.kind == memory::FindingKind::OutsideBuffers || finding.gain >= kMuchGain;
    out.push_back({isSevere ? Severity::Warning : Severity::Notice,
                   {{}, finding.what, std::move(detail), Topic::Memory, {}}});
  }
}

} // namespace

std::vector<SummaryLine> findingLines(const Launch &launch,
                                      const analysis::LaunchOverlap *overlap) {
  std::vector<Ranked> ranked;
  if (overlap != nullptr)
    addOverlap(*overlap, ranked);
  if (launch.accesses)
    addMemory(*launch.accesses, ranked);
  std::ranges::stable_sort(
      ranked, [](const Ranked &a, const Ranked &b) { return a.severity > b.severity; });
  const bool hasProblem = !ranked.empty() && ranked.front().severity >= Severity::Notice;
  std::vector<SummaryLine> lines;
  for (Ranked &finding : ranked)
    if (!hasProblem || finding.severity != Severity::Good)
      lines.push_back(std::move(finding.line));
  return lines;
}

} // namespace pstudio::summary
