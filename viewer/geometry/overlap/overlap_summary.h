// SPDX-License-Identifier: Apache-2.0
// The figures of one channel as they are shown: tiles, badges, and the numbers behind the charts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/overlap/iteration_rows.h"
#include "viewer/geometry/overlap_data.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/quality_badges.h"

namespace pstudio {

/// A key figure: what, how much, and what to know beside it.
struct FigureTile {
  std::string label;
  std::string value;
  std::string detail;
  std::string explanation; ///< how it is counted, in one sentence
  std::string brief = {};  ///< instead of a detail that has no room; may be empty
  bool operator==(const FigureTile &) const = default;
};

/// Hidden share, exposed time, time in flight, queue depth, ready before the wait, and what bounds
/// the steady state.
std::vector<FigureTile> overlapTiles(const analysis::LaunchOverlap &launch, uint32_t channel);

/// What is uncertain, unpaired, missing in the file or not calibrated; else that all operations are
/// paired.
/// \param isTimelineCorrected  times without the recording cost are shown or were asked for: the
///                             first badge says that these figures have it in them
std::vector<QualityBadge> overlapBadges(const OverlapData &data, uint32_t launch, uint32_t channel,
                                        bool isTimelineCorrected = false);

/// The findings of a launch, the most severe first, with times in the unit of timeStyle(). O(1) for
/// TimeStyle::Automatic, as the analysis wrote them; else O(visits).
std::vector<analysis::Finding> overlapFindings(const OverlapData &data, uint32_t launch);

/// "64 iterations x 4 stages in 128 CTAs, mbarrier".
std::string channelSubtitle(const analysis::LaunchOverlap &launch, uint32_t channel);

/// Name of the queue as arg_names.h has it; "manual events" for none.
std::string queueName(std::optional<analysis::AsyncQueue> queue);

/// Mean times of one visit of a stage's operations.
struct StageBar {
  uint32_t stage = 0;
  double hiddenNs = 0;
  double exposedNs = 0;
  bool operator==(const StageBar &) const = default;
};
/// What the chart of them says above it.
inline constexpr const char *kStageChartTitle =
    "Hidden and waited for by stage, mean per wait in the steady state";
/// Of the steady state where there is one. Stages without a measured operation are left out.
std::vector<StageBar> stageBars(const analysis::LaunchOverlap &launch, uint32_t channel);

/// The hidden share of one iteration [%] over its visits.
struct HiddenPoint {
  int64_t instance = 0;
  double low = 0; ///< 5 %
  double median = 0;
  double high = 0; ///< 95 %
  bool operator==(const HiddenPoint &) const = default;
};
/// Of one CTA or all; iterations with no measured operation are left out. O(visits log visits).
std::vector<HiddenPoint> hiddenPoints(const analysis::LaunchOverlap &launch, uint32_t channel,
                                      std::optional<uint32_t> cta);

/// Operations in flight from `timeNs` on, from the CTA's first one.
struct DepthPoint {
  double timeNs = 0;
  double depth = 0;
  bool operator==(const DepthPoint &) const = default;
};
/// A staircase of at most `most` points; beyond that each point is the mean of its stretch of
/// time. Of the given CTA. O(operations of the channel).
std::vector<DepthPoint> depthPoints(const OverlapData &data, uint32_t launch, uint32_t channel,
                                    uint32_t cta, size_t most = 600);

/// The CTA whose queue depth is shown if none is chosen: that of the critical path.
uint32_t typicalCta(const analysis::LaunchOverlap &launch);
/// "CTA 3" as its track is called.
std::string ctaName(const Trace &trace, const analysis::LaunchOverlap &launch, uint32_t cta);

/// "iteration 17, CTA 3" of the operation that a slice belongs to, of a wait with its warp; else
/// the slice's name.
std::string operationName(const OverlapData &data, SliceId slice);

/// Draws the tiles beside each other, each at least `least` wide, in as many lines as `width`
/// needs. \return their height.
float drawTiles(const std::vector<FigureTile> &tiles, float width, float least,
                const TextMeasure &measure, DrawList &out, std::vector<PixelRect> &boxes);

} // namespace pstudio
