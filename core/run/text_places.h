// SPDX-License-Identifier: Apache-2.0
// The source lines that the lines of a text of IR or assembly were made of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace pstudio {

/// The source places of a text, line by line.
struct CodePlaces {
  struct Place {
    uint32_t file = 0; ///< in `files`
    uint32_t line = 0; ///< from 1; 0: not known
    bool operator==(const Place &) const = default;
  };
  std::vector<std::string> files; ///< as the text names them
  std::vector<Place> lines;       ///< of each line of the text; beyond the end: not known

  /// Whether a line has a place. O(lines).
  bool hasAny() const {
    return std::ranges::any_of(lines, [](const Place &place) { return place.line != 0; });
  }
  bool operator==(const CodePlaces &) const = default;
};

} // namespace pstudio
