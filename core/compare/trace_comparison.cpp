// SPDX-License-Identifier: Apache-2.0
// Two traces scope by scope: what became slower, by how much, and how certain that is.
#include "core/compare/trace_comparison.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/parallel.h"

namespace pstudio::compare {
namespace {

constexpr double kMinClockChange = 0.02; // share: smaller ones are drift

std::optional<double> quotientOf(double candidate, double baseline) {
  return baseline > 0 ? std::optional(candidate / baseline) : std::nullopt;
}

Verdict verdictOf(const RatioInterval &interval, double threshold) {
  if (interval.low >= 1 - threshold && interval.high <= 1 + threshold)
    return Verdict::Same;
  if (interval.low > 1)
    return Verdict::Slower;
  return interval.high < 1 ? Verdict::Faster : Verdict::Unknown;
}

/// Of rows by mean: the verdict on the total, whose interval is that of the mean times the ratio of
/// the counts. Totals of traces that recorded different parts of a launch are not compared.
void judgeTotal(const ScopeSamples &baseline, const ScopeSamples &candidate, double threshold,
                ScopeComparison &row) {
  const double counts =
      static_cast<double>(candidate.figures.count) / static_cast<double>(baseline.figures.count);
  const RatioInterval total{row.interval->ratio * counts, row.interval->low * counts,
                            row.interval->high * counts};
  const Verdict verdict = verdictOf(total, threshold);
  if (verdict == row.verdict)
    return;
  row.verdict = Verdict::Unknown;
  row.reason = "the mean and the total change differently: " + countText(baseline.figures.count) +
               " and " + countText(candidate.figures.count) + " instances";
}

/// Verdict, interval and reason of a row that has both sides.
/// \param areTotalsComparable  both traces recorded the same part of their launches.
void judge(const ScopeSamples &baseline, const ScopeSamples &candidate,
           const CompareOptions &options, bool areTotalsComparable, ScopeComparison &row) {
  const int64_t before = baseline.figures.median, after = candidate.figures.median;
  row.isByMean = baseline.isOfWaits || candidate.isOfWaits || before == 0 || after == 0;
  row.ratio = row.isByMean ? quotientOf(candidate.figures.mean(), baseline.figures.mean())
                           : quotientOf(static_cast<double>(after), static_cast<double>(before));
  if (baseline.values == candidate.values) {
    row.ratio = 1;
    row.interval = RatioInterval();
    row.verdict = Verdict::Same;
    return;
  }
  row.interval = row.isByMean
                     ? ratioOfMeans(baseline.values, candidate.values, options.resamples)
                     : ratioOfMedians(baseline.values, candidate.values, options.resamples);
  if (!row.interval) {
    row.reason = "fewer than " + countText(kMinInstances) + " instances";
    return;
  }
  row.verdict = verdictOf(*row.interval, options.threshold);
  if (row.verdict == Verdict::Unknown)
    row.reason = "the interval contains 1";
  else if (row.isByMean && areTotalsComparable)
    judgeTotal(baseline, candidate, options.threshold, row);
  // A scope that grew from 0 is slower but has no ratio, so it is no regression.
  row.isRegression =
      row.verdict == Verdict::Slower && row.ratio.value_or(0) > 1 + options.threshold;
}

/// Adds to the name of a launch which CTAs its duration is of.
std::string sideName(const ScopeSamples &scope, bool withKernel, const TraceFacts &facts) {
  std::string name = scopeText(scope, withKernel);
  if (scope.kind != ScopeKind::Launch || facts.sampled.empty())
    return name;
  return name + ", recorded " + (facts.sampled.size() == 1 ? facts.sampled[0] : "CTAs only");
}

ScopeSide sideOf(const ScopeSamples &scope, bool withKernel, const TraceFacts &facts,
                 Picoseconds aligned) {
  ScopeSide side{sideName(scope, withKernel, facts),
                 scope.kernel,
                 pathText(scope),
                 scope.figures,
                 scope.median,
                 {},
                 scope.path};
  if (scope.first.isValid() || scope.kind == ScopeKind::Launch)
    side.startPs = (scope.begin - aligned).value;
  return side;
}

/// Time of the candidate that the difference accounts for; of a scope without a difference the sum
/// of its durations.
double weightOf(const ScopeComparison &row) {
  const std::optional<int64_t> difference = row.difference();
  if (!difference)
    return static_cast<double>(row.anySide().figures.sum);
  return std::fabs(static_cast<double>(*difference)) *
         static_cast<double>(row.candidate->figures.count);
}

std::string listText(const std::vector<std::string> &texts) {
  std::string list;
  for (const std::string &text : texts)
    list += (list.empty() ? "" : ", ") + text;
  return list.empty() ? "none" : list;
}

/// Collects the reasons why the figures of two traces may mislead.
class WarningWriter {
public:
  WarningWriter(const TraceFacts &baseline, const TraceFacts &candidate)
      : m_baseline(baseline), m_candidate(candidate) {}

