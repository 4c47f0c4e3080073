// SPDX-License-Identifier: Apache-2.0
// A pass report to JSON and back (PASSES.md).
#include <limits>

#include <nlohmann/json.hpp>

#include "core/base/json_field.h"
#include "core/base/json_text.h"
#include "core/run/pass_report.h"

namespace pstudio {
namespace {

using nlohmann::json;

constexpr std::string_view kFormat = "proton-studio-passes";
constexpr int64_t kVersion = 1;
constexpr int64_t kMaxTime = std::numeric_limits<int64_t>::max() / 4;
/// More than any compile has: a file that claims them is damaged.
constexpr size_t kMaxStages = 1000, kMaxPasses = 1'000'000, kMaxTexts = 2'000'000;

constexpr IrLanguage kLanguages[] = {IrLanguage::Mlir, IrLanguage::Llvm, IrLanguage::Ptx,
                                     IrLanguage::Isa};

json toJson(const PassRun &pass) {
  json object{{"name", pass.name}, {"time_ns", pass.time.value}, {"changed", pass.changed}};
  if (!pass.options.empty())
    object["options"] = pass.options;
  if (!pass.scope.empty())
    object["scope"] = pass.scope;
  if (pass.failed)
    object["failed"] = true;
  if (pass.before)
    object["before"] = *pass.before;
  if (pass.after)
    object["after"] = *pass.after;
  for (const PassStatistic &statistic : pass.statistics)
    object["statistics"].push_back({statistic.name, statistic.before, statistic.after});
  return object;
}

json toJson(const PassStage &stage) {
  json passes = json::array();
  for (const PassRun &pass : stage.passes)
    passes.push_back(toJson(pass));
  return {{"name", stage.name},
          {"language", irLanguageName(stage.language)},
          {"passes", std::move(passes)}};
}

Result<std::string> textOr(const JsonField &object, std::string_view name) {
  const std::optional<JsonField> field = object.find(name);
  return field ? field->text() : Result<std::string>(std::string());
}

Result<uint64_t> memberCount(const JsonField &object, std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  return field.unsigned64();
}

Result<Nanoseconds> memberTime(const JsonField &object, std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const int64_t value, field.integer(0, kMaxTime));
  return Nanoseconds(value);
}

Result<std::optional<IrTextId>> textIdOf(const JsonField &object, std::string_view name,
                                         size_t textCount) {
  const std::optional<JsonField> field = object.find(name);
  if (!field)
    return std::optional<IrTextId>();
  PSTUDIO_TRY_ASSIGN(const int64_t value, field->integer(0, static_cast<int64_t>(textCount) - 1));
  return std::optional<IrTextId>(static_cast<IrTextId>(value));
}

Result<void> requireObject(const JsonField &field) {
  if (!field.isObject())
    return field.error("expected an object");
  return {};
}

Result<std::vector<PassStatistic>> statisticsFrom(const JsonField &pass) {
  std::vector<PassStatistic> statistics;
  const std::optional<JsonField> field = pass.find("statistics");
  if (!field)
    return statistics;
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> rows, field->elements(0, kMaxPasses));
  for (const JsonField &row : rows) {
    PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> cells, row.elements(3, 3));
    PassStatistic statistic;
    PSTUDIO_TRY_ASSIGN(statistic.name, cells[0].text());
    PSTUDIO_TRY_ASSIGN(statistic.before, cells[1].unsigned64());
    PSTUDIO_TRY_ASSIGN(statistic.after, cells[2].unsigned64());
    statistics.push_back(std::move(statistic));
  }
  return statistics;
}

Result<PassRun> passFrom(const JsonField &object, size_t textCount) {
  PSTUDIO_TRY(requireObject(object));
  PassRun pass;
  PSTUDIO_TRY_ASSIGN(const JsonField name, object.member("name"));
  PSTUDIO_TRY_ASSIGN(pass.name, name.text());
  PSTUDIO_TRY_ASSIGN(pass.options, textOr(object, "options"));
  PSTUDIO_TRY_ASSIGN(pass.scope, textOr(object, "scope"));
  PSTUDIO_TRY_ASSIGN(pass.time, memberTime(object, "time_ns"));
  PSTUDIO_TRY_ASSIGN(const JsonField changed, object.member("changed"));
  PSTUDIO_TRY_ASSIGN(pass.changed, changed.boolean());
  if (const std::optional<JsonField> failed = object.find("failed")) {
    PSTUDIO_TRY_ASSIGN(pass.failed, failed->boolean());
  }
  PSTUDIO_TRY_ASSIGN(pass.before, textIdOf(object, "before", textCount));
  PSTUDIO_TRY_ASSIGN(pass.after, textIdOf(object, "after", textCount));
  PSTUDIO_TRY_ASSIGN(pass.statistics, statisticsFrom(object));
  return pass;
}

