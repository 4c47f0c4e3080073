// SPDX-License-Identifier: Apache-2.0
// The maps of the heat panel: which there are, and what each shows of a choice.
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

/// "time", "matrix", "banks", "ctas", "sms": as the command line names it.
const char *heatViewName(HeatView view);

/// What the view shows of the choice, or why it shows nothing.
struct HeatViewSource {
  std::shared_ptr<const HeatMapSource> source; ///< null: nothing to show
  std::string message;                         ///< of no source: what is the matter
  std::string hint;                            ///< of no source: what to do; may be empty
};
HeatViewSource heatViewSource(HeatView view, const HeatData &data, const HeatChoice &choice);

/// Whether heatViewSource() of the two choices, and of the parts that are there, is the same.
bool isSameSource(HeatView view, const HeatData &data, const HeatChoice &choice,
                  const HeatData &otherData, const HeatChoice &otherChoice);

/// What the columns of a view begin and end with, if they are times; nothing for other views, and
/// until they are counted.
std::optional<TimeRange> timeAxisOf(HeatView view, const HeatData &data);
/// The part of such an axis that shows `time`, and the other way round; nothing: all of it.
HeatRange heatRangeOf(const TimeRange &axis, std::optional<TimeRange> time);
std::optional<TimeRange> timeOfHeatRange(const TimeRange &axis, HeatRange range);

/// The bytes of a buffer of global memory that is not empty; nothing for others.
std::optional<HeatSelection::Bytes> bytesOfBuffer(const HeatData &data, uint32_t buffer);

} // namespace pstudio
