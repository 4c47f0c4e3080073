// SPDX-License-Identifier: Apache-2.0
// The buffers of global memory below each other, as one axis of a heat map.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/access/buffer_map.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// One buffer, or a part of it where buffers overlap.
struct HeatBand {
  uint32_t buffer = 0;
  uint64_t first = 0, last = 0; ///< addresses, closed
  double begin = 0;             ///< place of the first byte on the axis
  double perByte = 1;           ///< a whole number; > 1 enlarges small buffers
  double bytes() const { return static_cast<double>(last - first) + 1; }
  double end() const { return begin + bytes() * perByte; }
};

/// The space between buffers is left out. Places are bytes times HeatBand::perByte; a gap without
/// addresses separates neighbours. [immutable]
class HeatBands {
public:
  HeatBands() = default;
  /// Every buffer gets at least a 24th of the space that the largest one has. `unitBytes` (a power
  /// of two): bands begin and end at multiples of it where the buffers do.
  explicit HeatBands(const memory::BufferMap &buffers);

  std::span<const HeatBand> bands() const { return m_bands; }
  double length() const { return m_length; } ///< at least 1
  /// Null in a gap. O(log).
  const HeatBand *at(double place) const;
  /// Null if no band has the address. O(log).
  const HeatBand *of(uint64_t address) const;

  /// The address at a place of the band, clamped to it.
  static uint64_t addressAt(const HeatBand &band, double place);
  static double placeOf(const HeatBand &band, uint64_t address) {
    return band.begin + static_cast<double>(address - band.first) * band.perByte;
  }
  /// The places of bytes [first, last]: a range for each band that contains some of them.
  std::vector<HeatRange> placesOf(uint64_t first, uint64_t last) const;

private:
  std::vector<HeatBand> m_bands;
  double m_length = 1;
};

/// Number of letters of the longest label of bandTicks(). O(bands).
uint32_t bandLetters(const HeatBands &bands, const memory::BufferMap &buffers);

/// Marks at elements of the buffers, "A[128, 64]" with "+ 64 KiB" below; at the beginning of a row
/// where a row is long enough.
std::vector<HeatTick> bandTicks(const HeatBands &bands, const memory::BufferMap &buffers,
                                HeatRange visible, float pixels);

} // namespace pstudio
