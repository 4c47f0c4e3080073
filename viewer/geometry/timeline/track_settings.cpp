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
    if (settings.hidden.size() < TrackSettings::kMaxHidden)
      settings.hidden.push_back(trackPath(trace, track));
  settings.only = choice.only;
  settings.moves.clear();
  for (const TrackMove &move : choice.moves)
    if (settings.moves.size() < TrackSettings::kMaxHidden)
      settings.moves.push_back(
          {trackPath(trace, move.track), trackPath(trace, move.beside), move.isAfter});
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
  std::vector<std::string> paths;
  for (const TrackSettings::Move &move : settings.moves)
    paths.insert(paths.end(), {move.track, move.beside});
  tracks = tracksAt(trace, paths);
  for (size_t i = 0; i < settings.moves.size(); ++i)
    if (tracks[2 * i].isValid() && tracks[2 * i + 1].isValid())
      choice.moves.push_back({tracks[2 * i], tracks[2 * i + 1], settings.moves[i].isAfter});
  return choice;
}

} // namespace pstudio
