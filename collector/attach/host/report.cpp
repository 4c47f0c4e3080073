// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/report.h"

#include <algorithm>
#include <array>

#include "collector/attach/host/launch_rules.h"
#include "collector/attach/protocol/report_codes.h"
#include "core/base/cpp_names.h"
#include "core/base/json_fields_writer.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"

namespace pstudio::attach {
namespace {

using Json = nlohmann::ordered_json;

/// Of kernels and graphs that only the activity has.
const char *unseenCode(const KernelRow &row) {
  return row.gpu && row.gpu->isGraph ? "graph.whole" : "kernel.unseen";
}

const ReportCode *codeNamed(std::string_view code) {
  const auto *found = std::ranges::find(kReportCodes, code, &ReportCode::code);
  return found == kReportCodes.end() ? nullptr : found;
}

std::string reasonOf(const Remark &remark) {
  const ReportCode *code = codeNamed(remark.code);
  const std::string reason = code ? std::string(code->reason) : remark.code;
  return remark.detail.empty() ? reason : reason + ": " + remark.detail;
}

std::string actionOf(const Remark &remark) {
  const ReportCode *code = codeNamed(remark.code);
  return code ? std::string(code->action) : std::string();
}

/// Of a process or the program, or of a launch that was recorded all the same: so their reasons
/// begin.
bool isNote(const Remark &remark) {
  const ReportCode *code = codeNamed(remark.code);
  return (code && code->reason.starts_with("the launch was recorded")) ||
         (remark.kernel.empty() && !remark.code.starts_with("records."));
}

std::string placeOf(const Remark &remark) {
  return remark.process == 0 ? "the program" : "process " + std::to_string(remark.process);
}

std::string noteOf(const Remark &remark) {
  const std::string action = actionOf(remark);
  const std::string kernel = remark.kernel.empty() ? std::string()
                                                   : ", " + briefName(remark.kernel) + " launch " +
                                                         std::to_string(remark.launch);
  return placeOf(remark) + kernel + ": " + reasonOf(remark) + (action.empty() ? "" : "; " + action);
}

std::string lineOf(const Remark &remark) {
  if (isNote(remark))
    return "note  " + noteOf(remark);
  std::string line = "not instrumented  ";
  line += remark.kernel.empty() ? placeOf(remark) : briefName(remark.kernel);
  if (remark.launch != 0)
    line += "  launch " + std::to_string(remark.launch);
  line += "  " + reasonOf(remark);
  if (const std::string action = actionOf(remark); !action.empty())
    line += "  " + action;
  return line;
}

std::string gpuText(uint64_t timeNs) {
  return microsecondsText(Nanoseconds(static_cast<int64_t>(timeNs)));
}

/// "12.3 ms in 4 launches, 3.1 ms each, 56 % of all kernels"; empty if it is unknown.
std::string timeText(const KernelRow &row) {
  if (!row.gpu || row.gpu->launches == 0)
    return {};
  return gpuText(row.gpu->timeNs) + " in " + countText(row.gpu->launches, "launch", "launches") +
         ", " + gpuText(row.gpu->timeNs / row.gpu->launches) + " each, " +
         percentText(row.gpuShare, 3) + " of all kernels";
}

/// "records cover 1.2 % of the time: 27,840 of 2,380,608 are kept, 1,024 slots of each".
std::string coveredTextOf(const ReportedLaunch &launch) {
  const uint64_t kept = launch.records - std::min(launch.recordsDropped, launch.records);
  return "records cover " + (launch.coveredPart ? percentText(*launch.coveredPart, 3) : "-") +
         " of the time of the recorded warps: " + countText(kept) + " of " +
         countText(launch.records) + " are kept, " + countText(launch.slotsPerUnit) +
         " slots of each";
}

std::string lineOf(const ReportedLaunch &launch) {
  std::string line =
      "recorded  " + briefName(launch.kernel) + "  launch " + std::to_string(launch.launch) +
      "  mode " + launch.mode + "  registers " + std::to_string(launch.registers) + " (" +
      std::to_string(launch.originalRegisters) + " without records)  host cost " +
      fixedText(static_cast<double>(launch.hostCostNs) / 1e6, 3) + " ms  made by " + launch.backEnd;
  if (launch.twinTimeNs)
    line += "  GPU time " + gpuText(*launch.twinTimeNs) +
            (launch.originalTimeNs ? " (" + gpuText(*launch.originalTimeNs) + " without records)"
                                   : std::string());
  if (launch.recordsDropped > 0)
    line += "  " + coveredTextOf(launch);
  if (launch.recordedCtas != launch.ctas)
    line += "  " + countText(launch.recordedCtas) + " of " + countText(launch.ctas, "CTA", "CTAs") +
            " recorded";
  return line;
}

size_t recordedIn(const ReportInput &input) {
  size_t count = 0;
  for (const ProcessTrace &trace : input.traces)
    count += trace.launches.size();
  return count;
}

/// Launches of kernels that no rule chose.
std::string othersText(const ReportInput &input) {
  uint64_t kernels = 0, launches = 0;
  for (const KernelRow &row : input.kernels)
    if (!row.isMatched) {
      ++kernels;
      launches +=
          row.counts.launches + row.counts.autotuning + row.counts.captured + row.counts.outside;
    }
  return kernels == 0 ? std::string()
                      : "not chosen  " + countText(kernels, "kernel", "kernels") + ", " +
                            countText(launches, "launch", "launches");
}

std::string commandText(const AttachRequest &request) {
  std::string text;
  for (const std::string &word : request.command)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string countsText(const KernelRow &row) {
  if (!row.isSeen)
    return reasonOf({unseenCode(row), row.process, row.name, 0, {}});
  return countText(row.counts.launches) + " launches, " + countText(row.counts.autotuning) +
         " autotuning, " + countText(row.counts.captured) + " captured, " +
         (row.counts.replays > 0 ? countText(row.counts.replays) + " in replays of graphs, "
                                 : std::string()) +
         countText(row.counts.recorded) + " recorded" +
         (row.counts.outside > 0 ? ", " + countText(row.counts.outside) + " outside the range"
                                 : std::string());
}

/// Reasons of a table, each once: "no (1)" in a row, and "(1) ..." below the table.
class Footnotes {
public:
  std::string mark(const std::string &text) {
    const size_t colon = text.find(": ");
    if (colon == std::string::npos)
      return text;
    const std::string reason = text.substr(colon + 2);
    auto found = std::ranges::find(m_reasons, reason);
    if (found == m_reasons.end())
      found = m_reasons.insert(found, reason);
    return text.substr(0, colon) + " (" + std::to_string(found - m_reasons.begin() + 1) + ")";
  }
  std::string text() const {
    std::string text;
    for (size_t i = 0; i < m_reasons.size(); ++i)
      text += "(" + std::to_string(i + 1) + ") " + m_reasons[i] + "\n";
    return text;
  }

private:
  std::vector<std::string> m_reasons;
};

/// "yes", or why not and what to do.
std::string triedText(const KernelRow &row) {
  if (!row.isSeen)
    return "no: " + reasonOf({unseenCode(row), row.process, row.name, 0, {}});
  if (!row.tried)
    return "unknown: the program ended before it was tried";
  if (row.tried->code)
    return "yes";
  const Remark remark{row.tried->problem.code, row.process, row.name, 0, row.tried->problem.detail};
  const std::string action = actionOf(remark);
  return "no: " + reasonOf(remark) + (action.empty() ? "" : "; " + action);
}

std::string padded(std::string text, size_t width, bool isRight = false) {
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  return isRight ? blanks + text : text + blanks;
}

/// A count of a row, or a dash.
std::string knownText(const KernelRow &row, uint64_t count) {
  return row.isSeen ? countText(count) : "-";
}

Json kernelJson(const KernelRow &row) {
  Json json{{"type", "kernel"},         {"process", row.process},
            {"kernel", row.name},       {"demangled", demangled(row.name, NameGrowth::Any)},
            {"versions", row.versions}, {"chosen", row.isMatched}};
  if (row.isSeen) {
    json["launches"] = row.counts.launches;
    json["autotuning"] = row.counts.autotuning;
    json["captured"] = row.counts.captured;
    json["recorded"] = row.counts.recorded;
    if (row.counts.outside > 0)
      json["outside"] = row.counts.outside;
    if (row.counts.replays > 0)
      json["replays"] = row.counts.replays;
  } else {
    json["instrumentable"] = false;
    json["code"] = unseenCode(row);
    json["reason"] = triedText(row);
  }
  if (row.gpu) {
    json["gpu_time_ns"] = row.gpu->timeNs;
    json["gpu_launches"] = row.gpu->launches;
    json["gpu_share"] = row.gpuShare;
    json["gpu_autotuning_ns"] = row.gpu->autotuningNs;
  }
  if (row.tried) {
    json["instrumentable"] = row.tried->code != nullptr;
    if (!row.tried->code) {
      json["code"] = row.tried->problem.code;
      json["reason"] = triedText(row);
    }
  }
  return json;
}

Json recordedJson(const ProcessTrace &trace, ReportedLaunch launch) {
  launch.file = trace.file.filename().string();
  Json json{{"type", "recorded"}};
  addFields(json, launch);
  return json;
}

Json remarkJson(const Remark &remark) {
  if (isNote(remark))
    return {{"type", "note"},
            {"code", remark.code},
            {"process", remark.process},
            {"text", noteOf(remark)}};
  ReportedRejection row{remark.code, remark.process, {}, {}, reasonOf(remark), actionOf(remark)};
  if (!remark.kernel.empty())
    row.kernel = remark.kernel;
  if (remark.launch != 0)
    row.launch = remark.launch;
  Json json{{"type", "rejected"}};
  addFields(json, row);
  return json;
}

} // namespace

std::string reportText(const ReportInput &input) {
  std::string text = "command  " + commandText(*input.request) + "\nexit code  " +
                     std::to_string(input.exitCode) + "\n\n";
  for (const ProcessTrace &trace : input.traces) {
    if (!trace.file.empty())
      text += "trace  " + trace.file.filename().string() + "\n";
    if (!trace.tree.empty())
      text += "tree  " + trace.tree.filename().string() + "\n";
    for (const SessionProfile &profile : trace.profiles)
      text +=
          "profile of session " + profile.session + "  " + profile.file.filename().string() + "\n";
    for (const ReportedLaunch &launch : trace.launches)
      text += lineOf(launch) + "\n";
  }
  if (!input.merged.empty())
    text += "merged trace  " + input.merged.filename().string() + "\n";
  for (const Remark &remark : input.remarks)
    text += lineOf(remark) + "\n";
  if (const std::string others = othersText(input); !others.empty())
    text += others + "\n";
  for (const std::string &note : input.notes)
    text += "note  " + note + "\n";
  text +=
      "\nRecords change the timing of a kernel. Results are not compared with an uninstrumented "
      "run.\n\nkernels\n";
  for (const KernelRow &row : input.kernels)
    text += "  " + briefName(row.name) + "  process " + std::to_string(row.process) + "  " +
            countsText(row) + (timeText(row).empty() ? std::string() : "  GPU " + timeText(row)) +
            "\n";
  return text;
}

std::string reportJson(const ReportInput &input) {
  std::string text = jsonText(Json{{"type", "program"},
                                   {"command", input.request->command},
                                   {"exit_code", input.exitCode}}) +
                     "\n";
  for (const KernelRow &row : input.kernels)
    text += jsonText(kernelJson(row)) + "\n";
  for (const ProcessTrace &trace : input.traces)
    for (const ReportedLaunch &launch : trace.launches)
      text += jsonText(recordedJson(trace, launch)) + "\n";
  for (const ProcessTrace &trace : input.traces)
    for (const SessionProfile &profile : trace.profiles)
      text += jsonText(Json{{"type", "profile"},
                            {"session", profile.session},
                            {"file", profile.file.filename().string()}}) +
              "\n";
  for (const Remark &remark : input.remarks)
    text += jsonText(remarkJson(remark)) + "\n";
  for (const std::string &note : input.notes)
    text += jsonText(Json{{"type", "note"}, {"text", note}}) + "\n";
  return text;
}

std::string summaryText(const ReportInput &input) {
  std::string text;
  const bool hasRules = !input.request->rules.empty() || recordedIn(input) > 0;
  bool hasTrace = false;
  for (const ProcessTrace &trace : input.traces)
    if (!trace.file.empty()) {
      hasTrace = true;
      text += "wrote " + trace.file.string() +
              (hasRules
                   ? ": " + countText(trace.launches.size(), "recorded launch", "recorded launches")
                   : std::string()) +
              "\n";
    }
  if (!input.merged.empty())
    text += "wrote " + input.merged.string() + ": processes on one axis\n";
  for (const ProcessTrace &trace : input.traces) {
    if (!trace.tree.empty())
      text += "wrote " + trace.tree.string() + "\n";
    for (const SessionProfile &profile : trace.profiles)
      text += "wrote " + profile.file.string() + "\n";
  }
  if (!input.request->isListing && (hasRules ? recordedIn(input) == 0 : !hasTrace))
    text += "nothing was recorded\n";
  constexpr size_t kMost = 10;
  for (size_t i = 0; i < std::min(kMost, input.remarks.size()); ++i)
    text += lineOf(input.remarks[i]) + "\n";
  if (input.remarks.size() > kMost)
    text += "... " + std::to_string(input.remarks.size() - kMost) + " more\n";
  for (const std::string &note : input.notes)
    text += "note: " + note + "\n";
  if (!input.request->output.empty())
    text += "report: " + (input.request->output / "report.txt").string() + "\n";
  return text;
}

std::string listingText(const ReportInput &input) {
  constexpr size_t kListedName = 72;
  size_t width = 6;
  for (const KernelRow &row : input.kernels)
    width = std::max(width, briefName(row.name, kListedName).size());
  std::string text = "--- kernels of " + commandText(*input.request) + "\n" +
                     padded("kernel", width) + "  launches  autotuning  captured   replays  " +
                     padded("GPU time", 12, true) + "   share  can be instrumented\n";
  Footnotes reasons;
  for (const KernelRow &row : input.kernels)
    text += padded(briefName(row.name, kListedName), width) + "  " +
            padded(knownText(row, row.counts.launches), 8, true) + "  " +
            padded(knownText(row, row.counts.autotuning), 10, true) + "  " +
            padded(knownText(row, row.counts.captured), 8, true) + "  " +
            padded(knownText(row, row.counts.replays), 8, true) + "  " +
            padded(row.gpu ? gpuText(row.gpu->timeNs) : "-", 12, true) + "  " +
            padded(row.gpu ? percentText(row.gpuShare, 3) : "-", 6, true) + "  " +
            reasons.mark(triedText(row)) + "\n";
  if (input.kernels.empty())
    text += "no kernel was seen\n";
  return text + reasons.text();
}

} // namespace pstudio::attach
