// SPDX-License-Identifier: Apache-2.0
// Comparisons as a report in one HTML file.
#include "core/compare/comparison_html.h"

#include <algorithm>
#include <cmath>

#include "core/base/html_text.h"
#include "core/base/number_text.h"
#include "core/compare/comparison_overview.h"
#include "core/compare/comparison_text.h"
#include "core/compare/side_figures.h"
#include "core/summary/summary_html.h"

namespace pstudio::compare {
namespace {

constexpr double kChartWidth = 180; // [CSS pixels]
constexpr double kChartReach = 3;   // doublings to either side that the chart shows

// Colours hold in print and for colour-blind readers; the verdict is written as well.
constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Comparison of traces</title><style>
body{font:14px/1.4 sans-serif;margin:24px;color:#1c2128;background:#fff}
h1{font-size:20px;margin:0 0 12px}
h2{font-size:16px;margin:28px 0 8px}
table{border-collapse:collapse;margin:12px 0}
th,td{padding:3px 8px;border-bottom:1px solid #d8dee4;white-space:nowrap}
th{text-align:left;background:#f6f8fa;position:sticky;top:0}
td.n{text-align:right;font-variant-numeric:tabular-nums}
tr.slower td:first-child{background:#fbe3d6;font-weight:600}
tr.faster td:first-child{background:#d9ecf7}
td.slower{background:#fbe3d6;font-weight:600}
td.faster{background:#d9ecf7}
.warning{border-left:4px solid #b45309;padding:4px 10px;margin:6px 0;background:#fdf6ec}
.summary td,.summary th{white-space:normal;vertical-align:top}
.muted{color:#57606a}
</style></head><body>
)";

/// A ratio on a scale of doublings: 0.125, 1 and 8 are the left edge, the middle and the right one.
double chartX(double ratio) {
  const double doublings = ratio > 0 ? std::log2(ratio) : -kChartReach;
  return (std::clamp(doublings, -kChartReach, kChartReach) / kChartReach + 1) / 2 * kChartWidth;
}

/// The interval as a line and the ratio as a dot, beside the line of no change.
std::string intervalChart(const ScopeComparison &row) {
  if (!row.interval)
    return "<td class=\"muted\">-</td>";
  const auto x = [](double ratio) { return fixedText(chartX(ratio), 1); };
  const std::string color = row.verdict == Verdict::Slower   ? "#b3420f"
                            : row.verdict == Verdict::Faster ? "#0b6aa2"
                                                             : "#57606a";
  return "<td><svg width=\"180\" height=\"18\" role=\"img\" aria-label=\"" +
         htmlEscaped(intervalText(row)) +
         "\"><line x1=\"90\" y1=\"0\" x2=\"90\" y2=\"18\" stroke=\"#8c959f\"/><line x1=\"" +
         x(row.interval->low) + "\" y1=\"9\" x2=\"" + x(row.interval->high) +
         "\" y2=\"9\" stroke=\"" + color + "\" stroke-width=\"3\"/><circle cx=\"" +
         x(row.interval->ratio) + "\" cy=\"9\" r=\"4\" fill=\"" + color + "\"/></svg></td>";
}

/// Both summaries beside each other, under the titles of the traces.
std::string summariesHtml(const TraceComparison &comparison) {
  const std::vector<summary::Summary> both{comparison.baseline.summary,
                                           comparison.candidate.summary};
  const std::vector<std::string> headings{"Baseline (A): " + comparison.baseline.title,
                                          "Candidate (B): " + comparison.candidate.title};
  return summary::summaryHtml(both, headings, false);
}

std::string rowHtml(const ScopeComparison &row) {
  const auto name = [](const std::optional<ScopeSide> &side) {
    return htmlCell(side ? std::string_view(side->name) : std::string_view("-"), false);
  };
  std::string figures;
  for (const SideFigure &figure : kSideFigures)
    for (const auto *side : {&row.baseline, &row.candidate})
      figures += htmlCell(sideText(row, *side, figure));
  const std::optional<int64_t> difference = row.difference();
  const std::string verdict = std::string(signOf(row.verdict)) + " " +
                              std::string(nameOf(row.verdict)) + (row.isByMean ? ", by mean" : "") +
                              (row.reason.empty() ? "" : " (" + row.reason + ")");
  const std::string state = row.verdict == Verdict::Slower   ? " class=\"slower\""
                            : row.verdict == Verdict::Faster ? " class=\"faster\""
                                                             : "";
  return "<tr" + state + ">" + htmlCell(verdict, false) + name(row.baseline) + name(row.candidate) +
         htmlCell(nameOf(row.match), false) + figures +
         htmlCell(difference ? differenceText(row, *difference) : std::string("-")) +
         htmlCell(changeText(row)) + htmlCell(intervalText(row)) + intervalChart(row) +
         htmlCell(unitText(row), false) + "</tr>\n";
}

/// Everything below the heading of a comparison.
std::string sectionHtml(const TraceComparison &comparison) {
  std::string html = summariesHtml(comparison);
  for (const std::string &warning : comparison.warnings)
    html += "<p class=\"warning\">Warning: " + htmlEscaped(warning) + "</p>\n";
  html += "<p class=\"muted\">" + htmlEscaped(matchesText(comparison)) + ". Aligned at " +
          htmlEscaped(comparison.aligned.text) + ".</p>\n";
  html += "<table>\n<tr><th>Verdict</th><th>Baseline</th><th>Candidate</th><th>Match</th>";
  for (const SideFigure &figure : kSideFigures)
    html += "<th colspan=\"2\">" + std::string(figure.heading) + " A, B</th>";
  html += "<th>B - A</th><th>Change</th><th>95 % interval</th>"
          "<th>1/8 .. 1 .. 8</th><th>Unit</th></tr>\n";
  for (const ScopeComparison &row : comparison.scopes)
    html += rowHtml(row);
  return html + "</table>\n";
}

std::string footHtml(const CompareOptions &options) {
  return "<p class=\"muted\">Change: ratio of the medians, B to A; of waits, and where a median is "
         "0, of "
         "the means. Interval: bootstrap of the "
         "ratio, "
         "95 %, " +
         countText(options.resamples) +
         " resamples, all instances, treated as independent. Changes within " +
         percentText(options.threshold, 3) + " count as the same.</p>\n</body></html>\n";
}

/// "B2: the title".
std::string candidateHtml(std::span<const TraceComparison> comparisons, size_t index) {
  return "B" + std::to_string(index + 1) + ": " + htmlEscaped(comparisons[index].candidate.title);
}

std::string changeCell(const ScopeComparison *row) {
  if (row == nullptr || !row->candidate)
    return htmlCell("-");
  const std::string state = row->verdict == Verdict::Slower   ? " slower"
                            : row->verdict == Verdict::Faster ? " faster"
                                                              : "";
  return "<td class=\"n" + state + "\">" +
         htmlEscaped(changeText(*row) + " " + std::string(signOf(row->verdict))) + "</td>";
}

std::string overviewHtml(std::span<const TraceComparison> comparisons) {
  std::string html = "<table>\n<tr><th>Scope of the baseline</th><th>Median A</th>";
  for (size_t i = 0; i < comparisons.size(); ++i)
    html += "<th>" + candidateHtml(comparisons, i) + "</th>";
  html += "</tr>\n";
  for (const OverviewRow &row : overviewRows(comparisons)) {
    if (!row.any->baseline)
      continue;
    const ScopeSide &side = *row.any->baseline;
    html += "<tr>" + htmlCell(side.name, false) +
            htmlCell(amountText(*row.any, static_cast<double>(side.figures.median)) + " " +
                     std::string(unitText(*row.any)));
    for (const ScopeComparison *each : row.inEach)
      html += changeCell(each);
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

} // namespace

std::string comparisonHtml(const TraceComparison &comparison) {
  return std::string(kHead) + "<h1>" + htmlEscaped(verdictsText(comparison)) + "</h1>\n" +
         sectionHtml(comparison) + footHtml(comparison.options);
}

std::string comparisonsHtml(std::span<const TraceComparison> comparisons) {
  if (comparisons.size() == 1)
    return comparisonHtml(comparisons.front());
  std::string html(kHead);
  html += "<h1>" + countText(comparisons.size(), "candidate", "candidates") + " and the baseline " +
          htmlEscaped(comparisons.front().baseline.title) + "</h1>\n" + overviewHtml(comparisons);
  for (size_t i = 0; i < comparisons.size(); ++i)
    html += "<h2>" + candidateHtml(comparisons, i) + "</h2>\n<p>" +
            htmlEscaped(verdictsText(comparisons[i])) + "</p>\n" + sectionHtml(comparisons[i]);
  return html + footHtml(comparisons.front().options);
}

} // namespace pstudio::compare
