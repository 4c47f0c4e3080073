// SPDX-License-Identifier: Apache-2.0
// Accesses that the device counted, by the piece of memory in which they begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/fields.h"

namespace pstudio::memory {

/// The bins of one site's accesses: bin b stands for every piece of 2^shift bytes whose number,
/// address >> shift, is b modulo `bins`.
struct CountedBins {
  uint32_t bins = 1;       ///< a power of two
  uint32_t shift = 0;      ///< 0..52
  std::string buffer = {}; ///< that contains all its addresses; empty: unknown
  /// Difference of counted addresses from the addresses of buffers: in shared memory the start of
  /// the CTA's own memory, else 0 [bytes].
  uint64_t start = 0;
  bool operator==(const CountedBins &) const = default;
};

/// Most bins of an operation, and the largest piece of memory that one is (2^shift bytes).
inline constexpr uint32_t kMaxCountedBins = 4096;
inline constexpr uint32_t kMaxCountedShift = 52;

/// The fields of CountedBins in files.
template <FieldsOwner<CountedBins> T> constexpr auto fieldsOf(T &counted) {
  auto &[bins, shift, buffer, start] = counted;
  return std::tuple(Field{"bins", bins, within(1, kMaxCountedBins)}.numbered(6),
                    Field{"shift", shift, within(0, kMaxCountedShift)}.numbered(7),
                    Field{"buffer", buffer}.numbered(8),
                    Field{"start", start}.omittedIf(start == 0).numbered(9));
}

/// The smallest shift with which `bins` pieces cover a buffer of `bytes` that begins at a multiple
/// of a piece. O(log bytes).
uint32_t shiftFor(uint64_t bytes, uint32_t bins);

/// [first, end), not empty.
struct ByteRange {
  uint64_t first = 0;
  uint64_t end = 0;
  bool operator==(const ByteRange &) const = default;
};

/// True for a power of two of bins, at most 2^16, and pieces of at most 2^52 bytes.
bool isUsable(const CountedBins &counted);

inline std::optional<FieldProblem> problemOf(const CountedBins &counted) {
  if (isUsable(counted))
    return std::nullopt;
  return FieldProblem{{}, "needs a power of two of bins"};
}

/// The bytes of a buffer at [base, base + bytes) that `bin` stands for. If the begin and the end of
/// the buffer belong to the same bin, the larger part is returned. None if no byte of the buffer is
/// in the bin, or if the buffer has more pieces than there are bins, so that the piece is
/// ambiguous.
std::optional<ByteRange> bytesOfBin(const CountedBins &counted, uint32_t bin, uint64_t base,
                                    uint64_t bytes);

/// Counts of one CTA's warps at one site in one bin. An access is counted in the bin of its
/// lowest lane.
struct AccessCount {
  uint16_t site = 0; ///< of the launch's AccessTable
  uint16_t bin = 0;
  uint32_t cta = 0;      ///< linear id
  uint64_t accesses = 0; ///< of warps, at least 1
  uint64_t lanes = 0;    ///< active lanes, summed over the accesses
  bool operator==(const AccessCount &) const = default;
};

/// The counts of a launch. Empty where accesses were recorded.
struct AccessCounts {
  std::vector<CountedBins> sites = {}; ///< of each site of the table
  /// By rising (site, cta, bin), each once.
  std::vector<AccessCount> cells = {};
  bool empty() const { return sites.empty(); }
  bool operator==(const AccessCounts &) const = default;
};

} // namespace pstudio::memory
