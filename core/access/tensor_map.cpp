// SPDX-License-Identifier: Apache-2.0
#include "core/access/tensor_map.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"

namespace pstudio::memory {
namespace {

constexpr size_t kMaxRank = 5;

bool isIn(uint64_t number, uint64_t least, uint64_t most) {
  return number >= least && number <= most;
}

/// Elements that a tile has in a dimension.
uint32_t movedIn(const TensorMap &map, size_t dimension) {
  const uint32_t step = map.elementStrides[dimension];
  return (map.box[dimension] + step - 1) / step;
}

uint64_t rowsOf(const TensorMap &map) {
  uint64_t rows = 1;
  for (size_t d = 1; d < map.box.size(); ++d)
    rows *= movedIn(map, d);
  return rows;
}

/// False if the last element lies beyond 2^64.
bool fitsMemory(const TensorMap &map) {
  uint64_t end = map.base;
  for (size_t d = 0; d < map.extents.size(); ++d) {
    const uint64_t stride = d == 0 ? map.elementBytes : map.strideBytes[d - 1];
    uint64_t reach = 0;
    if (__builtin_mul_overflow(map.extents[d] - (d == 0 ? 0 : 1), stride, &reach) ||
        __builtin_add_overflow(end, reach, &end))
      return false;
  }
  return true;
}

/// The elements [first, last) of the box in the fastest dimension that are inside the tensor.
struct Cut {
  int64_t first = 0, last = 0;
};

Cut cutRow(const TensorMap &map, int32_t coordinate) {
  const auto extent = static_cast<int64_t>(map.extents[0]);
  return {std::max<int64_t>(coordinate, 0),
          std::min<int64_t>(int64_t{coordinate} + map.box[0], extent)};
}

/// Calls visit(address) for each row of the box in the tensor. `at` is a counter with one digit per
/// dimension; that of the first dimension is unused.
template <class Visit>
void forRows(const TensorMap &map, std::span<const int32_t> coordinates, uint64_t start,
             const Visit &visit) {
  const size_t rank = map.box.size();
  std::array<uint32_t, kMaxRank> at{};
  while (true) {
    bool isInside = true;
    uint64_t address = start;
    for (size_t d = 1; d < rank; ++d) {
      const int64_t index = coordinates[d] + int64_t{at[d]} * map.elementStrides[d];
      isInside = isInside && index >= 0 && static_cast<uint64_t>(index) < map.extents[d];
      address += static_cast<uint64_t>(index) * map.strideBytes[d - 1];
    }
    if (isInside)
      visit(address);
    size_t d = 1;
    for (; d < rank && ++at[d] == movedIn(map, d); ++d)
      at[d] = 0;
    if (d == rank)
      return;
  }
}

} // namespace

bool isUsable(const TensorMap &map) {
  const size_t rank = map.extents.size();
  if (!isIn(rank, 1, kMaxRank) || map.strideBytes.size() + 1 != rank || map.box.size() != rank ||
      map.elementStrides.size() != rank || !isIn(map.elementBytes, 1, 16))
    return false;
  for (size_t d = 0; d < rank; ++d)
    if (!isIn(map.extents[d], 1, uint64_t{1} << 32) || !isIn(map.box[d], 1, 256) ||
        !isIn(map.elementStrides[d], 1, 8))
      return false;
  if (std::ranges::any_of(map.strideBytes,
                          [](uint64_t stride) { return stride >= uint64_t{1} << 40; }))
    return false;
  return fitsMemory(map) && rowsOf(map) <= kMaxTileRows;
}

uint32_t rowBytes(const TensorMap &map) {
  return map.box[0] * map.elementBytes;
}

uint32_t tileBytes(const TensorMap &map) {
  return rowBytes(map) * static_cast<uint32_t>(rowsOf(map)); // at most 2^12 * 2^16
}

TileRows tileRows(const TensorMap &map, std::span<const int32_t> coordinates) {
  PSTUDIO_CHECK(coordinates.size() == map.box.size());
  const Cut cut = cutRow(map, coordinates[0]);
  TileRows rows;
  if (cut.first >= cut.last)
    return rows;
  const uint64_t start = map.base + static_cast<uint64_t>(cut.first) * map.elementBytes;
  forRows(map, coordinates, start, [&](uint64_t address) { rows.addresses.push_back(address); });
  if (!rows.addresses.empty())
    rows.bytes = static_cast<uint32_t>(cut.last - cut.first) * map.elementBytes;
  return rows;
}

} // namespace pstudio::memory
