// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/kernel_rows.h"

#include <algorithm>

#include "collector/attach/host/launch_rules.h"
#include "core/base/json_field.h"

namespace pstudio::attach {
namespace {

void add(LaunchCounts &sum, const LaunchCounts &more) {
  sum.launches += more.launches;
  sum.autotuning += more.autotuning;
  sum.captured += more.captured;
  sum.recorded += more.recorded;
}

void addProcess(const SeenProcess &process, const ProcessCounts &counts,
                std::vector<KernelRow> &rows) {
  std::map<std::string, KernelRow> byName;
  for (const auto &[number, kernel] : process.kernels) {
    if (kernel.seen.name.empty())
      continue; // its source was announced, it was never seen
    KernelRow &row = byName[kernel.seen.name];
    row.process = process.process;
    row.name = kernel.seen.name;
    row.isMatched = row.isMatched || kernel.isMatched;
    ++row.versions;
    if (number < counts.kernels.size())
      add(row.counts, counts.kernels[number]);
    // One version that cannot be instrumented is what the user has to know.
    if (kernel.tried && (!row.tried || !kernel.tried->code))
      row.tried = kernel.tried;
  }
  for (auto &[name, row] : byName)
    rows.push_back(std::move(row));
}

/// Why a chosen kernel was never recorded although nothing was rejected.
Remark reasonOf(const KernelRow &row) {
  Remark remark{"launch.none", row.process, row.name, 0, {}};
  if (row.counts.launches == 0 && row.counts.autotuning > 0)
    remark.code = "autotune";
  else if (row.counts.launches == 0 && row.counts.captured > 0)
    remark.code = "captured";
  else
    remark.detail = std::to_string(row.counts.launches) + " launches";
  return remark;
}

/// The nearest names, or the most launched ones.
std::string namesNear(const std::string &glob, const std::vector<KernelRow> &rows) {
  std::vector<std::string_view> names;
  for (const KernelRow &row : rows)
    if (std::ranges::find(names, row.name) == names.end())
      names.push_back(row.name);
  if (names.empty())
    return "no kernel was launched";
  std::string bare = glob;
  std::erase(bare, '*');
  if (const std::string_view nearest = nearestName(bare, names); !nearest.empty())
    return "did you mean " + std::string(nearest) + "?";
  constexpr size_t kMost = 5;
  std::string text = "kernels of the program: ";
  for (size_t i = 0; i < std::min(kMost, names.size()); ++i)
    text += (i == 0 ? "" : ", ") + std::string(names[i]);
  return text + (names.size() > kMost ? ", ..." : "");
}

} // namespace

std::vector<KernelRow> kernelRows(const Observations &observations,
                                  const std::map<uint32_t, ProcessCounts> &counts) {
  std::vector<KernelRow> rows;
  for (const auto &[id, process] : observations.processes) {
    const auto found = counts.find(id);
    const size_t begin = rows.size();
    addProcess(process, found == counts.end() ? ProcessCounts() : found->second, rows);
    std::ranges::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                             [](const KernelRow &a, const KernelRow &b) {
                               return a.counts.launches > b.counts.launches;
                             });
  }
  return rows;
}

void explainMissing(const AttachRequest &request, const std::vector<KernelRow> &rows,
                    std::vector<Remark> &remarks, std::vector<std::string> &notes) {
  for (const KernelRow &row : rows) {
    const bool isExplained = std::ranges::any_of(remarks, [&row](const Remark &remark) {
      return remark.process == row.process && (remark.kernel == row.name || remark.kernel.empty());
    });
    if (row.isMatched && row.counts.recorded == 0 && !isExplained)
      remarks.push_back(reasonOf(row));
  }
  for (const AttachRule &rule : request.rules)
    if (std::ranges::none_of(
            rows, [&rule](const KernelRow &row) { return LaunchRules::matches(rule, row.name); }))
      notes.push_back("--kernel " + rule.kernel + " matched no kernel; " +
                      namesNear(rule.kernel, rows));
}

} // namespace pstudio::attach
