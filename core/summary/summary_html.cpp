// SPDX-License-Identifier: Apache-2.0
#include "core/summary/summary_html.h"

#include <algorithm>

#include "core/base/html_text.h"

namespace pstudio::summary {
namespace {

std::string valueHtml(const SummaryLine *line, bool hasAnchors) {
  if (line == nullptr)
    return "<td></td>";
  const std::string value = htmlEscaped(line->value ? *line->value : kUnknownValue);
  const bool isLink = hasAnchors && line->topic != Topic::None && line->value;
  std::string cell = "<td>";
  cell += isLink ? "<a href=\"#" + std::string(nameOf(line->topic)) + "\">" + value + "</a>"
                 : "<b>" + value + "</b>";
  if (!line->detail.empty())
    cell += "<br><span class=\"muted\">" + htmlEscaped(line->detail) + "</span>";
  return cell + "</td>";
}

} // namespace

std::vector<std::string_view> lineNames(std::span<const Summary> summaries) {
  std::vector<std::string_view> names;
  for (const Summary &summary : summaries)
    for (const SummaryLine &line : summary.lines)
      if (std::ranges::find(names, line.name) == names.end())
        names.push_back(line.name);
  // Findings of one side only stand before the coverage, as in its own summary.
  std::ranges::stable_partition(names, [](std::string_view name) { return name != "records"; });
  return names;
}

std::string summaryHtml(std::span<const Summary> summaries, std::span<const std::string> headings,
                        bool hasAnchors) {
  std::string html = "<table class=\"summary\">\n<tr><th>device, launch</th>";
  for (size_t i = 0; i < summaries.size(); ++i) {
    const Summary &summary = summaries[i];
    html += "<td>" + (i < headings.size() ? htmlEscaped(headings[i]) + "<br>" : std::string()) +
            (summary.title.empty()
                 ? "<b>" + htmlEscaped(summary.subject) + "</b></td>"
                 : "<b>" + htmlEscaped(summary.title) + "</b><br><span class=\"muted\">" +
                       htmlEscaped(summary.subject) + "</span></td>");
  }
  html += "</tr>\n";
  for (const std::string_view name : lineNames(summaries)) {
    html += "<tr><th>" + htmlEscaped(name) + "</th>";
    for (const Summary &summary : summaries) {
      const auto found = std::ranges::find(summary.lines, name, &SummaryLine::name);
      html += valueHtml(found == summary.lines.end() ? nullptr : &*found, hasAnchors);
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

} // namespace pstudio::summary
