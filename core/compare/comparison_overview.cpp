// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison_overview.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/utf8.h"
#include "core/compare/comparison_text.h"

namespace pstudio::compare {
namespace {

constexpr size_t kNameWidth = 44;
constexpr size_t kCellWidth = 14;

std::string padded(std::string text, size_t width) {
  text.insert(0, text.size() < width ? width - text.size() : 1, ' ');
  return text;
}

/// Of a regression the ratio of the medians, else 0.
double slowdownOf(const ScopeComparison &row) {
  return row.isRegression ? row.ratio.value_or(0) : 0;
}

bool isWorse(const ScopeComparison &a, const ScopeComparison &b) {
  if (orderOf(a.kind) != orderOf(b.kind))
    return orderOf(a.kind) < orderOf(b.kind);
  if (slowdownOf(a) != slowdownOf(b))
    return slowdownOf(a) > slowdownOf(b);
  return a.verdict < b.verdict;
}

/// The baseline's side, if there is one.
const ScopeSide &namedSide(const ScopeComparison &row) {
  return row.baseline ? *row.baseline : *row.candidate;
}

/// Is in no baseline, kind, kernel, names.
using OverviewKey = std::tuple<bool, ScopeKind, std::string, std::vector<std::string>>;

OverviewKey keyOf(const ScopeComparison &row) {
  const ScopeSide &side = namedSide(row);
  return {!row.baseline.has_value(), row.kind, side.kernel, side.names};
}

} // namespace

std::vector<OverviewRow> overviewRows(std::span<const TraceComparison> comparisons) {
  std::map<OverviewKey, OverviewRow> rows;
  for (size_t i = 0; i < comparisons.size(); ++i)
    for (const ScopeComparison &row : comparisons[i].scopes) {
      OverviewRow &line = rows[keyOf(row)];
      line.inEach.resize(comparisons.size());
      line.inEach[i] = &row;
      // The longer name has the kernel: a pair of traces with one kernel each omits it.
      if (line.any == nullptr || namedSide(row).name.size() > namedSide(*line.any).name.size())
        line.any = &row;
      if (line.worst == nullptr || isWorse(row, *line.worst))
        line.worst = &row;
    }
  std::vector<OverviewRow> sorted;
  for (auto &[key, row] : rows)
    sorted.push_back(std::move(row));
  std::ranges::stable_sort(sorted, [](const OverviewRow &a, const OverviewRow &b) {
    return isWorse(*a.worst, *b.worst);
  });
  return sorted;
}

std::string overviewText(std::span<const TraceComparison> comparisons) {
  std::string text = "baseline   " + printableText(comparisons.front().baseline.title) + '\n';
  std::string header = "scope" + std::string(kNameWidth - 5, ' ') + padded("median", kCellWidth);
  for (size_t i = 0; i < comparisons.size(); ++i) {
    const std::string number = "[" + std::to_string(i + 1) + "]";
    text += number + std::string(11 - number.size(), ' ') +
            printableText(comparisons[i].candidate.title) + ": " + verdictsText(comparisons[i]) +
            '\n';
    header += padded(number, kCellWidth);
  }
  text += '\n' + header + '\n';
  for (const OverviewRow &line : overviewRows(comparisons)) {
    if (!line.any->baseline)
      continue;
    std::string name = printableText(line.any->baseline->name);
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
