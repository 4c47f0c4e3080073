// SPDX-License-Identifier: Apache-2.0
// A JSON value with its path, so that every error names the field. Internal to core.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/result.h"

namespace pstudio {

/// A view of one value of a parsed document. The document must outlive it. Errors are InvalidInput
/// with `where` "document: a.b[2].c" ("document" for the root).
class JsonField {
public:
  JsonField(const nlohmann::json &value, std::string document, std::string path = {})
      : m_value(&value), m_document(std::move(document)), m_path(std::move(path)) {}

  /// A failure at this field.
  tl::unexpected<Error> error(std::string message, std::string hint = {}) const;
  /// A failure at a member, "a.b[2].c" from here on; here if the path is empty.
  tl::unexpected<Error> errorAt(const std::string &path, std::string message,
                                std::string hint = {}) const;
  /// The same value, whose objects may have members that requireObject() does not list: a later
  /// version of the program may have written it.
  JsonField ignoringUnknown() const {
    JsonField field = *this;
    field.m_ignoresUnknown = true;
    return field;
  }
  /// "document: path".
  std::string where() const;

  bool isString() const { return m_value->is_string(); }
  bool isObject() const { return m_value->is_object(); }
  bool isNull() const { return m_value->is_null(); }

  /// Fails unless this is an object whose members are all in `names`; the error of an unknown one
  /// contains the nearest name.
  Result<void> requireObject(std::span<const std::string_view> names) const;
  /// The member; an error if it is missing. [requires an object]
  Result<JsonField> member(std::string_view name) const;
  /// The member, or nullopt. [requires an object]
  std::optional<JsonField> find(std::string_view name) const;

  /// Every member of an object, by name.
  Result<std::vector<std::pair<std::string, JsonField>>> members() const;

  Result<std::string> text() const;
  Result<int64_t>
  integer(int64_t low,
          int64_t high) const; ///< in [low, high]; 4.0 is an integer, as in JSON Schema
  Result<uint64_t> unsigned64() const;
  Result<double> number() const;
  Result<bool> boolean() const;
  Result<std::string> binary() const; ///< bytes, which only binary forms of JSON contain
  /// The elements of an array that has between `low` and `high` of them.
  Result<std::vector<JsonField>> elements(size_t low, size_t high) const;

private:
  JsonField child(const nlohmann::json &value, std::string path) const {
    JsonField field(value, m_document, std::move(path));
    field.m_ignoresUnknown = m_ignoresUnknown;
    return field;
  }
  tl::unexpected<Error> wrongType(std::string_view expected) const;

  const nlohmann::json *m_value;
  std::string m_document;
  std::string m_path;
  bool m_ignoresUnknown = false;
};

/// Parses a document. A syntax error or a repeated member name is InvalidFormat at
/// "document:line:column".
Result<nlohmann::json> parseJson(std::string_view text, std::string_view document);

/// The candidate that a misspelt `name` most likely means, or "" if none is close.
std::string_view nearestName(std::string_view name, std::span<const std::string_view> candidates);

/// "did you mean 'x'?" for a close candidate, else "known: a, b, c".
std::string nameHint(std::string_view name, std::span<const std::string_view> candidates);

} // namespace pstudio
