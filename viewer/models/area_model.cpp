// SPDX-License-Identifier: Apache-2.0
// The selected area of a timeline: a time range on some tracks.
#include "viewer/models/area_model.h"

#include <utility>

namespace pstudio {

void AreaModel::setArea(std::optional<TraceArea> area) {
  if (area == m_area)
    return;
  m_area = std::move(area);
  Q_EMIT areaChanged();
}

} // namespace pstudio