  std::vector<std::string> write(const ScopeMatching &matching, SampleUnit unit) {
    for (const auto &[facts, name] :
         {std::pair(&m_baseline, "baseline"), std::pair(&m_candidate, "candidate")})
      addOwn(*facts, name, unit);
    addDifferences(unit);
    if (matching.areOnlyKernelsMatched)
      add("The kernels have different names (" + listText(m_baseline.kernels) + ", " +
          listText(m_candidate.kernels) + ") and are compared because each trace has one.");
    for (const Rename &rename : matching.unusedRenames)
      add("No scope of both traces has the names of the match " + rename.baseline + "=" +
          rename.candidate + ".");
    return std::move(m_warnings);
  }

private:
  void add(std::string text) { m_warnings.push_back(std::move(text)); }

  void addOwn(const TraceFacts &facts, const std::string &name, SampleUnit unit) {
    if (facts.records && facts.records->dropped > 0)
      add("The " + name + " lost " + countText(facts.records->dropped) + " of " +
          countText(facts.records->written, "record", "records") +
          ", so its counts and totals are too small.");
    if (facts.lossNotes > 0)
      add("The " + name + " has " +
          countText(facts.lossNotes, "note about lost data.", "notes about lost data."));
    if (facts.incompleteSlices > 0)
      add(countText(facts.incompleteSlices, "slice", "slices") + " of the " + name +
          " without a recorded begin or end " + (facts.incompleteSlices == 1 ? "is" : "are") +
          " left out.");
    if (unit == SampleUnit::Cycles && facts.slicesWithoutCycles > 0)
      add(countText(facts.slicesWithoutCycles, "slice", "slices") + " of the " + name +
          " without cycles " + (facts.slicesWithoutCycles == 1 ? "is" : "are") + " left out.");
  }

  void addDifferences(SampleUnit unit) {
    const auto addLists = [this](const char *what, const auto &first, const auto &second) {
      if (first != second)
        add(std::string(what) + " differ: " + listText(first) + " against " + listText(second) +
            ".");
    };
    addLists("The targets", m_baseline.targets, m_candidate.targets);
    addLists("The grids", m_baseline.grids, m_candidate.grids);
    const auto partsOf = [](const TraceFacts &facts) {
      return facts.sampled.empty() ? std::vector<std::string>{"all CTAs"} : facts.sampled;
    };
    addLists("The recorded parts", partsOf(m_baseline), partsOf(m_candidate));
    if (m_baseline.timeBase != m_candidate.timeBase)
      add("One trace has measured times, the other modelled or assumed ones.");
    if (m_baseline.isCostSubtracted != m_candidate.isCostSubtracted)
      add("The recording cost is subtracted from the times of one trace only.");
    if (!m_baseline.psPerCycle || !m_candidate.psPerCycle)
      return;
    const double change = *m_candidate.psPerCycle / *m_baseline.psPerCycle;
    if (unit == SampleUnit::Time && std::fabs(change - 1) > kMinClockChange)
      add("The SM clocks differ: " + significantText(1000 / *m_baseline.psPerCycle) +
          " GHz against " + significantText(1000 / *m_candidate.psPerCycle) +
          " GHz. Times follow the clock; compare cycles to exclude it.");
  }

