// SPDX-License-Identifier: Apache-2.0
// What a panel shows, as options of its picture.
#pragma once

#include "viewer/export/heat_picture.h"
#include "viewer/export/overlap_picture.h"
#include "viewer/export/picture.h"

namespace pstudio {

class HeatPanel;
class OverlapPanel;

/// Size, scale, theme and title of `options`; the rest as the panel shows it. [thread: gui]
OverlapPictureOptions overlapPictureOptions(OverlapPanel &panel, const PictureOptions &options);
/// The same. \param isWhole  whole maps and the whole launch, not the areas that are zoomed.
HeatPictureOptions heatPictureOptions(HeatPanel &panel, const PictureOptions &options,
                                      bool isWhole);

} // namespace pstudio
