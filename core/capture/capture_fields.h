// SPDX-License-Identifier: Apache-2.0
// Members of JSON objects as values: what the parts of a capture's header share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_field.h"

namespace pstudio::record {

/// The integer `name` of `object`, in [low, high]; T holds both. Errors as JsonField::integer().
template <class T>
Result<T> integerOf(const JsonField &object, std::string_view name, int64_t low, int64_t high) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const int64_t value, field.integer(low, high));
  return static_cast<T>(value);
}

/// The text `name` of `object`.
inline Result<std::string> textOf(const JsonField &object, std::string_view name) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  return field.text();
}

/// Index of the field's text in `names`.
template <size_t N>
Result<size_t> choiceOf(const JsonField &object, std::string_view name,
                        const std::array<std::string_view, N> &names) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const std::string text, field.text());
  const auto found = std::ranges::find(names, text);
  if (found == names.end())
    return field.error("unknown value '" + text + "'", nameHint(text, names));
  return static_cast<size_t>(found - names.begin());
}

/// Appends what `parse` makes of each element of the list `name`, which has at most `most`.
template <class T, class Parse>
Result<void> readList(const JsonField &object, std::string_view name, size_t most,
                      std::vector<T> &items, const Parse &parse) {
  PSTUDIO_TRY_ASSIGN(const JsonField field, object.member(name));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, field.elements(0, most));
  items.reserve(elements.size());
  for (const JsonField &element : elements) {
    PSTUDIO_TRY_ASSIGN(T item, parse(element));
    items.push_back(std::move(item));
  }
  return {};
}

} // namespace pstudio::record
