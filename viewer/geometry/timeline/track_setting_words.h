// SPDX-License-Identifier: Apache-2.0
// Words for the display options of tracks in files and settings, by enumerator.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/slice_colors.h"

namespace pstudio {

inline constexpr std::array<std::string_view, kGroupingCount> kGroupingWords = {
    "as-recorded", "sm-cta-warp", "cta-warp", "warp-cta", "kernel-cta", "sm-warp", "role", "scope"};
inline constexpr std::array<std::string_view, 3> kHeightWords = {"compact", "normal", "tall"};
inline constexpr std::array<std::string_view, kColorByCount> kColorWords = {"scope", "duration",
                                                                            "sm", "state"};
inline constexpr std::array<std::string_view, 10> kTrackKindWords = {
    "group", "process", "thread", "kernel", "launch", "sm", "cta", "warp", "async", "counter"};

template <class Enum> std::string wordOf(Enum value, std::span<const std::string_view> words) {
  return std::string(words[static_cast<size_t>(value)]);
}

/// The enumerator of a word; nothing for a word of a later version.
template <class Enum>
std::optional<Enum> enumOf(std::string_view word, std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? std::nullopt
                              : std::optional(static_cast<Enum>(found - words.begin()));
}

} // namespace pstudio
