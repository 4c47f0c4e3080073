// SPDX-License-Identifier: Apache-2.0
// The lanes for screen readers: title, shown time and selected slice of each.
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/compare/aligned_view.h"

namespace pstudio {

int AlignedView::itemCount() const {
  return m_lanes ? static_cast<int>(m_lanes->size()) : 0;
}

QString AlignedView::itemText(int index) const {
  const auto lane = static_cast<size_t>(index);
  const AlignedTrace &shown = m_lanes->trace(lane);
  const TimeRange time = visibleRange();
  QString text = tr("%1, %2 to %3")
                     .arg(toQString(shown.title), toQString(formatExact(time.begin)),
                          toQString(formatExact(time.end)));
  if (const SliceId selected = m_lanes->selected(lane); selected.isValid()) {
    const Slice slice = shown.trace->slice(selected);
    text +=
        tr(", selected %1, %2")
            .arg(toQString(shown.trace->string(slice.name)), toQString(formatSliceDuration(slice)));
  }
  return text;
}

QRect AlignedView::itemRect(int index) const {
  const LanePlace place = m_lanes->place(static_cast<size_t>(index));
  return QRectF(0, static_cast<double>(kLanesRuler) + place.top, width(), place.height)
      .toAlignedRect();
}

int AlignedView::currentItem() const {
  for (int lane = 0; lane < itemCount(); ++lane)
    if (m_lanes->selected(static_cast<size_t>(lane)).isValid())
      return lane;
  return -1;
}

} // namespace pstudio
