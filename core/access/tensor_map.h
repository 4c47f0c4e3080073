// SPDX-License-Identifier: Apache-2.0
// The bytes of global memory that a tensor map (TMA descriptor) and the coordinates of a tile
// select.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pstudio::memory {

/// The part of a launch's tensor map that determines the addresses of a tile's elements. The
/// fastest dimension comes first, as in PTX.
struct TensorMap {
  uint32_t argument = 0;                ///< of the launch: its index, from 0
  uint64_t base = 0;                    ///< address of element 0
  uint32_t elementBytes = 1;            ///< 1 to 16
  std::vector<uint64_t> extents;        ///< elements, 1 to 2^32; one for each dimension, 1 to 5
  std::vector<uint64_t> strideBytes;    ///< of all dimensions but the first, below 2^40
  std::vector<uint32_t> box;            ///< elements, 1 to 256
  std::vector<uint32_t> elementStrides; ///< step within the box, 1 to 8
  /// The channels of a pixel are in slices. Their addresses are not supported.
  bool isInterleaved = false;
  bool operator==(const TensorMap &) const = default;
};

/// Most rows of a tile; more do not fit into shared memory.
inline constexpr uint64_t kMaxTileRows = 1 << 16;

/// True if every number is in the range given above, the lists have matching lengths, no element is
/// beyond 2^64 and a tile has at most kMaxTileRows rows. O(dimensions).
bool isUsable(const TensorMap &map);

/// Bytes of a full row of the box, before it is clipped to the tensor. `map` is usable.
uint32_t rowBytes(const TensorMap &map);
/// Bytes of a tile in shared memory, including the part outside of the tensor. `map` is
/// usable. O(dimensions).
uint32_t tileBytes(const TensorMap &map);

/// The part of a tile that lies in the tensor: rows of neighbouring bytes, all of one length.
struct TileRows {
  uint32_t bytes = 0;              ///< of each row; 0: there is none
  std::vector<uint64_t> addresses; ///< of their first bytes, the second dimension running fastest
};

/// The rows of the tile whose first element has these coordinates, one for each dimension, without
/// the part outside of the tensor. `map` is usable and not interleaved. O(rows).
TileRows tileRows(const TensorMap &map, std::span<const int32_t> coordinates);

} // namespace pstudio::memory
