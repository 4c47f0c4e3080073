// SPDX-License-Identifier: Apache-2.0
// A comparison for a terminal, and the words that all its forms use.
#include "core/compare/comparison_text.h"

#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/text_table.h"
#include "core/base/utf8.h"
#include "core/compare/side_figures.h"

namespace pstudio::compare {
namespace {

constexpr std::string_view kUnknownCell = "-";
constexpr int kDigits = 4;

/// Without the sign of a zero.
std::string signedText(double value, int digits) {
  const std::string text = significantText(std::fabs(value), digits);
  return text == "0" ? text : (value < 0 ? "-" : "+") + text;
}

double percentOf(double ratio) {
  return (ratio - 1) * 100;
}

/// The name in both traces where they differ; control characters would leave the line.
std::string rowName(const ScopeComparison &row) {
  std::string name = row.anySide().name;
  if (row.match == MatchKind::Renamed)
    name = row.baseline->name + " = " + row.candidate->name;
  return printableText(name);
}

std::vector<std::string> lineOf(const ScopeComparison &row) {
  std::vector<std::string> line = {std::string(signOf(row.verdict)) + " " +
                                   std::string(nameOf(row.verdict))};
  for (const SideFigure &figure : kSideFigures)
    for (const auto *side : {&row.baseline, &row.candidate})
      line.push_back(sideText(row, *side, figure));
  const std::optional<int64_t> difference = row.difference();
  line.push_back(difference ? differenceText(row, *difference) : std::string(kUnknownCell));
  line.push_back(changeText(row));
  line.push_back(intervalText(row));
  line.emplace_back(unitText(row));
  line.push_back(rowName(row) + (row.isByMean ? "  (by mean and total)" : "") +
                 (row.reason.empty() ? "" : "  (" + printableText(row.reason) + ")"));
  return line;
}

std::string scopesText(const TraceComparison &comparison) {
  std::vector<std::string> heading = {"verdict"};
  for (const SideFigure &figure : kSideFigures) {
    heading.push_back(std::string(figure.name) + " A");
    heading.emplace_back("B");
  }
  for (const char *name : {"B - A", "change", "95 % interval", "unit", "scope"})
    heading.emplace_back(name);
  const std::string alignment = "l" + std::string(heading.size() - 2, 'r') + "l";
  TextTable table(alignment, std::move(heading), "", "  ");
  for (const ScopeComparison &row : comparison.scopes)
    table.add(lineOf(row));
  return table.text();
}

std::string factsLine(const TraceFacts &facts) {
  std::string text = facts.title.empty() ? std::string("(no title)") : printableText(facts.title);
  text += facts.length
              ? ", " + significantText(static_cast<double>(facts.length->value) / 1e6) + " us"
              : std::string(", length -");
  for (const std::string &part : facts.sampled)
    text += (&part == &facts.sampled.front() ? " of " : ", ") + part;
  return text + ", records dropped " +
         (facts.records
              ? countText(facts.records->dropped) + " of " + countText(facts.records->written)
              : std::string(kUnknownCell));
}

} // namespace

std::string amountText(const ScopeComparison &row, double value) {
  return significantText(row.isInCycles ? value : value / 1000, kDigits);
}

std::string differenceText(const ScopeComparison &row, int64_t value) {
  const auto amount = static_cast<double>(value);
  return signedText(row.isInCycles ? amount : amount / 1000, kDigits);
}

std::string sideText(const ScopeComparison &row, const std::optional<ScopeSide> &side,
                     const SideFigure &figure) {
  if (!side)
    return std::string(kUnknownCell);
  const double value = figure.number(side->figures);
  return figure.isCount ? countText(static_cast<uint64_t>(value)) : amountText(row, value);
}

std::string changeText(const ScopeComparison &row) {
  if (row.ratio)
    return signedText(percentOf(*row.ratio), 3) + (row.isByMean ? " % (mean)" : " %");
  return row.interval ? "from 0" : std::string(kUnknownCell);
}

std::string intervalText(const ScopeComparison &row) {
  if (!row.interval)
    return std::string(kUnknownCell);
  if (!std::isfinite(row.interval->low))
    return "unbounded";
  const std::string high = std::isfinite(row.interval->high)
                               ? signedText(percentOf(row.interval->high), 3)
                               : "unbounded";
  return signedText(percentOf(row.interval->low), 3) + " .. " + high + " %";
}

std::string_view unitText(const ScopeComparison &row) {
  return row.isInCycles ? "cycles" : "ns";
}

std::string verdictsText(const TraceComparison &comparison) {
  return countText(comparison.countOf(Verdict::Slower)) + " slower (" +
         countText(comparison.regressions()) + " beyond " +
         percentText(comparison.options.threshold, 3) + "), " +
         countText(comparison.countOf(Verdict::Unknown)) + " unknown, " +
         countText(comparison.countOf(Verdict::Faster)) + " faster, " +
         countText(comparison.countOf(Verdict::Same)) + " same";
}

std::string matchesText(const TraceComparison &comparison) {
  const size_t renamed = comparison.countOf(MatchKind::Renamed);
  const size_t matched = renamed + comparison.countOf(MatchKind::Exact);
  return countText(matched, "row", "rows") + " matched (" + countText(renamed) + " renamed), " +
         countText(comparison.countOf(Verdict::OnlyBaseline)) + " only in the baseline, " +
         countText(comparison.countOf(Verdict::OnlyCandidate)) + " only in the candidate";
}

std::string_view nameOf(MatchKind kind) {
  switch (kind) {
  case MatchKind::Exact:
    return "exact";
  case MatchKind::Renamed:
    return "renamed";
  case MatchKind::None:
    break;
  }
  return "-";
}

std::string comparisonText(const TraceComparison &comparison) {
  std::string text = "baseline   " + factsLine(comparison.baseline) + "\ncandidate  " +
                     factsLine(comparison.candidate) + "\naligned    at " +
                     comparison.aligned.text + "\nmatching   " + matchesText(comparison) +
                     "\nverdicts   " + verdictsText(comparison) + '\n';
  for (const std::string &warning : comparison.warnings)
    text += "warning    " + printableText(warning) + '\n';
  if (comparison.scopes.empty())
    return text + "The traces have no scopes.\n";
  return text + '\n' + scopesText(comparison);
}

} // namespace pstudio::compare
