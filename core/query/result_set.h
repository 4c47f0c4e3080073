// SPDX-License-Identifier: Apache-2.0
// The rows of a result in memory, with a limit.
#pragma once

#include "core/query/trace_database.h"
#include "core/trace/string_pool.h"

namespace pstudio::query {

/// Limits of the kept part of a result.
struct ResultLimits {
  uint64_t rows = 1'000'000;
  uint64_t bytes = uint64_t{256} << 20;
};

/// Keeps rows up to a limit. A cell takes 16 bytes, equal texts are kept once. Immutable once the
/// query has ended. [not thread-safe while it is filled]
class ResultSet : public RowSink {
public:
  explicit ResultSet(const ResultLimits &limits = {}) : m_limits(limits) {}

  void begin(std::vector<ResultColumn> columns) override;
  bool add(std::span<const Cell> row) override;

  std::span<const ResultColumn> columns() const { return m_columns; }
  uint64_t rowCount() const { return m_rows; }
  /// Texts are views that live as long as the set.
  Cell cell(uint64_t row, size_t column) const;
  /// The number in the first column with slices that has one in this row; none if it is not that
  /// of a slice of a trace with `sliceCount`.
  SliceId sliceOf(uint64_t row, size_t sliceCount) const;

private:
  struct Kept {
    Kept() : whole(0) {} // GCC 12 generates no default constructor for a union with an id
    enum class Kind : uint8_t { Null, Whole, Real, Text } kind = Kind::Null;
    union {
      int64_t whole;
      double real;
      StringId text;
    };
  };
  Kept keep(const Cell &cell);

  ResultLimits m_limits;
  std::vector<ResultColumn> m_columns;
  std::vector<Kept> m_cells; ///< row by row
  uint64_t m_rows = 0;
  uint64_t m_textBytes = 0;
  StringPool m_texts;
};

} // namespace pstudio::query
