// SPDX-License-Identifier: Apache-2.0
// The maps of the heat panel, and the content of each for a choice.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "viewer/geometry/heat/heat_choice.h"
#include "viewer/geometry/heat/heat_data.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

enum class HeatView : uint8_t {
  Time,   ///< address by time
  Matrix, ///< the chosen buffer as its matrix
  Banks,  ///< bank of shared memory by time
  Ctas,   ///< address by CTA
  Sms,    ///< address by SM
};
inline constexpr uint8_t kHeatViews = 5;

/// "time", "matrix", "banks", "ctas", "sms": the name on the command line.
const char *heatViewName(HeatView view);

/// The map of a view for a choice, or the reason why there is none.
struct HeatViewSource {
  std::shared_ptr<const HeatMapSource> source; ///< null: nothing to show
  std::string message;                         ///< without a source: the reason
  std::string hint;                            ///< without a source: the remedy; may be empty
};
HeatViewSource heatViewSource(HeatView view, const HeatData &data, const HeatChoice &choice);

/// Whether heatViewSource() of the two choices, and of the parts that are there, is the same.
bool isSameSource(HeatView view, const HeatData &data, const HeatChoice &choice,
                  const HeatData &otherData, const HeatChoice &otherChoice);

/// The time range of the columns of a view; nothing if they are not times, and until they are
/// counted.
std::optional<TimeRange> timeAxisOf(HeatView view, const HeatData &data);
/// The part of such an axis that shows `time`, and the inverse; nothing: all of it.
HeatRange heatRangeOf(const TimeRange &axis, std::optional<TimeRange> time);
std::optional<TimeRange> timeOfHeatRange(const TimeRange &axis, HeatRange range);

/// The bytes of a buffer of global memory that is not empty; nothing for others.
std::optional<HeatSelection::Bytes> bytesOfBuffer(const HeatData &data, uint32_t buffer);

} // namespace pstudio
