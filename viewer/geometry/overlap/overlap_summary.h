// SPDX-License-Identifier: Apache-2.0
// The figures of one channel as the views show them: tiles, badges, and the data of the charts.
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

/// A key figure: its name, its value and a detail.
struct FigureTile {
  std::string label;
  std::string value;
  std::string detail;
  std::string explanation; ///< definition of the figure, in one sentence
  std::string brief = {};  ///< replaces a detail that does not fit; may be empty
  bool operator==(const FigureTile &) const = default;
};

/// Hidden share, exposed time, time in flight, queue depth, ready before the wait, and what bounds
/// the steady state.
std::vector<FigureTile> overlapTiles(const analysis::LaunchOverlap &launch, uint32_t channel);

/// Badges for uncertain, unpaired or missing operations, damage of the file, and missing
/// calibration. Without problems, one badge states that all operations are paired.
/// \param isTimelineCorrected  times without the recording cost are shown or were requested: the
/// first badge states that these figures include the cost
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
/// Title of the chart of stage bars.
inline constexpr const char *kStageChartTitle =
    "Hidden and waited for by stage, mean per wait in the steady state";
/// The bars of all stages, of the steady state if there is one. Stages without a measured operation
/// are left out.
std::vector<StageBar> stageBars(const analysis::LaunchOverlap &launch, uint32_t channel);

/// The hidden share of one iteration [%], over all its visits.
struct HiddenPoint {
  int64_t instance = 0;
  double low = 0; ///< 5th percentile
  double median = 0;
  double high = 0; ///< 95th percentile
  bool operator==(const HiddenPoint &) const = default;
};
/// The points of one CTA or of all. Iterations without a measured operation are left out.
/// O(visits log visits).
std::vector<HiddenPoint> hiddenPoints(const analysis::LaunchOverlap &launch, uint32_t channel,
                                      std::optional<uint32_t> cta);

/// Number of operations in flight from `timeNs` on. Times begin at the first operation of the CTA.
struct DepthPoint {
  double timeNs = 0;
  double depth = 0;
  bool operator==(const DepthPoint &) const = default;
};
/// The steps of the queue depth of a CTA. If there are more than `most`, the result is `most` means
/// over equal parts of the time, and the end. O(operations of the channel).
std::vector<DepthPoint> depthPoints(const OverlapData &data, uint32_t launch, uint32_t channel,
                                    uint32_t cta, size_t most = 600);

/// The CTA whose queue depth is shown without a selection: the CTA of the critical path.
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
