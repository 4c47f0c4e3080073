// SPDX-License-Identifier: Apache-2.0
// The declaration of a column, from which every output is made.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "core/table/value.h"

namespace pstudio::table {

/// A column without its values. The texts are literals.
struct ColumnFacts {
  std::string_view name;
  std::string_view type; ///< in SQL (sqlTypeOf())
  std::string_view meaning;
};

/// A column of a table whose cells are computed from a `Row`.
template <class Row> struct Column : ColumnFacts {
  Value (*value)(const Row &row) = nullptr;

  /// \param compute  a lambda expression without captures, from `const Row &` to a type of
  /// toValue()
  template <class Compute>
  constexpr Column(std::string_view name, std::string_view meaning, Compute /*compute*/)
      : ColumnFacts{name,
                    sqlTypeOf<std::remove_cvref_t<std::invoke_result_t<Compute, const Row &>>>(),
                    meaning},
        value([](const Row &row) { return toValue(Compute()(row)); }) {}
};

/// The columns without their values.
template <class Row, size_t N>
constexpr std::array<ColumnFacts, N> factsOf(const Column<Row> (&columns)[N]) {
  std::array<ColumnFacts, N> facts;
  for (size_t i = 0; i < N; ++i)
    facts[i] = columns[i];
  return facts;
}

/// Index of the column with this name. Does not compile if there is none.
template <class Row, size_t N>
consteval int columnIndex(const Column<Row> (&columns)[N], std::string_view name) {
  int index = 0;
  while (columns[index].name != name) // beyond the end: no constant expression
    ++index;
  return index;
}

} // namespace pstudio::table
