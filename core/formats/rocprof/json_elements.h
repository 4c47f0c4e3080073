// SPDX-License-Identifier: Apache-2.0
// The elements of lists in a JSON text, one at a time. Internal to core/formats/rocprof.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/read_progress.h"

namespace pstudio::rocprof {

/// An object with the values of all objects in it, by their paths: "dispatch_info.grid_size.x".
/// Elements of an array have the path of the array.
class JsonElement {
public:
  using Value = std::variant<int64_t, double, std::string>;

  void clear() { m_count = 0; }
  void add(const std::string &path, Value value);
  /// Numbers beyond 63 bits, which handles have, keep their bits.
  std::optional<int64_t> integer(std::string_view path) const;
  /// Empty if it is no text.
  std::string_view text(std::string_view path) const;
  /// The texts of an array.
  std::vector<std::string_view> texts(std::string_view path) const;

private:
  struct Field {
    std::string path;
    Value value;
  };
  std::vector<Field> m_fields; ///< reused, the first m_count are of this element
  size_t m_count = 0;
};

/// Receives the elements.
struct ElementVisitor {
  /// Whether objects at `list`, a path of keys such as "a/b", are elements.
  std::function<bool(const std::string &list)> isElement;
  std::function<void(const std::string &list, const JsonElement &element)> visit;
  /// An object that is no element has ended.
  std::function<void(const std::string &path)> leave;
};

/// Calls the visitor for each element of the text. \return the place of damage ("line 3, column
/// 4"), or nothing. Ends early once `progress`, which may be null, is cancelled. O(n).
std::optional<std::string> visitElements(std::string_view text, const ElementVisitor &visitor,
                                         ReadProgress *progress);

} // namespace pstudio::rocprof
