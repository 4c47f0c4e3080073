// SPDX-License-Identifier: Apache-2.0
// Display settings of a kernel's tracks, as JSON for the settings.
#include "app/settings/kernel_tracks_json.h"

#include <array>
#include <span>

#include "core/base/json_field.h"
#include "core/base/json_text.h"
#include "viewer/geometry/timeline/track_setting_words.h"

namespace pstudio {
namespace {

using nlohmann::json;

constexpr size_t kMaxPaths = 100'000;

template <class Enum>
Result<Enum> word(const JsonField &object, std::string_view name,
                  std::span<const std::string_view> words) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const std::string text, field.text());
  const auto found = enumOf<Enum>(text, words);
  if (!found)
    return field.error("'" + text + "' is not known", nameHint(text, words));
  return *found;
}

Result<std::vector<std::string>> paths(const JsonField &object, std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, field.elements(0, kMaxPaths));
  std::vector<std::string> found;
  for (const JsonField &element : elements) {
    PSTUDIO_TRY_ASSIGN(std::string path, element.text());
    found.push_back(std::move(path));
  }
  return found;
}

} // namespace

std::string kernelTracksToJson(const KernelTracks &tracks) {
  const TrackSettings &settings = tracks.settings;
  json object = {
      {"kernel", tracks.kernel},
      {"grouping", kGroupingWords[static_cast<size_t>(settings.grouping)]},
      {"pinned", settings.pinned},
      {"hidden", settings.hidden},
      {"height", kHeightWords[static_cast<size_t>(settings.height)]},
      {"color", kColorWords[static_cast<size_t>(settings.colorBy)]},
  };
  if (settings.only)
    object["only"] = {{"kind", kTrackKindWords[static_cast<size_t>(settings.only->kind)]},
                      {"label", settings.only->label}};
  if (!settings.moves.empty()) {
    object["moves"] = json::array();
    for (const TrackSettings::Move &move : settings.moves)
      object["moves"].push_back(
          {{"track", move.track}, {move.isAfter ? "after" : "before", move.beside}});
  }
  return jsonText(std::move(object));
}

Result<KernelTracks> parseKernelTracks(std::string_view text) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "kernel", "grouping", "pinned", "hidden", "height", "color", "only", "moves"};
  PSTUDIO_TRY_ASSIGN(const json value, parseJson(text, "track settings"));
  const JsonField object(value, "track settings");
  PSTUDIO_TRY(object.requireObject(kNames));
  KernelTracks tracks;
  TrackSettings &settings = tracks.settings;
  PSTUDIO_TRY_ASSIGN(const JsonField kernel, object.member("kernel"));
  PSTUDIO_TRY_ASSIGN(tracks.kernel, kernel.text());
  PSTUDIO_TRY_ASSIGN(settings.grouping, word<GroupingKind>(object, "grouping", kGroupingWords));
  PSTUDIO_TRY_ASSIGN(settings.pinned, paths(object, "pinned"));
  PSTUDIO_TRY_ASSIGN(settings.hidden, paths(object, "hidden"));
  PSTUDIO_TRY_ASSIGN(settings.height, word<TrackHeight>(object, "height", kHeightWords));
  PSTUDIO_TRY_ASSIGN(settings.colorBy, word<ColorBy>(object, "color", kColorWords));
  if (const auto only = object.find("only"); only) {
    PSTUDIO_TRY_ASSIGN(const TrackKind kind, word<TrackKind>(*only, "kind", kTrackKindWords));
    PSTUDIO_TRY_ASSIGN(const JsonField label, only->member("label"));
    PSTUDIO_TRY_ASSIGN(std::string labelText, label.text());
    settings.only = OnlyTracks{kind, std::move(labelText)};
  }
  if (const auto list = object.find("moves"); list) {
    PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, list->elements(0, kMaxPaths));
    for (const JsonField &element : elements) {
      PSTUDIO_TRY_ASSIGN(const JsonField track, element.member("track"));
      const bool isAfter = element.find("after").has_value();
      PSTUDIO_TRY_ASSIGN(const JsonField beside, element.member(isAfter ? "after" : "before"));
      PSTUDIO_TRY_ASSIGN(std::string trackText, track.text());
      PSTUDIO_TRY_ASSIGN(std::string besideText, beside.text());
      settings.moves.push_back({std::move(trackText), std::move(besideText), isAfter});
    }
  }
  return tracks;
}

} // namespace pstudio
