// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison_overview.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/compare/comparison_text.h"

namespace pstudio::compare {
namespace {

constexpr size_t kNameWidth = 44;
constexpr size_t kCellWidth = 14;

/// A scope of the baseline in all comparisons.
struct OverviewLine {
  const ScopeComparison *any = nullptr;        ///< has the baseline's side
  std::vector<const ScopeComparison *> inEach; ///< null: not in this comparison
  double worst = 0;                            ///< largest ratio of a regression; 0: none
};

std::string padded(std::string text, size_t width) {
  text.insert(0, text.size() < width ? width - text.size() : 1, ' ');
  return text;
}

std::vector<OverviewLine> linesOf(std::span<const TraceComparison> comparisons) {
  std::map<std::pair<ScopeKind, std::string>, OverviewLine> lines;
  for (size_t i = 0; i < comparisons.size(); ++i)
    for (const ScopeComparison &row : comparisons[i].scopes) {
      if (!row.baseline)
        continue;
      OverviewLine &line = lines[{row.kind, row.baseline->path}];
      line.any = &row;
      line.inEach.resize(comparisons.size());
      line.inEach[i] = &row;
      if (row.isRegression)
        line.worst = std::max(line.worst, row.ratio.value_or(0));
    }
  std::vector<OverviewLine> sorted;
  for (auto &[key, line] : lines)
    sorted.push_back(std::move(line));
  std::ranges::stable_sort(sorted, std::greater(), &OverviewLine::worst);
  return sorted;
}

} // namespace

std::string overviewText(std::span<const TraceComparison> comparisons) {
  std::string text = "baseline   " + comparisons.front().baseline.title + '\n';
  std::string header = "scope" + std::string(kNameWidth - 5, ' ') + padded("median", kCellWidth);
  for (size_t i = 0; i < comparisons.size(); ++i) {
    const std::string number = "[" + std::to_string(i + 1) + "]";
    text += number + std::string(11 - number.size(), ' ') + comparisons[i].candidate.title + ": " +
            verdictsText(comparisons[i]) + '\n';
    header += padded(number, kCellWidth);
  }
  text += '\n' + header + '\n';
  for (const OverviewLine &line : linesOf(comparisons)) {
    std::string name = line.any->baseline->path;
    if (name.size() > kNameWidth)
      name = "..." + name.substr(name.size() - kNameWidth + 3); // paths differ at the end
    text += name + std::string(kNameWidth - name.size(), ' ') +
            padded(amountText(*line.any, static_cast<double>(line.any->baseline->figures.median)) +
                       " " + std::string(unitText(*line.any)),
                   kCellWidth);
    for (const ScopeComparison *row : line.inEach)
      text += padded(row != nullptr && row->candidate
                         ? changeText(*row) + " " + std::string(signOf(row->verdict))
                         : std::string("-"),
                     kCellWidth);
    text += '\n';
  }
  return text;
}

} // namespace pstudio::compare
