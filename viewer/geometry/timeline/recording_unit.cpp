// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/recording_unit.h"

#include <cctype>

#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {

RecordingUnitText recordingUnitOf(const Trace &trace, TrackId track) {
  const TrackId unit = ancestorOfKind(trace, track, TrackKind::Warp);
  if (!unit.isValid())
    return {};
  const std::string name = trackLabel(trace, unit);
  // "warps 0-1": the label, and the value, which begins with the number.
  for (size_t at = 1; at + 1 < name.size(); ++at)
    if (name[at] == ' ' && std::isdigit(static_cast<unsigned char>(name[at + 1])) != 0)
      return {name.substr(0, at), name.substr(at + 1)};
  return {"recorded by", name};
}

} // namespace pstudio
