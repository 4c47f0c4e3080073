// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_matrix_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

using memory::Buffer;
using memory::BufferMap;

tl::unexpected<Error> rejection(const BufferMap &buffers, uint32_t buffer,
                                const std::string &what) {
  return fail(ErrorCode::InvalidInput, what, buffers.buffers()[buffer].name);
}

uint64_t elementsOf(const BufferMap &buffers, uint32_t buffer) {
  return std::max<uint64_t>(buffers.bytesOf(buffer) / buffers.buffers()[buffer].elementBytes, 1);
}

std::string dimensionTitle(const char *what, size_t dimension, size_t count) {
  return count <= 2 ? what : std::string(what) + " (dimension " + std::to_string(dimension) + ")";
}

} // namespace

MatrixLayout MatrixLayout::whole(const BufferMap &buffers, uint32_t buffer) {
  const Buffer &of = buffers.buffers()[buffer];
  const uint64_t elements = elementsOf(buffers, buffer);
  uint64_t width = of.shape.empty() ? 1 : static_cast<uint64_t>(of.shape.back());
  if (of.shape.size() == 1)
    width =
        std::bit_ceil(static_cast<uint64_t>(std::ceil(std::sqrt(static_cast<double>(elements)))));
  MatrixLayout layout = *wrapped(buffers, buffer, std::max<uint64_t>(width, 1));
  if (of.shape.size() > 1) {
    layout.m_form = Form::Whole;
    layout.m_rowTitle = "row";
    layout.m_columnTitle = dimensionTitle("column", of.shape.size() - 1, of.shape.size());
  }
  return layout;
}

Result<MatrixLayout> MatrixLayout::wrapped(const BufferMap &buffers, uint32_t buffer,
                                           uint64_t width) {
  if (width == 0)
    return rejection(buffers, buffer, "rows of 0 elements");
  const Buffer &of = buffers.buffers()[buffer];
  const uint64_t elements = elementsOf(buffers, buffer);
  MatrixLayout layout;
  layout.m_form = Form::Wrapped;
  layout.m_buffer = buffer;
  layout.m_base = layout.m_bufferBase = of.base;
  layout.m_bytes = buffers.bytesOf(buffer);
  layout.m_elementBytes = of.elementBytes;
  layout.m_columns = std::min(width, elements);
  layout.m_rows = (elements - 1) / layout.m_columns + 1;
  layout.m_columnBytes = of.elementBytes;
  layout.m_rowBytes = layout.m_columns * of.elementBytes;
  layout.m_rowTitle = "element";
  layout.m_columnTitle = "+ element, rows of " + countText(layout.m_columns);
  return layout;
}

Result<MatrixLayout> MatrixLayout::plane(const BufferMap &buffers, uint32_t buffer,
                                         uint32_t rowDimension, uint32_t columnDimension,
                                         const std::vector<int64_t> &indices) {
  const Buffer &of = buffers.buffers()[buffer];
  const size_t count = of.shape.size();
  if (rowDimension >= count || columnDimension >= count || rowDimension == columnDimension)
    return rejection(buffers, buffer, "needs two different dimensions of the shape");
  if (indices.size() != count)
    return rejection(buffers, buffer, "needs one index for each dimension");
  MatrixLayout layout;
  layout.m_form = Form::Plane;
  layout.m_buffer = buffer;
  layout.m_base = layout.m_bufferBase = of.base;
  layout.m_bytes = buffers.bytesOf(buffer);
  layout.m_elementBytes = of.elementBytes;
  uint64_t stride = of.elementBytes;
  for (size_t i = count; i-- > 0;) {
    const auto extent = static_cast<uint64_t>(of.shape[i]);
    if (i == rowDimension) {
      layout.m_rows = extent;
      layout.m_rowBytes = stride;
    } else if (i == columnDimension) {
      layout.m_columns = extent;
      layout.m_columnBytes = stride;
    } else if (indices[i] < 0 || indices[i] >= of.shape[i]) {
      return rejection(buffers, buffer,
                       "index " + std::to_string(indices[i]) + " of dimension " +
                           std::to_string(i));
    } else {
      layout.m_base += static_cast<uint64_t>(indices[i]) * stride;
    }
    stride *= extent;
  }
  if (layout.m_rows == 0 || layout.m_columns == 0)
    return rejection(buffers, buffer, "no elements");
  layout.m_rowTitle = dimensionTitle("row", rowDimension, count);
  layout.m_columnTitle = dimensionTitle("column", columnDimension, count);
  return layout;
}

