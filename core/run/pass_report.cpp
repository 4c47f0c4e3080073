// SPDX-License-Identifier: Apache-2.0
#include "core/run/pass_report.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <random>
#include <unordered_map>

#include "core/base/check.h"
#include "core/base/file_bytes.h"
#include "core/base/output_file.h"

namespace pstudio {
namespace {

constexpr uint64_t kMaxFileBytes = uint64_t{512} << 20;

/// `ids`: of the texts of `more` in `report`. A text that has places keeps them.
void appendPlaces(PassReport &report, const PassReport &more, const std::vector<IrTextId> &ids) {
  std::vector<uint32_t> files; // by those of `more`
  for (const std::string &file : more.placeFiles) {
    const auto known = std::ranges::find(report.placeFiles, file);
    files.push_back(static_cast<uint32_t>(known - report.placeFiles.begin()));
    if (known == report.placeFiles.end())
      report.placeFiles.push_back(file);
  }
  for (IrTextPlaces places : more.places) {
    places.text = ids[places.text];
    for (uint32_t &file : places.files)
      file = files[file];
    const auto at = std::ranges::lower_bound(report.places, places.text, {}, &IrTextPlaces::text);
    if (at == report.places.end() || at->text != places.text)
      report.places.insert(at, std::move(places));
  }
}

} // namespace

std::shared_ptr<const std::string> PassReport::text(std::optional<IrTextId> number) const {
  if (!number)
    return nullptr;
  PSTUDIO_CHECK(*number < texts.size());
  return texts[*number];
}

CodePlaces PassReport::placesOf(IrTextId number) const {
  const auto found = std::ranges::lower_bound(places, number, {}, &IrTextPlaces::text);
  if (found == places.end() || found->text != number)
    return {};
  CodePlaces result{placeFiles, {}};
  for (size_t i = 0; i < found->lines.size(); ++i) {
    if (found->lines[i] > result.lines.size())
      result.lines.resize(found->lines[i]);
    result.lines[found->lines[i] - 1] = {found->files[i], found->sourceLines[i]};
  }
  return result;
}

bool PassReport::operator==(const PassReport &other) const {
  return id == other.id && kernel == other.kernel && target == other.target && mode == other.mode &&
         stages == other.stages && textsLeftOut == other.textsLeftOut &&
         textBytesLeftOut == other.textBytesLeftOut && recordingTime == other.recordingTime &&
         placeFiles == other.placeFiles && places == other.places &&
         std::ranges::equal(texts, other.texts,
                            [](const auto &a, const auto &b) { return *a == *b; });
}

std::string newPassReportId() {
  std::random_device random;
  const uint64_t number = uint64_t{random()} << 32 | random();
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, number);
  return text;
}

void append(PassReport &report, const PassReport &more) {
  std::unordered_map<std::string_view, IrTextId> known;
  for (IrTextId id = 0; id < report.texts.size(); ++id)
    known.try_emplace(*report.texts[id], id);
  std::vector<IrTextId> ids; // by those of `more`
  for (const auto &text : more.texts) {
    const auto [place, isNew] =
        known.try_emplace(*text, static_cast<IrTextId>(report.texts.size()));
    if (isNew)
      report.texts.push_back(text);
    ids.push_back(place->second);
  }
  appendPlaces(report, more, ids);
  const auto translate = [&ids](std::optional<IrTextId> &id) {
    if (id)
      id = ids[*id];
  };
  for (PassStage stage : more.stages) {
    stage.name = more.kernel + ": " + stage.name;
    for (PassRun &pass : stage.passes) {
      translate(pass.before);
      translate(pass.after);
    }
    report.stages.push_back(std::move(stage));
  }
  report.textsLeftOut += more.textsLeftOut;
  report.textBytesLeftOut += more.textBytesLeftOut;
  report.recordingTime += more.recordingTime;
}

Nanoseconds timeOf(const PassStage &stage) {
  Nanoseconds sum;
  for (const PassRun &pass : stage.passes)
    sum += pass.time;
  return sum;
}

Nanoseconds timeOf(const PassReport &report) {
  Nanoseconds sum;
  for (const PassStage &stage : report.stages)
    sum += timeOf(stage);
  return sum;
}

Result<void> writePassReport(const PassReport &report, const std::filesystem::path &file) {
  return writePassReport(passReportToJson(report), file);
}

Result<void> writePassReport(std::string_view json, const std::filesystem::path &file) {
  return writeOutput(file, json);
}

Result<PassReport> readPassReport(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const FileBytes content, FileBytes::read(file, kMaxFileBytes));
  const std::span<const std::byte> bytes = content.bytes();
  return passReportFromJson({reinterpret_cast<const char *>(bytes.data()), bytes.size()},
                            file.string());
}

std::filesystem::path passReportPath(const std::filesystem::path &trace) {
  std::filesystem::path stem = trace.stem();
  if (stem.extension() == ".partial" || stem.extension() == ".wrong")
    stem = stem.stem();
  return trace.parent_path() / (stem.string() + ".passes.json");
}

} // namespace pstudio
