// SPDX-License-Identifier: Apache-2.0
// The one selection that all views share.
#include "viewer/models/selection_model.h"

#include <utility>

namespace pstudio {

void SelectionModel::select(SliceId slice) {
  setSelected(slice, InstantId());
}

void SelectionModel::select(InstantId instant) {
  setSelected(SliceId(), instant);
}

void SelectionModel::hover(SliceId slice) {
  setHovered(slice, InstantId());
}

void SelectionModel::hover(InstantId instant) {
  setHovered(SliceId(), instant);
}

void SelectionModel::clear() {
  hover(SliceId());
  select(SliceId());
}

/// Sets both values before the first signal. The signal of a selection that ends is sent before
/// that of the selection that begins.
void SelectionModel::setSelected(SliceId slice, InstantId instant) {
  const bool isOtherSlice = std::exchange(m_selected, slice) != slice;
  const bool isOtherInstant = std::exchange(m_selectedInstant, instant) != instant;
  if (isOtherInstant && !instant.isValid())
    Q_EMIT selectedInstantChanged(instant);
  if (isOtherSlice)
    Q_EMIT selectedSliceChanged(slice);
  if (isOtherInstant && instant.isValid())
    Q_EMIT selectedInstantChanged(instant);
}

void SelectionModel::setHovered(SliceId slice, InstantId instant) {
  const bool isOtherSlice = std::exchange(m_hovered, slice) != slice;
  const bool isOtherInstant = std::exchange(m_hoveredInstant, instant) != instant;
  if (isOtherSlice)
    Q_EMIT hoveredSliceChanged(slice);
  if (isOtherInstant)
    Q_EMIT hoveredInstantChanged(instant);
}

} // namespace pstudio
