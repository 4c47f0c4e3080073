// SPDX-License-Identifier: Apache-2.0
// Replacements of parts of a text, and the mapping from the new text to the old one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio::foreign {

/// Edits of one text, in any order. Parts that were replaced before are not replaced again.
class TextEdits {
public:
  /// Replaces bytes [begin, end) of the old text; begin == end inserts. False, without an effect,
  /// if an earlier edit touches them.
  bool replace(size_t begin, size_t end, std::string text);
  /// The new text. Call once all edits are known. O(text + edits).
  std::string apply(std::string_view text);
  /// Offset in the old text of a byte of the new text; for a replaced part its beginning. Call
  /// after apply(). O(log edits).
  size_t originalOffset(size_t offset) const;

private:
  struct Edit {
    size_t begin, end;
    std::string text;
    size_t newBegin = 0; ///< in the new text
  };
  std::vector<Edit> m_edits; ///< sorted by begin
};

} // namespace pstudio::foreign