Result<PassStage> stageFrom(const JsonField &object, size_t textCount) {
  PSTUDIO_TRY(requireObject(object));
  PassStage stage;
  PSTUDIO_TRY_ASSIGN(const JsonField name, object.member("name"));
  PSTUDIO_TRY_ASSIGN(stage.name, name.text());
  PSTUDIO_TRY_ASSIGN(const JsonField language, object.member("language"));
  PSTUDIO_TRY_ASSIGN(const std::string languageName, language.text());
  const auto *known = std::ranges::find(kLanguages, languageName, irLanguageName);
  if (known == std::end(kLanguages))
    return language.error("unknown language '" + languageName + "'");
  stage.language = *known;
  PSTUDIO_TRY_ASSIGN(const JsonField passes, object.member("passes"));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> rows, passes.elements(0, kMaxPasses));
  for (const JsonField &row : rows) {
    PSTUDIO_TRY_ASSIGN(PassRun pass, passFrom(row, textCount));
    stage.passes.push_back(std::move(pass));
  }
  return stage;
}

Result<void> requireFormat(const JsonField &root) {
  PSTUDIO_TRY(requireObject(root));
  PSTUDIO_TRY_ASSIGN(const std::string format, textOr(root, "format"));
  if (format != kFormat)
    return root.error("this is no record of compiler passes",
                      "its member \"format\" would be \"" + std::string(kFormat) + "\"");
  PSTUDIO_TRY_ASSIGN(const JsonField version, root.member("version"));
  PSTUDIO_TRY_ASSIGN(const int64_t number, version.integer(1, 1'000'000));
  if (number != kVersion)
    return version.error("version " + std::to_string(number) + " is newer than this program's, " +
                             std::to_string(kVersion),
                         "open it with the program that wrote it");
  return {};
}

Result<void> readTexts(const JsonField &root, PassReport &report) {
  PSTUDIO_TRY_ASSIGN(const JsonField texts, root.member("texts"));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> rows, texts.elements(0, kMaxTexts));
  report.texts.reserve(rows.size());
  for (const JsonField &row : rows) {
    PSTUDIO_TRY_ASSIGN(std::string text, row.text());
    report.texts.push_back(std::make_shared<const std::string>(std::move(text)));
  }
  return {};
}

Result<PassReport> reportFrom(const JsonField &root) {
  PSTUDIO_TRY(requireFormat(root));
  PassReport report;
  PSTUDIO_TRY_ASSIGN(report.id, textOr(root, "id"));
  PSTUDIO_TRY_ASSIGN(report.kernel, textOr(root, "kernel"));
  PSTUDIO_TRY_ASSIGN(report.target, textOr(root, "target"));
  PSTUDIO_TRY_ASSIGN(report.mode, textOr(root, "mode"));
  PSTUDIO_TRY_ASSIGN(report.recordingTime, memberTime(root, "recording_ns"));
  PSTUDIO_TRY_ASSIGN(report.textsLeftOut, memberCount(root, "texts_left_out"));
  PSTUDIO_TRY_ASSIGN(report.textBytesLeftOut, memberCount(root, "text_bytes_left_out"));
  PSTUDIO_TRY(readTexts(root, report));
  PSTUDIO_TRY_ASSIGN(const JsonField stages, root.member("stages"));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> rows, stages.elements(0, kMaxStages));
  for (const JsonField &row : rows) {
    PSTUDIO_TRY_ASSIGN(PassStage stage, stageFrom(row, report.texts.size()));
    report.stages.push_back(std::move(stage));
  }
  return report;
}

} // namespace

std::string passReportToJson(const PassReport &report) {
  json stages = json::array();
  for (const PassStage &stage : report.stages)
    stages.push_back(toJson(stage));
  json texts = json::array();
  for (const auto &text : report.texts)
    texts.push_back(*text);
  json root{{"format", kFormat},
            {"version", kVersion},
            {"kernel", report.kernel},
            {"target", report.target},
            {"mode", report.mode},
            {"recording_ns", report.recordingTime.value},
            {"texts_left_out", report.textsLeftOut},
            {"text_bytes_left_out", report.textBytesLeftOut},
            {"stages", std::move(stages)},
            {"texts", std::move(texts)}};
  if (!report.id.empty())
    root["id"] = report.id;
  return jsonText(std::move(root));
}

Result<PassReport> passReportFromJson(std::string_view text, std::string_view document) {
  const std::string name(document);
  Result<json> root = parseJson(text, name);
  Result<PassReport> report =
      root ? reportFrom(JsonField(*root, name)) : tl::unexpected<Error>(root.error());
  if (!report)
    report.error().code = ErrorCode::InvalidFormat; // not something that the user typed
  return report;
}

} // namespace pstudio
