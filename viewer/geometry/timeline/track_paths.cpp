// SPDX-License-Identifier: Apache-2.0
// Paths of tracks.
#include "viewer/geometry/timeline/track_paths.h"

#include <string_view>
#include <unordered_map>

namespace pstudio {
namespace {

constexpr size_t kLongestLabel = 256;

std::string shortLabel(const Trace &trace, TrackId track) {
  return trackLabel(trace, track).substr(0, kLongestLabel);
}

/// The next ancestor that is part of a path.
TrackId namedParent(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  const TrackId parent = track.parent;
  const bool isSmOfCta =
      track.kind == TrackKind::Cta && parent.isValid() && trace.track(parent).kind == TrackKind::Sm;
  return isSmOfCta ? trace.track(parent).parent : parent;
}

constexpr std::string_view kPathSeparator = " > ";

/// FNV-1a, continued: the hash of a path is that of its parent's path, continued with the label.
uint64_t continuedHash(uint64_t hash, std::string_view text) {
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}
constexpr uint64_t kEmptyPathHash = 0xcbf29ce484222325u;

bool hasOwnData(const Track &track) {
  return track.rowCount > 0 || track.instantCount > 0 || track.sampleCount > 0 ||
         track.kind == TrackKind::Warp;
}

} // namespace

std::string trackPath(const Trace &trace, TrackId track) {
  std::string path;
  for (; track.isValid(); track = namedParent(trace, track))
    path = shortLabel(trace, track) + std::string(path.empty() ? "" : kPathSeparator) + path;
  return path;
}

std::vector<TrackId> tracksAt(const Trace &trace, std::span<const std::string> paths) {
  std::unordered_map<uint64_t, TrackId> wanted; // by hash: deep trees have long paths
  for (const std::string &path : paths)
    wanted.emplace(continuedHash(kEmptyPathHash, path), TrackId());
  std::vector<uint64_t> hashes(paths.empty() ? 0 : trace.tracks().size());
  for (uint32_t i = 0; i < hashes.size(); ++i) {
    const TrackId parent = namedParent(trace, TrackId(i));
    const uint64_t above =
        parent.isValid() ? continuedHash(hashes[parent.value], kPathSeparator) : kEmptyPathHash;
    hashes[i] = continuedHash(above, shortLabel(trace, TrackId(i)));
    if (const auto found = wanted.find(hashes[i]);
        found != wanted.end() && !found->second.isValid())
      found->second = TrackId(i);
  }
  std::vector<TrackId> tracks;
  for (const std::string &path : paths)
    tracks.push_back(wanted[continuedHash(kEmptyPathHash, path)]);
  return tracks;
}

std::vector<TrackId> topmostHidden(const Trace &trace, const TrackChoice &choice) {
  const auto tracks = trace.tracks();
  std::vector<bool> isHidden(tracks.size()), hasShown(tracks.size()), hasHidden(tracks.size());
  for (size_t i = tracks.size(); i-- > 0;) {
    isHidden[i] = choice.isHidden(TrackId(static_cast<uint32_t>(i))) ||
                  (hasHidden[i] && !hasShown[i] && !hasOwnData(tracks[i]));
    if (const TrackId parent = tracks[i].parent; parent.isValid())
      (isHidden[i] ? hasHidden : hasShown)[parent.value] = true;
  }
  std::vector<TrackId> topmost;
  std::vector<bool> isCovered(tracks.size());
  for (uint32_t i = 0; i < tracks.size(); ++i) {
    const TrackId parent = tracks[i].parent;
    const bool isBelow = parent.isValid() && isCovered[parent.value];
    isCovered[i] = isBelow || isHidden[i];
    if (isHidden[i] && !isBelow)
      topmost.emplace_back(i);
  }
  return topmost;
}

std::string settingsKernel(const Trace &trace) {
  if (!trace.launches().empty())
    if (const auto kernel = trace.string(trace.launches().front().kernel); !kernel.empty())
      return std::string(kernel);
  return trace.info().title;
}

} // namespace pstudio
