// SPDX-License-Identifier: Apache-2.0
// The visible time range, shared by all views.
#include "viewer/models/visible_range_model.h"

namespace pstudio {

void VisibleRangeModel::setViewport(const Viewport &viewport) {
  if (viewport == m_viewport)
    return;
  m_viewport = viewport;
  Q_EMIT rangeChanged(m_viewport.visible());
}

} // namespace pstudio
