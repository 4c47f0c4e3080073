// SPDX-License-Identifier: Apache-2.0
// The one selection that all views share.
#include "viewer/models/selection_model.h"

namespace pstudio {

void SelectionModel::select(SliceId slice) {
  if (slice == m_selected)
    return;
  m_selected = slice;
  Q_EMIT selectedSliceChanged(slice);
}

void SelectionModel::hover(SliceId slice) {
  if (slice == m_hovered)
    return;
  m_hovered = slice;
  Q_EMIT hoveredSliceChanged(slice);
}

void SelectionModel::clear() {
  hover(SliceId());
  select(SliceId());
}

} // namespace pstudio
