// SPDX-License-Identifier: Apache-2.0
// The value of a cell of any table.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/ids.h"
#include "core/base/units.h"

namespace pstudio::table {

/// Unknown, a number, text that lives as long as the source of the table, or a new text.
using Value = std::variant<std::monostate, int64_t, double, std::string_view, std::string>;

template <class T> constexpr bool isOptionalType = false;
template <class T> constexpr bool isOptionalType<std::optional<T>> = true;
template <class T> constexpr bool isIdType = false;
template <class Tag> constexpr bool isIdType<Id<Tag>> = true;

/// Converts a result of a column. Times become nanoseconds, flags 0 or 1; an empty optional and an
/// invalid id are unknown.
template <class T> Value toValue(T &&result) {
  using Type = std::remove_cvref_t<T>;
  if constexpr (isOptionalType<Type>)
    return result ? toValue(*std::forward<T>(result)) : Value();
  else if constexpr (isIdType<Type>)
    return result.isValid() ? Value(int64_t{result.value}) : Value();
  else if constexpr (std::same_as<Type, Picoseconds>)
    return static_cast<double>(result.value) / 1000.0;
  else if constexpr (std::integral<Type>)
    return static_cast<int64_t>(result);
  else
    return Value(std::forward<T>(result));
}

/// Type of the results of a column in SQL: "INTEGER", "REAL" or "TEXT"; "" for several types.
template <class T> constexpr std::string_view sqlTypeOf() {
  if constexpr (isOptionalType<T>)
    return sqlTypeOf<typename T::value_type>();
  else if constexpr (std::same_as<T, Value>)
    return "";
  else if constexpr (std::floating_point<T> || std::same_as<T, Picoseconds>)
    return "REAL";
  else if constexpr (std::integral<T> || isIdType<T>)
    return "INTEGER";
  else
    return "TEXT";
}

} // namespace pstudio::table
