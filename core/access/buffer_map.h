// SPDX-License-Identifier: Apache-2.0
// Maps an address to its buffer and element.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/access/access.h"
#include "core/base/result.h"

namespace pstudio::memory {

/// Memory with a name: an argument of the launch, or a shared allocation of each CTA.
struct Buffer {
  std::string name;
  AccessSpace space = AccessSpace::Global;
  uint64_t base = 0;               ///< Shared: relative to the start of the CTA's shared memory
  std::string dtype = {};          ///< "f32"; for display
  uint32_t elementBytes = 1;       ///< at least 1
  std::vector<int64_t> shape = {}; ///< row-major; empty: one element
  bool operator==(const Buffer &) const = default;
};

/// A part of the address space that belongs to one buffer: [first, last], closed, never empty.
struct BufferSegment {
  uint64_t first = 0;
  uint64_t last = 0;
  uint32_t buffer = 0;
};

/// Bytes that belong to two buffers: [first, last].
struct BufferOverlap {
  uint32_t one = 0, other = 0;
  uint64_t first = 0;
  uint64_t last = 0;
};

/// The buffers of a launch. Immutable. An address in several buffers belongs to the
/// smallest of them; of buffers of equal size, to the first in the list.
class BufferMap {
public:
  static constexpr uint32_t kNone = 0xffffffffu;
  /// Limit of the number of reported overlaps.
  static constexpr size_t kMaxOverlaps = 4096;

  /// InvalidInput, with the buffer's name, for elements of 0 bytes, negative extents, and buffers
  /// that do not fit below 2^64. A buffer without elements contains no address.
  /// O(buffers * log + overlaps).
  static Result<BufferMap> make(std::vector<Buffer> buffers);

  std::span<const Buffer> buffers() const { return m_buffers; }
  uint64_t bytesOf(uint32_t buffer) const { return m_bytes[buffer]; } ///< < buffers().size()
  /// Overlaps of two buffers, for a message to the user.
  std::span<const BufferOverlap> overlaps() const { return m_overlaps; }
  /// By rising address.
  std::span<const BufferSegment> segments(AccessSpace space) const {
    return m_segments[static_cast<size_t>(space)];
  }

  /// The segment with the address, or null. O(log).
  const BufferSegment *segmentAt(AccessSpace space, uint64_t address) const;
  /// kNone if it is outside every buffer. O(log).
  uint32_t find(AccessSpace space, uint64_t address) const;

  /// "A[128, 64]", "A[128, 64] + 2 bytes", "0x7f10 (outside every buffer, 16 bytes after A)",
  /// "null + 8 bytes": below 4096 in no buffer.
  std::string describe(AccessSpace space, uint64_t address) const;
  /// Indices of the element that holds byte `offset` of a buffer; one for each extent.
  std::vector<int64_t> indicesOf(uint32_t buffer, uint64_t offset) const;

private:
  void findSegments(AccessSpace space);
  void findOverlaps(AccessSpace space);
  std::string outsideText(AccessSpace space, uint64_t address) const;

  std::vector<Buffer> m_buffers;
  std::vector<uint64_t> m_bytes;
  std::vector<BufferOverlap> m_overlaps;
  std::array<std::vector<BufferSegment>, kAccessSpaces> m_segments;
};

} // namespace pstudio::memory
