// SPDX-License-Identifier: Apache-2.0
// Statements about the data quality of a trace: dropped records, source of the times, lost data.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"

namespace pstudio {

/// One statement about a trace. The sign and the text show the severity, and the colour repeats it.
struct QualityBadge {
  enum class Severity : uint8_t { Good, Neutral, Caution, Loss };
  Severity severity = Severity::Neutral;
  std::string text;        ///< "0 of 12,288 records dropped"
  std::string explanation; ///< effect on the numbers, in one or two sentences
  bool operator==(const QualityBadge &) const = default;
};

/// A badge for each auto mode of the trace's launches that does not record all access instructions.
std::vector<QualityBadge> notCoveredBadges(const Trace &trace, std::span<const Launch> launches);

/// A badge for each note that a part of the file is missing or damaged. O(notes).
std::vector<QualityBadge> damageBadges(const Trace &trace);

/// The badges of a trace: records dropped and unmatched, access instructions not covered, source of
/// the time, notes about lost data. If a note states that data are missing, no badge is Good.
/// O(launches + notes).
std::vector<QualityBadge> qualityBadges(const Trace &trace);

/// Source of times that are not measured, as text for the status line: "MODEL TIME", "ASSUMED 1
/// GHz"; empty for measured times. O(launches + clocks).
std::string timeBaseWords(const Trace &trace);

/// Width of one badge in pixels.
float qualityBadgeWidth(const QualityBadge &badge, const TextMeasure &measure);

/// The same badges, stably ordered: lost data, then badges that need caution, then the others.
std::vector<QualityBadge> warningsFirst(std::vector<QualityBadge> badges);

/// Adds all badges to a draw list, in as many lines as they need from `x` to `right`; a text that
/// is longer than a line is broken. The first line is `height` pixels high. \return the height of
/// all lines; `height` if there are no badges.
float drawBadgeLines(const std::vector<QualityBadge> &badges, float x, float right, float y,
                     float height, const TextMeasure &measure, DrawList &out);

/// Adds the badges to a draw list from `x` on, as long as they fit into `right`, and sets the box
/// of each. \return the number of badges that fit.
size_t drawQualityBadges(const std::vector<QualityBadge> &badges, float x, float right, float y,
                         float height, const TextMeasure &measure, DrawList &out,
                         std::vector<PixelRect> &boxes);

} // namespace pstudio
