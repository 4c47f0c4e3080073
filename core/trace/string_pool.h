// SPDX-License-Identifier: Apache-2.0
// Interned strings: each text is stored once and named by a StringId.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/ids.h"

namespace pstudio {

/// Grows only; views stay valid as long as the pool. Id 0 is the empty string. Bytes that are not
/// UTF-8 are kept escaped (escapedUtf8()). [not thread-safe while interning]
class StringPool {
public:
  StringPool() { intern({}); }
  /// The same texts under the same ids. O(bytes).
  explicit StringPool(const StringPool &other);
  StringPool(StringPool &&) = default;
  StringPool &operator=(StringPool &&) = default;

  /// The id of `text`, adding it if new. O(length).
  StringId intern(std::string_view text);
  /// The id of `text`, or none if it was never interned.
  StringId find(std::string_view text) const;
  /// "" for none.
  std::string_view text(StringId id) const;
  size_t size() const { return m_texts.size(); }
  size_t memoryUse() const; ///< heap bytes

private:
  std::deque<std::string>
      m_texts; // a deque keeps the strings, and so the views into them, in place
  std::unordered_map<std::string_view, StringId> m_ids;
};

} // namespace pstudio
