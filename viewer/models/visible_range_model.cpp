// SPDX-License-Identifier: Apache-2.0
// Which time all views look at.
#include "viewer/models/visible_range_model.h"

namespace pstudio {

void VisibleRangeModel::setViewport(const Viewport &viewport) {
  if (viewport == m_viewport)
    return;
  m_viewport = viewport;
  Q_EMIT rangeChanged(m_viewport.visible());
}

} // namespace pstudio