uint64_t MatrixLayout::columnsOf(uint64_t row) const {
  if (m_form == Form::Plane)
    return m_columns;
  const uint64_t elements = m_bytes / m_elementBytes;
  return row * m_columns >= elements ? 0 : std::min(m_columns, elements - row * m_columns);
}

std::optional<MatrixLayout::Place> MatrixLayout::placeOf(uint64_t address) const {
  if (address < m_base || address - m_bufferBase >= m_bytes)
    return std::nullopt;
  const uint64_t offset = address - m_base;
  Place place;
  // The larger stride first: the remainder is a multiple of the smaller stride, or the address is
  // in another plane.
  if (m_rowBytes >= m_columnBytes) {
    place.row = offset / m_rowBytes;
    place.column = offset % m_rowBytes / m_columnBytes;
  } else {
    place.column = offset / m_columnBytes;
    place.row = offset % m_columnBytes / m_rowBytes;
  }
  if (place.row >= m_rows || place.column >= m_columns ||
      address - addressOf(place) >= m_elementBytes)
    return std::nullopt;
  return place;
}

void MatrixLayout::addSpans(uint64_t first, uint64_t last, std::vector<HeatArea> &spans,
                            uint64_t most) const {
  if (m_bytes == 0 || last < m_bufferBase || first > m_bufferBase + (m_bytes - 1))
    return;
  first = std::max(first, m_bufferBase);
  last = std::min(last, m_bufferBase + (m_bytes - 1));
  const auto add = [&](uint64_t row, uint64_t begin, uint64_t end) {
    spans.push_back({{static_cast<double>(begin), static_cast<double>(end)},
                     {static_cast<double>(row), static_cast<double>(row) + 1}});
  };
  if (m_form == Form::Plane) {
    uint64_t address = first - (first - m_bufferBase) % m_elementBytes;
    for (uint64_t i = 0; i < most && address <= last; ++i, address += m_elementBytes)
      if (const auto place = placeOf(address))
        add(place->row, place->column, place->column + 1);
    return;
  }
  const uint64_t firstElement = (first - m_base) / m_elementBytes;
  const uint64_t lastElement = (last - m_base) / m_elementBytes;
  const uint64_t lastRow = std::min(lastElement / m_columns, firstElement / m_columns + most - 1);
  for (uint64_t row = firstElement / m_columns; row <= lastRow; ++row) {
    const uint64_t begin = row * m_columns;
    add(row, std::max(firstElement, begin) - begin,
        std::min(lastElement, begin + m_columns - 1) - begin + 1);
  }
}

std::string MatrixLayout::rowLabel(const BufferMap &buffers, uint64_t row) const {
  if (m_form == Form::Wrapped)
    return countText(row * m_columns);
  if (m_form == Form::Plane || buffers.buffers()[m_buffer].shape.size() <= 2)
    return countText(row);
  std::vector<int64_t> indices = buffers.indicesOf(m_buffer, row * m_rowBytes);
  indices.pop_back();
  std::string label;
  for (const int64_t index : indices)
    label += (label.empty() ? "" : ", ") + std::to_string(index);
  return label;
}

std::vector<HeatArea> mergedSpans(std::vector<HeatArea> spans, size_t most) {
  const auto key = [](const HeatArea &area) { return std::pair(area.y.begin, area.x.begin); };
  std::ranges::sort(spans, {}, key);
  std::vector<HeatArea> rows; // spans of a row that touch are one
  for (const HeatArea &span : spans) {
    if (!rows.empty() && rows.back().y == span.y && span.x.begin <= rows.back().x.end)
      rows.back().x.end = std::max(rows.back().x.end, span.x.end);
    else
      rows.push_back(span);
  }
  std::ranges::stable_sort(rows, {}, [](const HeatArea &area) {
    return std::tuple(area.x.begin, area.x.end, area.y.begin);
  });
  std::vector<HeatArea> areas;
  for (const HeatArea &row : rows) {
    if (!areas.empty() && areas.back().x == row.x && areas.back().y.end == row.y.begin)
      areas.back().y.end = row.y.end;
    else
      areas.push_back(row);
  }
  if (areas.size() <= most)
    return areas;
  HeatArea all = areas.front();
  for (const HeatArea &area : areas) {
    all.x = {std::min(all.x.begin, area.x.begin), std::max(all.x.end, area.x.end)};
    all.y = {std::min(all.y.begin, area.y.begin), std::max(all.y.end, area.y.end)};
  }
  return {all};
}

} // namespace pstudio
