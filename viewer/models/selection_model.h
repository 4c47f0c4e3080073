// SPDX-License-Identifier: Apache-2.0
// The one selection that all views share.
#pragma once

#include <QObject>

#include "core/base/ids.h"

namespace pstudio {

/// The selected slice or instant and the one under the pointer, of the trace that is shown. Views
/// set and follow it. At most one event is selected, and at most one is hovered. [thread: gui]
class SelectionModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  SliceId selectedSlice() const { return m_selected; } ///< none if no slice is selected
  SliceId hoveredSlice() const { return m_hovered; }   ///< none if the pointer is elsewhere
  InstantId selectedInstant() const { return m_selectedInstant; } ///< none if none is selected
  InstantId hoveredInstant() const { return m_hoveredInstant; }

  void select(SliceId slice); ///< none clears
  void select(InstantId instant);
  void hover(SliceId slice);
  void hover(InstantId instant);
  /// All none: for Esc and for another trace.
  void clear();

Q_SIGNALS:
  void selectedSliceChanged(pstudio::SliceId slice);
  void selectedInstantChanged(pstudio::InstantId instant);
  void hoveredSliceChanged(pstudio::SliceId slice);
  void hoveredInstantChanged(pstudio::InstantId instant);

private:
  void setSelected(SliceId slice, InstantId instant);
  void setHovered(SliceId slice, InstantId instant);

  SliceId m_selected;
  SliceId m_hovered;
  InstantId m_selectedInstant;
  InstantId m_hoveredInstant;
};

} // namespace pstudio
