// SPDX-License-Identifier: Apache-2.0
// Reads report.json line by line.
#include "core/attach/attach_report.h"

#include <algorithm>
#include <set>

#include "core/base/file_bytes.h"
#include "core/base/json_fields.h"
#include "core/base/text_lines.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

constexpr const char *kReport = "report.json";
constexpr uint64_t kLargestReport = 64 << 20;

template <class T> Result<void> addTo(std::vector<T> &rows, const JsonField &line) {
  return fromJson(line, rows.emplace_back());
}

Result<void> readProgram(const JsonField &line, AttachReport &report) {
  PSTUDIO_TRY_ASSIGN(const JsonField command, line.member("command"));
  PSTUDIO_TRY(fromJson(command, report.command));
  PSTUDIO_TRY_ASSIGN(const JsonField code, line.member("exit_code"));
  return fromJson(code, report.exitCode);
}

Result<void> readLine(const JsonField &line, AttachReport &report) {
  if (!line.isObject())
    return line.error("this is no line of a report");
  PSTUDIO_TRY_ASSIGN(const JsonField typeField, line.member("type"));
  PSTUDIO_TRY_ASSIGN(const std::string type, typeField.text());
  if (type == "program")
    return readProgram(line, report);
  if (type == "kernel")
    return addTo(report.kernels, line);
  if (type == "recorded")
    return addTo(report.recorded, line);
  if (type == "profile")
    return addTo(report.profiles, line);
  if (type == "rejected")
    return addTo(report.rejected, line);
  if (type == "note") {
    PSTUDIO_TRY_ASSIGN(const JsonField text, line.member("text"));
    return fromJson(text, report.notes.emplace_back());
  }
  ++report.unknownLines;
  return {};
}

fs::path reportIn(const fs::path &path) {
  std::error_code error;
  return fs::is_directory(path, error) ? path / kReport : path;
}

/// Traces that the report names, and others of the folder (activity alone). What sessions bound is
/// in the traces of their processes.
std::vector<fs::path> tracesIn(const fs::path &folder, const AttachReport &report) {
  std::set<fs::path> traces;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".pftrace" && entry->path().filename() != kMergedTrace &&
        std::ranges::find(report.profiles, entry->path().filename().string(),
                          &ReportedProfile::file) == report.profiles.end())
      traces.insert(entry->path());
  return {traces.begin(), traces.end()};
}

} // namespace

Result<AttachReport> parseAttachReport(std::string_view text, const std::string &document) {
  AttachReport report;
  bool hasProgram = false;
  size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = takeLine(text);
    const std::string place = document + ":" + std::to_string(++number);
    if (line.empty())
      continue;
    PSTUDIO_TRY_ASSIGN(const nlohmann::json json, parseJson(line, place));
    PSTUDIO_TRY(readLine(JsonField(json, place).ignoringUnknown(), report));
    hasProgram = hasProgram || !report.command.empty();
  }
  if (!hasProgram)
    return fail(ErrorCode::InvalidFormat, "this is no report of proton-collect attach", document,
                "open the trace files themselves");
  return report;
}

bool isAttachFolder(const fs::path &path) {
  std::error_code error;
  const fs::path report = reportIn(path);
  return report.filename() == kReport && fs::is_regular_file(report, error);
}

Result<AttachFolder> readAttachFolder(const fs::path &path) {
  if (!isAttachFolder(path))
    return fail(ErrorCode::Io, "the folder has no report.json of proton-collect attach",
                path.string(), "choose the folder after -o, or open trace files");
  const fs::path file = reportIn(path);
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(file, kLargestReport));
  const auto *text = reinterpret_cast<const char *>(bytes.bytes().data());
  AttachFolder folder{file.parent_path(), {}, {}, {}};
  PSTUDIO_TRY_ASSIGN(folder.report, parseAttachReport({text, bytes.bytes().size()}, file.string()));
  folder.traces = tracesIn(folder.folder, folder.report);
  std::error_code error;
  if (const fs::path merged = folder.folder / kMergedTrace; fs::is_regular_file(merged, error))
    folder.merged = merged;
  return folder;
}

} // namespace pstudio::attach
