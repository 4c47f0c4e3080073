// SPDX-License-Identifier: Apache-2.0
// The fields of a pass report, which PASSES.md describes.
#include <algorithm>

#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/run/pass_report.h"

namespace pstudio {

constexpr std::string_view kFormat = "proton-studio-passes";
constexpr int64_t kVersion = 1;
constexpr FieldRule kTimes = within(0, INT64_MAX / 4);
/// More than any compile has: a file that claims them is damaged.
constexpr FieldRule kMaxStages = atMost(1000), kMaxPasses = atMost(1'000'000),
                    kMaxTexts = atMost(2'000'000);
constexpr FieldRule kMaxPlaces = {.low = 0, .high = 50'000'000, .most = 50'000'000};

template <FieldsOwner<PassStatistic> T> constexpr auto elementsOf(T &statistic) {
  auto &[name, before, after] = statistic;
  return std::tuple(Field{"name", name}, Field{"before", before, kUnbounded},
                    Field{"after", after, kUnbounded});
}

template <FieldsOwner<PassRun> T> constexpr auto fieldsOf(T &pass) {
  auto &[name, options, scope, time, changed, failed, before, after, statistics] = pass;
  return std::tuple(Field{"name", name}, Field{"options", options}.omittedIf(options.empty()),
                    Field{"scope", scope}.omittedIf(scope.empty()), Field{"time_ns", time, kTimes},
                    Field{"changed", changed}, Field{"failed", failed}.omittedIf(!failed),
                    Field{"before", before}, Field{"after", after},
                    Field{"statistics", statistics, kMaxPasses}.omittedIf(statistics.empty()));
}

template <FieldsOwner<PassStage> T> constexpr auto fieldsOf(T &stage) {
  auto &[name, language, passes] = stage;
  return std::tuple(Field{"name", name}, Field{"language", language, oneOf(kIrLanguageNames)},
                    Field{"passes", passes, kMaxPasses});
}

template <FieldsOwner<IrTextPlaces> T> constexpr auto fieldsOf(T &places) {
  auto &[text, lines, files, sourceLines] = places;
  return std::tuple(Field{"text", text}, Field{"lines", lines, kMaxPlaces},
                    Field{"files", files, kMaxPlaces},
                    Field{"source_lines", sourceLines, kMaxPlaces});
}

template <FieldsOwner<PassReport> T> constexpr auto fieldsOf(T &report) {
  auto &[id, kernel, target, mode, stages, texts, textsLeftOut, textBytesLeftOut, recordingTime,
         placeFiles, places] = report;
  return std::tuple(Field{"id", id}.omittedIf(id.empty()), Field{"kernel", kernel}.optional(),
                    Field{"target", target}.optional(), Field{"mode", mode}.optional(),
                    Field{"recording_ns", recordingTime, kTimes},
                    Field{"texts_left_out", textsLeftOut, kUnbounded},
                    Field{"text_bytes_left_out", textBytesLeftOut, kUnbounded},
                    Field{"texts", texts, kMaxTexts}, Field{"stages", stages, kMaxStages},
                    Field{"place_files", placeFiles, kMaxTexts}.omittedIf(placeFiles.empty()),
                    Field{"places", places, kMaxTexts}.omittedIf(places.empty()));
}

/// Lists of places that do not fit together, or to the texts.
static std::optional<FieldProblem> problemOfPlaces(const PassReport &report) {
  for (size_t i = 0; i < report.places.size(); ++i) {
    const IrTextPlaces &places = report.places[i];
    const bool isInOrder = i == 0 || report.places[i - 1].text < places.text;
    const bool fits = places.text < report.texts.size() && isInOrder &&
                      places.lines.size() == places.files.size() &&
                      places.lines.size() == places.sourceLines.size();
    const auto isFile = [&](uint32_t file) { return file < report.placeFiles.size(); };
    if (!fits || !std::ranges::all_of(places.files, isFile) ||
        std::ranges::find(places.lines, 0u) != places.lines.end())
      return FieldProblem{"places[" + std::to_string(i) + "]",
                          "the places do not fit to the texts and files"};
  }
  return std::nullopt;
}

/// The number of a text that does not exist.
static std::optional<FieldProblem> problemOf(const PassReport &report) {
  const size_t texts = report.texts.size();
  for (size_t stage = 0; stage < report.stages.size(); ++stage)
    for (size_t pass = 0; pass < report.stages[stage].passes.size(); ++pass) {
      const PassRun &run = report.stages[stage].passes[pass];
      for (const auto &[name, id] :
           {std::pair(".before", run.before), std::pair(".after", run.after)})
        if (id && *id >= texts)
          return FieldProblem{
              "stages[" + std::to_string(stage) + "].passes[" + std::to_string(pass) + "]" + name,
              "there is no text " + std::to_string(*id) + " in " + std::to_string(texts)};
    }
  return problemOfPlaces(report);
}

namespace {

using nlohmann::json;

Result<void> requireFormat(const JsonField &root) {
  PSTUDIO_TRY(root.requireObject({}));
  const std::optional<JsonField> format = root.find("format");
  if (!format || format->text() != kFormat)
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

Result<PassReport> reportFrom(std::string_view text, const std::string &document) {
  PSTUDIO_TRY_ASSIGN(const json value, parseJson(text, document));
  const JsonField root = JsonField(value, document).ignoringUnknown();
  PSTUDIO_TRY(requireFormat(root));
  PassReport report;
  PSTUDIO_TRY(fromJson(root, report));
  return report;
}

} // namespace

std::string passReportToJson(const PassReport &report) {
  json root{{"format", kFormat}, {"version", kVersion}};
  addFields(root, report);
  return jsonText(std::move(root));
}

Result<PassReport> passReportFromJson(std::string_view text, std::string_view document) {
  Result<PassReport> report = reportFrom(text, std::string(document));
  if (!report)
    report.error().code = ErrorCode::InvalidFormat; // not something that the user typed
  return report;
}

} // namespace pstudio
