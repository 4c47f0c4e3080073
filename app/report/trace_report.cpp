// SPDX-License-Identifier: Apache-2.0
// A trace as a report in one HTML file.
#include "app/report/trace_report.h"

#include <algorithm>

#include "app/report/report_pictures.h"
#include "core/base/html_text.h"
#include "core/review/review_fields.h"
#include "core/statistics/statistics_text.h"
#include "core/summary/summary_html.h"
#include "core/trace/cost_correction.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/record_counts.h"
#include "core/trace/trace_text.h"
#include "viewer/export/heat_picture.h"
#include "viewer/export/picture_parts.h"
#include "viewer/geometry/heat/heat_data.h"
#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/geometry/overlap_data.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/geometry/timeline/trace_opening.h"

namespace pstudio {
namespace {

constexpr std::string_view kReportHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>@TITLE@</title><style>
:root{--ink:#1c2128;--muted:#57606a;--ground:#fff;--line:#d8dee4;--head:#f6f8fa;--warn:#b45309;--good:#1a7f4b}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ef;--muted:#9aa4b2;--ground:#14161a;--line:#30363f;--head:#1c2027;--warn:#e3a542;--good:#58b97f}}
body{font:14px/1.45 Inter,"Segoe UI",Roboto,sans-serif;margin:24px;max-width:1232px;color:var(--ink);background:var(--ground)}
h1{font-size:20px;margin:0 0 4px}h2{font-size:16px;margin:28px 0 8px}h3{font-size:14px;margin:16px 0 6px}
table{border-collapse:collapse;margin:8px 0}
th,td{padding:3px 10px 3px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{color:var(--muted);font-weight:600}
td{overflow-wrap:anywhere}td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
img{max-width:100%;height:auto;display:block;border:1px solid var(--line)}
.summary td:first-of-type{min-width:220px}a{color:inherit;font-weight:600}
.muted{color:var(--muted)}.badge{border-left:3px solid var(--muted);padding:2px 10px;margin:4px 0;background:var(--head)}
.loss,.caution{border-left-color:var(--warn)}.good{border-left-color:var(--good)}
.swatch{display:inline-block;width:10px;height:10px;margin-right:8px}
.yellow{background:#d99a2b}.green{background:#3f9d6a}.blue{background:#3d7dd8}.red{background:#d84f45}
</style></head><body>
)";
constexpr size_t kMaxScopes = 200;
constexpr const char *kDash = "\u2013";

/// \param topic  links of the summary lead to it.
std::string headingOf(const std::string &text, summary::Topic topic = summary::Topic::None) {
  const std::string id(nameOf(topic));
  return (id.empty() ? "<h2>" : "<h2 id=\"" + id + "\">") + htmlEscaped(text) + "</h2>\n";
}

std::string tableHead(std::initializer_list<const char *> columns) {
  std::string row = "<table>\n<tr>";
  for (const char *column : columns)
    row += "<th>" + htmlEscaped(column) + "</th>";
  return row + "</tr>\n";
}

/// A text with a stripe in the colour of its kind, and its explanation.
std::string markedHtml(const char *kind, const std::string &text, const std::string &explanation) {
  return std::string("<p class=\"badge ") + kind + "\"><b>" + htmlEscaped(text) +
         "</b> <span class=\"muted\">" + htmlEscaped(explanation) + "</span></p>\n";
}

std::string badgesHtml(const std::vector<QualityBadge> &badges) {
  using Severity = QualityBadge::Severity;
  std::string html;
  for (const QualityBadge &badge : badges) {
    const char *kind = badge.severity == Severity::Good      ? "good"
                       : badge.severity == Severity::Loss    ? "loss"
                       : badge.severity == Severity::Caution ? "caution"
                                                             : "neutral";
    html += markedHtml(kind, badge.text, badge.explanation);
  }
  return html;
}

/// The sentences of the panel's cards; their evidence is in the pictures.
std::string findingsHtml(const std::vector<analysis::Finding> &findings) {
  using Severity = analysis::Finding::Severity;
  std::string html;
  for (const analysis::Finding &finding : findings) {
    const char *kind = finding.severity == Severity::Good      ? "good"
                       : finding.severity == Severity::Warning ? "loss"
                       : finding.severity == Severity::Notice  ? "caution"
                                                               : "neutral";
    html += markedHtml(kind, finding.title, finding.detail);
  }
  return html;
}

/// Exact facts of every launch; the summary has the first ones.
std::string launchesHtml(const Trace &trace) {
  const TimeRange range = trace.timeRange();
  std::string html = tableHead(
      {"Kernel", "Target", "Grid", "Block", "Records", "Dropped", "Without partner", "Time"});
  // Files of other programs do not contain these numbers.
  const auto records = [](const Launch &launch, uint64_t RecordCounts::*number) {
    const std::optional<RecordCounts> counts = recordCounts(launch);
    return counts ? formatCount(static_cast<int64_t>((*counts).*number)) : std::string(kDash);
  };
  for (const Launch &launch : trace.launches()) {
    const auto extents = [](const std::array<uint32_t, 3> &size) {
      return size[0] == 0 ? std::string(kDash) : extentsText(size);
    };
    html += "<tr>" + htmlCell(trace.string(launch.kernel), false) +
            htmlCell(trace.string(launch.target), false) + htmlCell(extents(launch.grid)) +
            htmlCell(extents(launch.block)) + htmlCell(records(launch, &RecordCounts::written)) +
            htmlCell(records(launch, &RecordCounts::dropped)) +
            htmlCell(records(launch, &RecordCounts::unmatched)) +
            htmlCell(timeBaseName(launch.timeBase), false) + "</tr>\n";
  }
  html += "</table>\n";
  const std::string part = partText(coverageOf(trace));
  return (trace.launches().empty() ? headingOf("Content") : headingOf("Launches") + html) +
         "<p class=\"muted\">" +
         htmlEscaped(formatExact(range.length()) + (part.empty() ? part : " of " + part) + ", " +
                     formatCount(static_cast<int64_t>(trace.sliceCount())) + " slices") +
         "</p>\n";
}

std::string notesHtml(const review::ReadReview &read) {
  std::string html;
  if (!read.review.notes.empty()) {
    html = headingOf("Notes") + tableHead({"Time", "Length", "Note", "Track"});
    for (const review::Note &note : read.review.notes) {
      const std::string color(review::kColorNames[static_cast<size_t>(note.color)]);
      html += "<tr><td class=\"n\"><span class=\"swatch " + color + "\" title=\"" + color +
              "\"></span>" + htmlEscaped(formatExact(note.begin)) + "</td>" +
              htmlCell(note.begin == note.end ? kDash : formatExact(note.range().length())) +
              htmlCell(note.text.empty() ? "bookmark" : note.text, false) +
              htmlCell((note.track.empty() ? "all tracks" : note.track) +
                           (note.isCorrected ? " (recording cost subtracted)" : ""),
                       false) +
              "</tr>\n";
    }
    html += "</table>\n";
  }
  if (read.skipped > 0)
    html += "<p class=\"badge loss\">" +
            htmlEscaped(
                countText(read.skipped, "damaged note or view is", "damaged notes or views are")) +
            " left out.</p>\n";
  return html;
}

std::string statisticsHtml(const Trace &trace) {
  using namespace statistics;
  const StatisticsTable table = makeStatistics(trace, {});
  if (table.rows.empty())
    return {};
  std::string html = headingOf("Durations of scopes", summary::Topic::Statistics) +
                     tableHead({"Scope", "Kind", "Count", "Total", "Self", "Share", "Median", "p95",
                                "p99", "Longest"});
  const auto time = [](int64_t picoseconds) { return formatShort(Picoseconds(picoseconds)); };
  size_t omitted = 0; // scopes
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const StatisticsRow &row = table.rows[i];
    const bool isScope = row.content == RowContent::Scope;
    if (isScope && i >= kMaxScopes) {
      ++omitted;
      continue;
    }
    const bool hasTimes = row.time.count > 0;
    const bool hasSelf = row.hasLengths() && row.self;
    html += "<tr>" + htmlCell(row.label, false) + htmlCell(rowKindText(trace, row), false) +
            htmlCell(isScope ? formatCount(static_cast<int64_t>(row.time.count)) : kDash) +
            htmlCell(row.hasLengths() ? time(row.total) : kDash) +
            htmlCell(hasSelf ? time(*row.self) : kDash) +
            htmlCell(row.share ? formatPercent(*row.share) : kDash) +
            htmlCell(hasTimes ? time(row.time.median) : kDash) +
            htmlCell(hasTimes ? time(row.time.high95) : kDash) +
            htmlCell(hasTimes ? time(row.time.high99) : kDash) +
            htmlCell(hasTimes ? time(row.time.most) : kDash) + "</tr>\n";
  }
  std::string remarks = statisticsRemarks(table);
  if (omitted > 0)
    remarks = countText(omitted) + " further scopes. " + remarks;
  html += "</table>\n";
  return remarks.empty() ? html : html + "<p class=\"muted\">" + htmlEscaped(remarks) + "</p>\n";
}

Result<std::string> overlapHtml(const OverlapData &data, const ReportPictures &pictures) {
  std::string html;
  for (uint32_t launch = 0; launch < data.launches().size(); ++launch) {
    const analysis::LaunchOverlap &overlap = data.launches()[launch];
    for (uint32_t channel = 0; channel < overlap.channels.size(); ++channel) {
      html += "<h3>" +
              htmlEscaped(overlap.name + ", " + overlap.channels[channel].name + ": " +
                          channelSubtitle(overlap, channel)) +
              "</h3>\n<table>\n";
      for (const FigureTile &tile : overlapTiles(overlap, channel))
        html += "<tr>" + htmlCell(tile.label, false) + htmlCell(tile.value) +
                htmlCell(tile.detail, false) + "</tr>\n";
      html += "</table>\n" + badgesHtml(overlapBadges(data, launch, channel));
    }
    html += findingsHtml(overlapFindings(data, launch));
  }
  if (html.empty())
    return html;
  PSTUDIO_TRY_ASSIGN(const std::string picture, pictures.overlap(data));
  return headingOf("Overlap of asynchronous operations", summary::Topic::Overlap) + picture + html;
}

Result<std::string> memoryHtml(const Trace &trace, const ReportPictures &pictures) {
  std::string html;
  for (const uint32_t launch : launchesWithAccesses(trace)) {
    HeatData data = heatDataOf(trace, launch);
    while (!data.isComplete())
      data = data.withNext();
    const std::vector<MemoryOperationRow> rows =
        memoryOperationRows(data, SourceTexts({std::shared_ptr<const Trace>(), &trace}));
    if (rows.empty())
      continue;
    PSTUDIO_TRY_ASSIGN(const std::string picture, pictures.heat(trace, data, launch));
    html += "<h3>" + htmlEscaped(launchName(trace, launch)) + "</h3>\n" + picture +
            tableHead({"Operation", "Accesses", "Per access", "Used share", "Wasted", "Pattern"});
    for (const MemoryOperationRow &row : rows)
      html += "<tr>" + htmlCell(row.operation, false) +
              htmlCell(formatCount(static_cast<int64_t>(row.accesses))) + htmlCell(movedText(row)) +
              htmlCell(efficiencyText(row)) + htmlCell(excessText(row)) +
              htmlCell(row.pattern, false) + "</tr>\n";
    html += "</table>\n" + badgesHtml(heatBadges(trace, openingHeatChoice(data, launch), data)) +
            findingsHtml(heatCards(data));
  }
  return html.empty() ? html : headingOf("Memory accesses", summary::Topic::Memory) + html;
}

std::string recordingNotesHtml(const Trace &trace) {
  if (trace.notes().empty())
    return {};
  std::string html = headingOf("Notes on the recording") + "<ul>\n";
  for (const Note &note : trace.notes())
    html += "<li>" + htmlEscaped(note.message) +
            (note.count > 1
                 ? htmlEscaped(" (" + formatCount(static_cast<int64_t>(note.count)) + " times)")
                 : std::string()) +
            "</li>\n";
  return html + "</ul>\n";
}

/// All views, or those with the names.
Result<std::vector<review::View>> viewsOf(const TraceReport &report) {
  const review::Review &review = report.review.review;
  if (report.views.empty())
    return review.views;
  std::vector<review::View> views;
  for (const std::string &name : report.views) {
    PSTUDIO_TRY_ASSIGN(review::View view, review::viewNamed(review, name));
    views.push_back(std::move(view));
  }
  return views;
}

} // namespace

Result<std::string> traceReportHtml(const TraceReport &report) {
  PSTUDIO_TRY_ASSIGN(const std::vector<review::View> views, viewsOf(report));
  const Trace &trace = *report.trace;
  const auto overlap = std::make_shared<const OverlapData>(report.trace);
  const ReportPictures pictures(report.trace, overlap, report.review.review);
  summary::Summary lines = summary::summaryOf(trace, overlap->launches());
  std::string html(kReportHead);
  const std::string title = trace.info().title.empty() ? "Trace" : trace.info().title;
  if (lines.title == title) // the heading of the document
    lines.title.clear();
  html.replace(html.find("@TITLE@"), 7, htmlEscaped(title));
  std::vector<QualityBadge> badges = qualityBadges(trace);
  if (const auto badge = openingBadge(openingOf(trace))) // of the picture of the timeline
    badges.push_back(*badge);
  html += "<h1>" + htmlEscaped(title) + "</h1>\n<p class=\"muted\">" +
          htmlEscaped("recorded: " + readableDate(trace.info().date)) + "</p>\n" +
          summary::summaryHtml(std::span(&lines, 1), {}, true) + badgesHtml(warningsFirst(badges));
  PSTUDIO_TRY_ASSIGN(const std::string whole, pictures.timeline());
  html += headingOf("Timeline", summary::Topic::Timeline) + whole;
  for (const review::View &view : views) {
    PSTUDIO_TRY_ASSIGN(const std::string picture, pictures.view(view));
    html += headingOf(view.name) + picture;
  }
  html += notesHtml(report.review) + statisticsHtml(trace);
  PSTUDIO_TRY_ASSIGN(const std::string hidden, overlapHtml(*overlap, pictures));
  PSTUDIO_TRY_ASSIGN(const std::string memory, memoryHtml(trace, pictures));
  return html + hidden + memory + launchesHtml(trace) + recordingNotesHtml(trace) +
         "</body></html>\n";
}

} // namespace pstudio
