// SPDX-License-Identifier: Apache-2.0
// Several traces on one time axis, below each other. Each trace is a timeline of its own.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/timeline_content.h"

namespace pstudio {

/// A trace and the moment of it that is time 0 of the common axis.
struct AlignedTrace {
  std::shared_ptr<const Trace> trace; ///< not null
  std::string title;                  ///< of the lane
  Picoseconds zero;
};

/// Heights in logical pixels.
inline constexpr float kLanesRuler = 26;
inline constexpr float kLaneHeading = 20;

/// Position of a lane. `top` is the upper edge of its heading.
struct LanePlace {
  double top = 0;
  double height = 0; ///< of the heading and the tracks
  double tracksTop() const { return top + static_cast<double>(kLaneHeading); }
  double tracksHeight() const { return height - static_cast<double>(kLaneHeading); }
};

/// Owns the arrangement of each trace. An object may be created on one thread and used on another.
/// [not thread-safe]
class AlignedLanes {
public:
  /// Names that occur in several traces have the colour of the trace `colorsOf`, an index.
  /// O(tracks + names).
  AlignedLanes(std::vector<AlignedTrace> traces, size_t colorsOf);

  size_t size() const { return m_lanes.size(); }
  /// Moves a lane on the axis.
  void setZero(size_t lane, Picoseconds zero);
  const AlignedTrace &trace(size_t lane) const { return m_lanes[lane].shown; }
  const ScopeColors &colors(size_t lane) const { return m_lanes[lane].colors; }
  TimelineContent &content(size_t lane) { return *m_lanes[lane].content; }

  /// The range of all traces on the axis.
  TimeRange bounds() const;
  /// The initial range: the launches of all traces (openingRange()).
  TimeRange opening() const;

  /// Distributes `height` over the lanes. Lanes that were not arranged before are opened as far as
  /// they fit.
  void arrange(double height);
  LanePlace place(size_t lane) const { return m_lanes[lane].place; }
  /// The lane at `y`, heading included; size() if there is none.
  size_t laneAt(double y) const;
  double scroll(size_t lane) const { return m_lanes[lane].scroll; }
  void setScroll(size_t lane, double y); ///< clamped to the content
  /// Opens lines and scrolls so that the row of the slice is visible.
  void reveal(size_t lane, SliceId slice);
  void setSelected(size_t lane, SliceId slice) { m_lanes[lane].selected = slice; }
  SliceId selected(size_t lane) const { return m_lanes[lane].selected; }
  void setFolded(size_t lane, NodeId node, bool isFolded);

  /// A lane as a scene whose viewport shows the same pixels as `axis`.
  TimelineScene scene(size_t lane, const Viewport &axis);

private:
  struct Lane {
    AlignedTrace shown;
    std::unique_ptr<TimelineContent> content;
    ScopeColors colors;
    LanePlace place;
    double scroll = 0;
    bool isArranged = false;
    SliceId selected;
  };
  TimeRange onAxis(const Lane &lane, TimeRange range) const;

  std::vector<Lane> m_lanes;
};

/// The heading of a lane: its letter and title. Origin: the top left of the lane.
void drawLaneHeading(const AlignedLanes &lanes, size_t lane, float width,
                     const TextMeasure &measure, DrawList &out);

/// The line at time 0, over `height` pixels; nothing if it is not on screen.
void drawZeroLine(const Viewport &axis, float height, DrawList &out);

} // namespace pstudio
