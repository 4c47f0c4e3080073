// SPDX-License-Identifier: Apache-2.0
// Keeps how the tracks of a kernel are shown from one trace of it to the next.
#include "app/window/track_memory.h"

#include "app/settings/settings.h"
#include "viewer/geometry/timeline/track_paths.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

namespace pstudio {

TrackMemory::TrackMemory(TimelineView &view, Settings &settings, QObject *parent)
    : QObject(parent) {
  const std::string kernel = settingsKernel(*view.trace());
  if (const auto kept = settings.trackSettings(kernel))
    view.tracks()->apply(*kept);
  if (const auto width = settings.labelWidth())
    view.setLabelWidth(*width);
  connect(&view, &TimelineView::labelWidthChanged, this,
          [&settings](double pixels) { settings.setLabelWidth(pixels); });
  connect(view.tracks(), &TrackControls::settingsChanged, this, [&view, &settings, kernel] {
    settings.setTrackSettings(kernel, view.tracks()->settings());
  });
}

} // namespace pstudio