  const TraceFacts &m_baseline;
  const TraceFacts &m_candidate;
  std::vector<std::string> m_warnings;
};

bool hasSeveralKernels(const TraceSamples &baseline, const TraceSamples &candidate) {
  return std::max(baseline.facts.kernels.size(), candidate.facts.kernels.size()) > 1;
}

} // namespace

std::optional<int64_t> ScopeComparison::difference() const {
  if (!baseline || !candidate)
    return std::nullopt;
  if (isByMean)
    return std::llround(candidate->figures.mean() - baseline->figures.mean());
  return candidate->figures.median - baseline->figures.median;
}

size_t TraceComparison::countOf(Verdict verdict) const {
  return static_cast<size_t>(std::ranges::count(scopes, verdict, &ScopeComparison::verdict));
}

size_t TraceComparison::countOf(MatchKind kind) const {
  return static_cast<size_t>(std::ranges::count(scopes, kind, &ScopeComparison::match));
}

size_t TraceComparison::regressions() const {
  return static_cast<size_t>(std::ranges::count(scopes, true, &ScopeComparison::isRegression));
}

std::string_view nameOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Slower:
    return "slower";
  case Verdict::Unknown:
    return "unknown";
  case Verdict::Faster:
    return "faster";
  case Verdict::Same:
    return "same";
  case Verdict::OnlyBaseline:
    return "only in the baseline";
  case Verdict::OnlyCandidate:
    break;
  }
  return "only in the candidate";
}

std::string_view signOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Slower:
    return "+";
  case Verdict::Unknown:
    return "?";
  case Verdict::Faster:
    return "-";
  case Verdict::Same:
    return "=";
  case Verdict::OnlyBaseline:
    return "<";
  case Verdict::OnlyCandidate:
    break;
  }
  return ">";
}

Result<TraceComparison> compareTraces(const Trace &baseline, const TraceSamples &baselineSamples,
                                      const Trace &candidate, const TraceSamples &candidateSamples,
                                      const CompareOptions &options, const std::stop_token &stop) {
  const ScopeMatching matching = matchScopes(baselineSamples, candidateSamples, options.renames);
  TraceComparison result{
      baselineSamples.facts, candidateSamples.facts, baselineSamples.unit, options, {}, {}, {}};
  PSTUDIO_TRY_ASSIGN(result.aligned, alignTraces(baseline, baselineSamples, candidate,
                                                 candidateSamples, matching, options.alignment));
  const bool withKernel = hasSeveralKernels(baselineSamples, candidateSamples);
  result.scopes.resize(matching.matches.size());
  parallelFor(matching.matches.size(), 0, [&](size_t i) {
    if (stop.stop_requested())
      return;
    const ScopeMatch &match = matching.matches[i];
    ScopeComparison &row = result.scopes[i];
    row.match = match.kind;
    const ScopeSamples *first =
        match.baseline == kNoMatch ? nullptr : &baselineSamples.scopes[match.baseline];
    const ScopeSamples *second =
        match.candidate == kNoMatch ? nullptr : &candidateSamples.scopes[match.candidate];
    row.kind = (first != nullptr ? first : second)->kind;
    row.isInCycles = result.unit == SampleUnit::Cycles && isOfSlices(row.kind);
    if (first != nullptr)
      row.baseline = sideOf(*first, withKernel, result.baseline, result.aligned.baseline);
    if (second != nullptr)
      row.candidate = sideOf(*second, withKernel, result.candidate, result.aligned.candidate);
    if (first != nullptr && second != nullptr)
      judge(*first, *second, options,
            baselineSamples.facts.sampled == candidateSamples.facts.sampled, row);
    else
      row.verdict = first != nullptr ? Verdict::OnlyBaseline : Verdict::OnlyCandidate;
  });
  if (stop.stop_requested())
    return fail(ErrorCode::Cancelled, "the comparison was cancelled");
  std::ranges::stable_sort(result.scopes, [](const ScopeComparison &a, const ScopeComparison &b) {
    if (orderOf(a.kind) != orderOf(b.kind))
      return orderOf(a.kind) < orderOf(b.kind);
    if (a.verdict != b.verdict)
      return a.verdict < b.verdict;
    return a.isRegression != b.isRegression ? a.isRegression : weightOf(a) > weightOf(b);
  });
  result.warnings = WarningWriter(result.baseline, result.candidate).write(matching, result.unit);
  return result;
}

} // namespace pstudio::compare
