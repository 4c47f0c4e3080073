// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/kernel_rows.h"

#include <algorithm>
#include <functional>

#include "collector/attach/host/launch_rules.h"
#include "core/base/json_field.h"
#include "core/base/number_text.h"

namespace pstudio::attach {
namespace {

void add(LaunchCounts &sum, const LaunchCounts &more) {
  sum.launches += more.launches;
  sum.autotuning += more.autotuning;
  sum.captured += more.captured;
  sum.recorded += more.recorded;
  sum.outside += more.outside;
  sum.replays += more.replays;
}

void addProcess(const SeenProcess &process, const ProcessCounts &counts,
                std::vector<KernelRow> &rows) {
  std::map<std::string, KernelRow> byName;
  for (const auto &[number, kernel] : process.kernels) {
    if (kernel.seen.name.empty())
      continue; // only its source was reported, not the kernel
    KernelRow &row = byName[kernel.seen.name];
    row.process = process.process;
    row.name = kernel.seen.name;
    row.isMatched = row.isMatched || kernel.isMatched;
    ++row.versions;
    if (number < counts.kernels.size())
      add(row.counts, counts.kernels[number]);
    // A version that cannot be instrumented takes precedence in the row.
    if (kernel.tried && (!row.tried || !kernel.tried->code))
      row.tried = kernel.tried;
  }
  for (auto &[name, row] : byName)
    rows.push_back(std::move(row));
}

/// Sets the times of the rows from `begin` on, and adds rows of kernels that only the activity
/// contains.
void addTimes(uint32_t process, const GpuTimes &times, size_t begin, std::vector<KernelRow> &rows) {
  GpuTimes unseen = times;
  uint64_t all = 0;
  for (const auto &[name, time] : times)
    all += time.timeNs;
  const auto setTime = [all](KernelRow &row, const GpuTime &time) {
    row.gpu = time;
    row.gpuShare = all > 0 ? static_cast<double>(time.timeNs) / static_cast<double>(all) : 0.0;
  };
  for (size_t i = begin; i < rows.size(); ++i)
    if (const auto found = unseen.find(rows[i].name); found != unseen.end()) {
      setTime(rows[i], found->second);
      unseen.erase(found);
    }
  for (const auto &[name, time] : unseen) {
    KernelRow row;
    row.process = process;
    row.name = name;
    row.isSeen = false;
    setTime(row, time);
    rows.push_back(std::move(row));
  }
}

/// Why a chosen kernel was never recorded although nothing was rejected.
Remark reasonOf(const KernelRow &row, const std::vector<LaunchRange> &chosen) {
  Remark remark{"unknown", row.process, row.name, 0, {}};
  if (reaches(chosen, row.counts.launches))
    return remark;
  if (row.counts.launches == 0 && row.counts.autotuning > 0) {
    remark.code = "autotune";
  } else if (row.counts.launches == 0 && row.counts.captured > 0) {
    remark.code = "captured";
  } else if (row.counts.launches == 0 && row.counts.outside > 0) {
    remark.code = "range.none";
  } else {
    remark.code = "launch.none";
    remark.launch = std::ranges::min(chosen, {}, &LaunchRange::first).first;
    remark.detail = "it has " + countText(row.counts.launches, "launch", "launches");
  }
  return remark;
}

/// The first chosen launch that the kernel did not reach; none if there is none or no end to them.
std::optional<uint64_t> firstMissing(const std::vector<LaunchRange> &chosen, uint64_t launches) {
  std::optional<uint64_t> first;
  for (const LaunchRange &range : chosen) {
    if (range.last == UINT64_MAX || range.last <= launches)
      continue;
    uint64_t missing = range.first;
    if (missing <= launches)
      missing += ((launches - range.first) / range.step + 1) * range.step;
    if (missing <= range.last)
      first = std::min(first.value_or(missing), missing);
  }
  return first;
}

/// Adds a remark if the kernel reached some of its chosen launches and not all.
void explainUnreached(const KernelRow &row, const std::vector<LaunchRange> &chosen,
                      std::vector<Remark> &remarks) {
  if (!reaches(chosen, row.counts.launches))
    return;
  if (const std::optional<uint64_t> missing = firstMissing(chosen, row.counts.launches))
    remarks.push_back({"launch.none", row.process, row.name, *missing,
                       "it has " + countText(row.counts.launches, "launch", "launches")});
}

/// Takes the remark that is the reason for all kernels: nothing of the program can be recorded.
std::optional<Remark> takeProgramRemark(std::vector<Remark> &remarks) {
  const auto found = std::ranges::find_if(
      remarks, [](const Remark &remark) { return remark.code == "tool" && remark.kernel.empty(); });
  if (found == remarks.end())
    return std::nullopt;
  Remark taken = std::move(*found);
  remarks.erase(found);
  return taken;
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

GpuTimes gpuTimesOf(const ProgramEvents &events) {
  std::vector<GpuTime> byText(std::max<size_t>(events.texts.size(), 1));
  for (size_t i = 0; i < events.kernels.size(); ++i) {
    const KernelActivity &kernel = events.kernels[i];
    const int64_t launch = events.launchOfKernel[i];
    GpuTime &time = byText[kernel.text];
    time.isGraph = kernel.graphPart == GraphPart::Whole;
    if (launch >= 0 &&
        (events.launches[static_cast<size_t>(launch)].flags & kLaunchAutotuning) != 0) {
      time.autotuningNs += kernel.end - kernel.begin;
      continue;
    }
    time.timeNs += kernel.end - kernel.begin;
    ++time.launches;
  }
  GpuTimes times;
  for (uint32_t text = 0; text < byText.size(); ++text)
    if (byText[text].launches + byText[text].autotuningNs > 0 && !events.text(text).empty()) {
      GpuTime &time = times[std::string(events.text(text))];
      time.timeNs += byText[text].timeNs;
      time.launches += byText[text].launches;
      time.autotuningNs += byText[text].autotuningNs;
      time.isGraph = byText[text].isGraph;
    }
  return times;
}

std::vector<KernelRow> kernelRows(const Observations &observations,
                                  const std::map<uint32_t, ProcessCounts> &counts,
                                  const std::map<uint32_t, GpuTimes> &times) {
  std::vector<KernelRow> rows;
  for (const auto &[id, process] : observations.processes) {
    const auto found = counts.find(id);
    const size_t begin = rows.size();
    addProcess(process, found == counts.end() ? ProcessCounts() : found->second, rows);
    if (const auto known = times.find(id); known != times.end())
      addTimes(id, known->second, begin, rows);
    std::ranges::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                             std::ranges::greater(), [](const KernelRow &row) {
                               return std::pair(row.gpu ? row.gpu->timeNs : 0, row.counts.launches);
                             });
  }
  return rows;
}

void explainMissing(const AttachRequest &request, const std::vector<KernelRow> &rows,
                    std::vector<Remark> &remarks, std::vector<std::string> &notes) {
  const LaunchRules rules(request.rules);
  std::optional<Remark> common = takeProgramRemark(remarks);
  bool isCommonGiven = false;
  for (const KernelRow &row : rows) {
    const bool isExplained = std::ranges::any_of(remarks, [&row](const Remark &remark) {
      return remark.process == row.process && remark.kernel == row.name;
    });
    if (!row.isMatched)
      continue;
    const std::vector<LaunchRange> chosen = rules.launchesOf(row.name);
    explainUnreached(row, chosen, remarks);
    if (row.counts.recorded != 0 || isExplained)
      continue;
    isCommonGiven = true;
    remarks.push_back(common ? Remark{common->code, row.process, row.name, 0, common->detail}
                      : chosen.empty() ? Remark{"unknown", row.process, row.name, 0, {}}
                                       : reasonOf(row, chosen));
  }
  if (common && !isCommonGiven)
    remarks.push_back(*std::move(common));
  for (const AttachRule &rule : request.rules)
    if (std::ranges::none_of(
            rows, [&rule](const KernelRow &row) { return LaunchRules::matches(rule, row.name); }))
      notes.push_back("--kernel " + rule.kernel + " matched no kernel; " +
                      namesNear(rule.kernel, rows));
}

} // namespace pstudio::attach
