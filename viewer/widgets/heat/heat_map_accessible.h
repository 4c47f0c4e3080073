// SPDX-License-Identifier: Apache-2.0
// A heat map for screen readers: its cell at the pointer or the cursor, and its scale.
#pragma once

namespace pstudio {

class HeatMapView;

/// Makes Qt describe heat maps. Calls after the first have no effect.
void installHeatMapAccessible();
/// Reports that the value of the map is another one, if a screen reader is active.
void reportHeatCell(HeatMapView &map);

} // namespace pstudio
