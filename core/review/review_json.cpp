// SPDX-License-Identifier: Apache-2.0
// A review as JSON and back.
#include "core/review/review_json.h"

#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/review/review_fields.h"

namespace pstudio::review {
namespace {

using nlohmann::json;
constexpr const char *kFormat = "proton-studio-notes";
constexpr int kVersion = 1;
constexpr const char *kDocument = "notes";

/// The parts of a list that can be read; the others are counted.
template <class Part>
Result<void> readParts(const JsonField &object, std::string_view name, size_t most,
                       std::vector<Part> &parts, size_t &skipped) {
  const auto list = object.find(name);
  if (!list)
    return {};
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, list->elements(0, SIZE_MAX));
  for (const JsonField &element : elements) {
    Part part;
    if (parts.size() < most && fromJson(element, part) && isUsable(part))
      parts.push_back(std::move(part));
    else
      ++skipped;
  }
  return {};
}

} // namespace

std::string reviewToJson(const Review &review) {
  json object = {{"format", kFormat},
                 {"version", kVersion},
                 {"notes", toJson<json>(review.notes)},
                 {"views", toJson<json>(review.views)}};
  if (review.last)
    object["last"] = toJson<json>(*review.last);
  return jsonText(std::move(object), 2) + "\n";
}

Result<ReadReview> parseReview(std::string_view text) {
  PSTUDIO_TRY_ASSIGN(const json value, parseJson(text, kDocument));
  const JsonField object = JsonField(value, kDocument).ignoringUnknown();
  if (!object.isObject())
    return object.error("not a file of notes");
  PSTUDIO_TRY_ASSIGN(const JsonField format, object.member("format"));
  PSTUDIO_TRY_ASSIGN(const std::string formatText, format.text());
  if (formatText != kFormat)
    return format.error("not a file of notes");
  ReadReview read;
  std::vector<Note> notes;
  PSTUDIO_TRY(readParts(object, "notes", kMaxNotes, notes, read.skipped));
  for (Note &note : notes)
    addNote(read.review, std::move(note));
  PSTUDIO_TRY(readParts(object, "views", kMaxViews, read.review.views, read.skipped));
  if (const auto last = object.find("last"); last) {
    View view;
    if (fromJson(*last, view) && isUsable(view))
      read.review.last = std::move(view);
    else
      ++read.skipped;
  }
  return read;
}

std::string viewToJson(const View &view) {
  return jsonText(toJson<json>(view));
}

Result<View> parseView(std::string_view text) {
  PSTUDIO_TRY_ASSIGN(const json value, parseJson(text, "view"));
  const JsonField object = JsonField(value, "view").ignoringUnknown();
  View view;
  PSTUDIO_TRY(fromJson(object, view));
  if (!isUsable(view))
    return object.error("no such view is possible");
  return view;
}

std::filesystem::path notesFileOf(const std::filesystem::path &trace) {
  std::filesystem::path path = trace;
  return path += ".notes";
}

} // namespace pstudio::review
