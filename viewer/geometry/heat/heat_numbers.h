// SPDX-License-Identifier: Apache-2.0
// The data of the charts of the heat panel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/geometry/heat/heat_data.h"

namespace pstudio {

/// One bar of a histogram, or a point of a line.
struct HeatBar {
  std::string label; ///< "4,096 – 8,191"
  std::string mark;  ///< on the axis: "4 Ki"
  double value = 0;
  bool isFirst = false; ///< a special bar: lines that were never touched before
  bool operator==(const HeatBar &) const = default;
};

/// Distinct memory that was touched until `timeNs`.
struct FootprintPoint {
  double timeNs = 0; ///< from the trace's origin
  double bytes = 0;
  double writtenBytes = 0; ///< of them, those that are written at some time
  bool operator==(const FootprintPoint &) const = default;
};

/// Distinct memory that a wave of CTAs touched; of several waves, the one that touched most.
struct WaveBar {
  uint32_t firstWave = 0; ///< from 0
  uint32_t waves = 1;     ///< that the bar stands for
  uint32_t ctas = 0;
  double bytes = 0;
  double writtenBytes = 0; ///< of them
  bool operator==(const WaveBar &) const = default;
};

/// At the ends of `columns` equal parts of the time, in global memory; an estimate where only a
/// part of the pages is kept. Empty until sectors are counted, and without accesses. O(sectors).
std::vector<FootprintPoint> footprintPoints(const HeatData &data, uint32_t columns);

/// By the begin of the waves, at most `most` bars; estimates as the footprints are. Empty until
/// they are counted, and with a single wave, whose bar equals the sum. O(waves).
std::vector<WaveBar> waveBars(const HeatData &data, uint32_t most);

/// Touches of lines by the distance to the touch before, in lines: first touches, then 0, 1, 2 – 3,
/// 4 – 7, ... up to the last one that is not empty. Empty until they are counted.
std::vector<HeatBar> reuseBars(const HeatData &data);

/// Accesses to shared memory by the degree of their bank conflict; of one operation or all. With
/// more than `most` different degrees, each bar is a range of degrees up to a power of two. Empty
/// until operations are counted, and where there are none.
std::vector<HeatBar> degreeBars(const HeatData &data, std::optional<uint16_t> site,
                                size_t most = 10);

} // namespace pstudio
