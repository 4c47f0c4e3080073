// SPDX-License-Identifier: Apache-2.0
// Names of tracks, and the ancestor of a track of some kind.
#include "core/trace/track_names.h"

#include <array>

namespace pstudio {
namespace {

const char *kindWord(TrackKind kind) {
  static constexpr std::array<const char *, 10> kWords = {
      "group", "process", "thread", "kernel",    "launch",
      "SM",    "CTA",     "warp",   "in flight", "counter"};
  return kWords[static_cast<size_t>(kind)];
}

} // namespace

std::string kindLabel(TrackKind kind, int64_t number) {
  std::string label = kindWord(kind);
  if (number >= 0)
    label += " " + std::to_string(number);
  return label;
}

std::string trackLabel(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  const std::string_view name = trace.string(track.name);
  return name.empty() ? kindLabel(track.kind, track.number) : std::string(name);
}

TrackId ancestorOfKind(const Trace &trace, TrackId track, TrackKind kind) {
  while (track.isValid() && trace.track(track).kind != kind)
    track = trace.track(track).parent;
  return track;
}

} // namespace pstudio
