// SPDX-License-Identifier: Apache-2.0
// A buffer of any shape as a matrix.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/access/buffer_map.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// Maps the elements of a buffer to rows and columns. [immutable]
class MatrixLayout {
public:
  /// An element's place.
  struct Place {
    uint64_t row = 0, column = 0;
  };

  /// All elements: the last dimension as columns, all others as rows. One dimension is wrapped at
  /// a power of two that makes it about square, a scalar is one cell. `buffer` has elements.
  static MatrixLayout whole(const memory::BufferMap &buffers, uint32_t buffer);
  /// All elements, in rows of `width`. InvalidInput for 0.
  static Result<MatrixLayout> wrapped(const memory::BufferMap &buffers, uint32_t buffer,
                                      uint64_t width);
  /// One plane: two different dimensions as rows and columns, of the others these indices (one for
  /// each dimension; those of the two do not matter). InvalidInput for a dimension or an index
  /// outside of the shape.
  static Result<MatrixLayout> plane(const memory::BufferMap &buffers, uint32_t buffer,
                                    uint32_t rowDimension, uint32_t columnDimension,
                                    const std::vector<int64_t> &indices);

  uint32_t buffer() const { return m_buffer; }
  uint64_t rows() const { return m_rows; }       ///< at least 1
  uint64_t columns() const { return m_columns; } ///< at least 1
  uint32_t elementBytes() const { return m_elementBytes; }
  /// Whether neighbouring columns are neighbours in memory.
  bool isContiguous() const { return m_columnBytes == m_elementBytes; }

  uint64_t addressOf(Place place) const {
    return m_base + place.row * m_rowBytes + place.column * m_columnBytes;
  }
  /// Number of elements of a row: fewer in the last row of a wrapped buffer.
  uint64_t columnsOf(uint64_t row) const;
  /// The place of an address; nothing if it is not in the matrix.
  std::optional<Place> placeOf(uint64_t address) const;
  /// Adds the rectangles of the elements with bytes [first, last], row by row. After `most` rows,
  /// or elements of a plane, the rest is left out.
  void addSpans(uint64_t first, uint64_t last, std::vector<HeatArea> &spans,
                uint64_t most = 65536) const;

  const std::string &rowTitle() const { return m_rowTitle; }
  const std::string &columnTitle() const { return m_columnTitle; }
  /// "12", or "2, 5" for rows of more than one dimension, or the index of the first element of a
  /// wrapped row.
  std::string rowLabel(const memory::BufferMap &buffers, uint64_t row) const;

private:
  enum class Form : uint8_t { Whole, Wrapped, Plane };

  Form m_form = Form::Whole;
  uint32_t m_buffer = 0;
  uint64_t m_base = 0, m_bytes = 0; ///< of the buffer; m_base: of the first element that is shown
  uint64_t m_bufferBase = 0;
  uint64_t m_rows = 1, m_columns = 1;
  uint64_t m_rowBytes = 1, m_columnBytes = 1;
  uint32_t m_elementBytes = 1;
  std::string m_rowTitle, m_columnTitle;
};

/// Neighbouring rectangles of equal columns as one, and those of a row that touch each other; at
/// most `most`, beyond it one around all.
std::vector<HeatArea> mergedSpans(std::vector<HeatArea> spans, size_t most = 256);

} // namespace pstudio
