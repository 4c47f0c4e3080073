// SPDX-License-Identifier: Apache-2.0
// The one selection that all views share.
#pragma once

#include <QObject>

#include "core/base/ids.h"

namespace pstudio {

/// The selected slice and the one under the pointer, of the trace that is shown. Views set and
/// follow it. [thread: gui]
class SelectionModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  SliceId selectedSlice() const { return m_selected; } ///< none if nothing is selected
  SliceId hoveredSlice() const { return m_hovered; }   ///< none if the pointer is elsewhere

  void select(SliceId slice); ///< none clears
  void hover(SliceId slice);
  /// Both none: for Esc and for another trace.
  void clear();

Q_SIGNALS:
  void selectedSliceChanged(pstudio::SliceId slice);
  void hoveredSliceChanged(pstudio::SliceId slice);

private:
  SliceId m_selected;
  SliceId m_hovered;
};

} // namespace pstudio
