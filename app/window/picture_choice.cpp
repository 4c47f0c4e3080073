// SPDX-License-Identifier: Apache-2.0
// The form of the picture from the dialog, its content from the panel.
#include "app/window/picture_choice.h"

#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/overlap/overlap_panel.h"

namespace pstudio {

OverlapPictureOptions overlapPictureOptions(OverlapPanel &panel, const PictureOptions &options) {
  OverlapPictureOptions overlap;
  overlap.size = options.size;
  overlap.scale = options.scale;
  overlap.theme = options.theme;
  overlap.title = options.title;
  overlap.choice = panel.model().choice();
  overlap.isTimelineCorrected = panel.isTimelineCorrected();
  overlap.findingsOff = panel.findingList().off();
  return overlap;
}

HeatPictureOptions heatPictureOptions(HeatPanel &panel, const PictureOptions &options,
                                      bool isWhole) {
  HeatPictureOptions heat;
  heat.size = options.size;
  heat.scale = options.scale;
  heat.theme = options.theme;
  heat.title = options.title;
  heat.choice = panel.model().choice();
  heat.views = panel.shownViews();
  if (isWhole)
    heat.choice.time.reset();
  else
    heat.visible = panel.zoomedAreas();
  heat.scaleKind = panel.scaleKind();
  heat.findingsOff = panel.findingList().off();
  return heat;
}

} // namespace pstudio
