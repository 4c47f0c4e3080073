// SPDX-License-Identifier: Apache-2.0
// The maps of the heat panel: which there are, and what each shows of a choice.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "viewer/geometry/heat_choice.h"
#include "viewer/geometry/heat_data.h"
#include "viewer/geometry/heat_map_source.h"

namespace pstudio {

enum class HeatView : uint8_t {
  Time, ///< address by time
  Ctas, ///< address by CTA
};
inline constexpr uint8_t kHeatViews = 2;

/// "time", "ctas": as the command line names it.
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

/// The part of an axis of times that shows `time`, and the other way round; nothing: all of it.
HeatRange heatRangeOf(const HeatData &data, std::optional<TimeRange> time);
std::optional<TimeRange> timeOfHeatRange(const HeatData &data, HeatRange range);

/// The bytes of a buffer of global memory that is not empty; nothing for others.
std::optional<HeatSelection::Bytes> bytesOfBuffer(const HeatData &data, uint32_t buffer);

} // namespace pstudio
