// SPDX-License-Identifier: Apache-2.0
// Accesses as columns, without the warps that execute them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/access/access.h"
#include "core/base/units.h"

namespace pstudio::memory {

/// One access as stored. lanesOf() of its container returns its addresses.
struct Access {
  uint16_t site = 0;  ///< index of the operation
  uint32_t shape = 0; ///< into shapes()
  uint64_t base = 0;  ///< affine: address of the first active lane; else an index into the offsets
  Picoseconds time;
};

/// Common properties of many accesses: the active lanes, and the storage of the addresses.
struct LaneShape {
  enum class Form : uint8_t {
    Affine, ///< a stride
    Near,   ///< 32-bit offsets from the lowest address
    Far,    ///< addresses of 64 bits
  };
  Form form = Form::Affine;
  LaneMask mask = 0;  ///< never 0
  int64_t stride = 0; ///< Affine: bytes from each lane to the next
  bool operator==(const LaneShape &) const = default;
};

/// Accesses in the order in which they were added. An affine access takes 22 bytes, others 4 more
/// per lane, or 8 more per lane if their addresses are more than 4 GiB apart. [not thread-safe
/// while it is filled; concurrent reads are allowed]
class AccessColumns {
public:
  /// Lane l of `mask` at base + (l - first lane) * stride, modulo 2^64. `mask` is not 0.
  void addAffine(uint16_t site, Picoseconds time, LaneMask mask, uint64_t base, int64_t stride);
  /// The addresses of the lanes of `mask`, by rising lane; `mask` is not 0. Stored
  /// as affine if they are. O(lanes).
  void addLanes(uint16_t site, Picoseconds time, LaneMask mask,
                std::span<const uint64_t> addresses);
  /// Adds accesses [begin, end) of `other`. `shapes` maps the numbers of their shapes, `shift` is
  /// added to their indices into the offsets: the results of takeShapes() and takeOffsets().
  /// O(accesses).
  void append(const AccessColumns &other, uint64_t begin, uint64_t end,
              std::span<const uint32_t> shapes, uint64_t shift);
  /// Adds all shapes of `other` and returns the new number of each. O(shapes).
  std::vector<uint32_t> takeShapes(const AccessColumns &other);
  /// Adds all offsets of `other` and returns the shift of their indices. O(offsets).
  uint64_t takeOffsets(const AccessColumns &other);
  /// Allocates memory for this many affine accesses.
  void reserve(uint64_t accesses);
  /// Adds `shift` to every time, modulo 2^64. O(accesses).
  void shiftTimes(Picoseconds shift);

  uint64_t size() const { return m_sites.size(); }
  Access operator[](uint64_t index) const {
    return {m_sites[index], m_shapeIds[index], m_bases[index], Picoseconds(m_times[index])};
  }
  LaneAddresses lanesOf(const Access &access) const;
  uint64_t firstAddress(const Access &access) const; ///< of the first active lane
  std::span<const LaneShape> shapes() const { return m_shapes; }
  /// Memory of the columns [bytes].
  uint64_t memoryBytes() const;

private:
  uint32_t shapeId(const LaneShape &shape);
  void push(uint16_t site, Picoseconds time, uint32_t shape, uint64_t base);
  void pushOffsets(uint16_t site, Picoseconds time, LaneMask mask,
                   std::span<const uint64_t> addresses);

  std::vector<LaneShape> m_shapes;
  std::vector<uint32_t> m_shapeSlots; // hash table of shape ids + 1; 0 is free
  std::vector<uint16_t> m_sites;
  std::vector<uint32_t> m_shapeIds;
  std::vector<uint64_t> m_bases;
  std::vector<int64_t> m_times;
  std::vector<uint32_t> m_offsets; // of Near: lowest address (2 words), then offsets
};

} // namespace pstudio::memory
