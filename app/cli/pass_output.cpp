// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pass_output.h"

#include <cinttypes>
#include <cstdio>

#include <unistd.h>

#include "app/cli/error_text.h"
#include "app/cli/text_output.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

std::optional<fs::file_time_type> timeOfFile(const fs::path &file) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(file, error);
  return error ? std::nullopt : std::optional(time);
}

std::string milliseconds(Nanoseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%9.3f", static_cast<double>(time.value) / 1e6);
  return text;
}

std::string padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string statisticsText(const PassRun &pass) {
  std::string text;
  for (const PassStatistic &row : pass.statistics)
    text += (text.empty() ? "" : ", ") + row.name + " " + std::to_string(row.before) + " -> " +
            std::to_string(row.after);
  return text;
}

std::string passLine(const PassRun &pass) {
  const std::string mark = pass.failed ? "failed" : pass.changed ? "changed" : "-";
  std::string line = "  " + padded(pass.name, 34) + " " + padded(pass.scope, 28) + " " +
                     milliseconds(pass.time) + "  " + padded(mark, 8) + " " + statisticsText(pass);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

} // namespace

PassOutput::PassOutput(fs::path file, bool printsTable, bool isPassing)
    : m_file(std::move(file)), m_printsTable(printsTable), m_isPassing(isPassing),
      m_oldTime(timeOfFile(m_file)) {}

PassOutput::PassOutput(PassOutput &&other) noexcept
    : m_file(std::move(other.m_file)), m_printsTable(std::exchange(other.m_printsTable, false)),
      m_isPassing(std::exchange(other.m_isPassing, false)), m_oldTime(other.m_oldTime) {}

Result<PassOutput> PassOutput::make(const fs::path &file, bool printsTable) {
  std::error_code error;
  if (file.empty() && !printsTable)
    return PassOutput({}, false, false);
  fs::path path = file.empty() ? fs::temp_directory_path(error) : file;
  if (error)
    return fail(ErrorCode::Io, "no temporary folder for the pass report: " + error.message(),
                file.string());
  if (file.empty())
    path /= "proton-collect-" + std::to_string(::getpid()) + ".passes.json";
  return PassOutput(std::move(path), printsTable, file.empty());
}

PassOutput::~PassOutput() {
  const std::optional<fs::file_time_type> time = m_file.empty() ? std::nullopt : timeOfFile(m_file);
  if (m_printsTable && time && time != m_oldTime) {
    if (const Result<PassReport> report = readPassReport(m_file))
      printText(stderr, passTable(*report));
    else
      printError(report.error());
  }
  std::error_code ignored;
  if (m_isPassing)
    fs::remove(m_file, ignored);
}

std::string passTable(const PassReport &report) {
  std::string text = "passes of " + report.kernel + " for " + report.target + ", times in ms\n";
  for (const PassStage &stage : report.stages) {
    text += padded(stage.name, 66) + milliseconds(timeOf(stage)) + "\n";
    for (const PassRun &pass : stage.passes)
      text += passLine(pass);
  }
  text += padded("all passes", 66) + milliseconds(timeOf(report)) + "\n" +
          padded("recording overhead", 66) + milliseconds(report.recordingTime) + "\n";
  if (report.textsLeftOut > 0)
    text += std::to_string(report.textsLeftOut) + " texts (" +
            std::to_string(report.textBytesLeftOut) +
            " bytes) were omitted: report size limit reached\n";
  return text;
}

} // namespace pstudio::cli
