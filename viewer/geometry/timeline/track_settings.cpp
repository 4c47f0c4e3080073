// SPDX-License-Identifier: Apache-2.0
// Choices of tracks to paths and back.
#include "viewer/geometry/timeline/track_settings.h"

#include "viewer/geometry/timeline/track_paths.h"

namespace pstudio {

void storeChoice(const Trace &trace, const TrackChoice &choice, TrackSettings &settings) {
  settings.pinned.clear();
  for (const TrackId track : choice.pinned)
    settings.pinned.push_back(trackPath(trace, track));
  settings.hidden.clear();
  for (const TrackId track : topmostHidden(trace, choice))
    if (settings.hidden.size() < TrackSettings::kMostHidden)
      settings.hidden.push_back(trackPath(trace, track));
  settings.only = choice.only;
}

TrackChoice choiceOf(const Trace &trace, const TrackSettings &settings) {
  TrackChoice choice;
  std::vector<TrackId> tracks = tracksAt(trace, settings.hidden);
  std::erase(tracks, TrackId());
  if (!tracks.empty())
    hideTracks(choice, trace, tracks);
  tracks = tracksAt(trace, settings.pinned);
  std::erase(tracks, TrackId());
  pinTracks(choice, trace, tracks);
  choice.only = settings.only;
  return choice;
}

} // namespace pstudio
