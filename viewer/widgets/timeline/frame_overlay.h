// SPDX-License-Identifier: Apache-2.0
// The time of each frame, drawn over the timeline.
#pragma once

#include "viewer/geometry/timeline/frame_times.h"
#include "viewer/paint/draw_list_painter.h"

class QPainter;
class QRectF;

namespace pstudio {

/// Collects frame times always, and draws them while it is shown. [thread: gui]
class FrameOverlay {
public:
  void add(double milliseconds) { m_times.add(milliseconds); }
  void toggle() { m_isShown = !m_isShown; }
  bool isShown() const { return m_isShown; }
  /// "4.1 ms a frame, p99 of 120: 7.5 ms"; a dash before the first frame.
  std::string text() const;
  /// Draws the text at the top right of `pane`.
  void paint(QPainter &painter, TextCache &texts, const Theme &theme, const QRectF &pane) const;

private:
  FrameTimes m_times;
  bool m_isShown = false;
};

} // namespace pstudio
