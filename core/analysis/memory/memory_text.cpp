// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/memory_text.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace pstudio::memory {

namespace {

std::string number(double value, const char *format = "%.4g") {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Rows of equal length, the first one a heading: columns as wide as they need, the first and the
/// last one to the left.
std::string tableText(const std::vector<std::vector<std::string>> &rows) {
  std::vector<size_t> widths(rows.front().size(), 0);
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto &row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - row[i].size(), ' ');
      const bool isLeft = i == 0 || i + 1 == row.size();
      text += (i == 0 ? "  " : "   ") + (isLeft ? row[i] : padding + row[i]);
      if (isLeft && i + 1 != row.size())
        text += padding;
    }
    text += '\n';
  }
  return text;
}

std::vector<std::string> rowOf(const AccessSite &site, const SiteStatistics &numbers) {
  const bool isShared = site.space == AccessSpace::Shared;
  const uint64_t is = isShared ? numbers.wavefronts : numbers.sectors;
  const uint64_t ideal = isShared ? numbers.phases : numbers.ideal;
  const SiteStatistics::Dominant pattern = numbers.dominant();
  return {siteText(site),
          std::to_string(numbers.accesses),
          isShared ? "turns" : "sectors",
          number(ratio(is, numbers.accesses)),
          number(ratio(ideal, numbers.accesses)),
          number(is == 0 ? 100 : 100 * ratio(ideal, is)) + " %",
          patternText(pattern.pattern) +
              (pattern.part < 1 ? " (" + number(100 * pattern.part) + " %)" : "")};
}

} // namespace

std::string describeAccesses(const AccessTable &table, std::span<const SiteStatistics> sites) {
  std::vector<std::vector<std::string>> rows{
      {"operation", "accesses", "in", "each", "ideal", "efficiency", "pattern"}};
  for (size_t i = 0; i < sites.size(); ++i)
    if (sites[i].accesses > 0)
      rows.push_back(rowOf(table.sites()[i], sites[i]));
  return rows.size() == 1 ? "" : tableText(rows);
}

std::string describeBuffers(const BufferMap &buffers, const SectorTouches &touches,
                            const MemoryModel &model) {
  std::vector<std::vector<std::string>> rows{
      {"buffer", "lines touched", "of it", "touches a line", "by warps", "by CTAs"}};
  for (uint32_t i = 0; i < buffers.buffers().size(); ++i) {
    const Buffer &buffer = buffers.buffers()[i];
    const uint64_t bytes = buffers.bytesOf(i);
    if (buffer.space != AccessSpace::Global || bytes == 0)
      continue;
    uint64_t lines = 0, count = 0, warps = 0, ctas = 0;
    touches.forLines(buffer.base, buffer.base + (bytes - 1), [&](uint64_t, const LineTouch &line) {
      ++lines;
      count += line.touches;
      warps += line.warps;
      ctas += line.ctas;
    });
    if (lines == 0)
      continue;
    const uint64_t first = buffer.base / model.lineBytes;
    const uint64_t all = (buffer.base + (bytes - 1)) / model.lineBytes - first + 1;
    rows.push_back({buffer.name, std::to_string(lines),
                    number(100 * ratio(lines, all) / touches.keptPart(), "%.3g") + " %",
                    number(ratio(count, lines)), number(ratio(warps, lines)),
                    number(ratio(ctas, lines))});
  }
  return rows.size() == 1 ? "" : tableText(rows);
}

std::string describeFindings(std::span<const Finding> findings) {
  std::string text;
  for (const Finding &finding : findings) {
    text += "- " + finding.what + "\n  " + finding.evidence + "\n";
    if (!finding.advice.empty())
      text += "  " + finding.advice + "\n";
  }
  return text;
}

} // namespace pstudio::memory
