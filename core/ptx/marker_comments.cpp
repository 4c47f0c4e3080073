// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/marker_comments.h"

#include <algorithm>

#include "core/ptx/operand_parser.h"

namespace pstudio::ptx {

std::vector<MarkerComment> markerCommentsIn(std::string_view text) {
  constexpr std::string_view kMarker = "// pstudio scope ", kStart = "start ", kEnd = "end ";
  std::vector<MarkerComment> markers;
  for (size_t at = text.find(kMarker); at != std::string_view::npos; at = text.find(kMarker, at)) {
    at += kMarker.size();
    std::string_view rest = text.substr(at, std::min(text.find('\n', at), text.size()) - at);
    MarkerComment marker;
    marker.isStart = rest.starts_with(kStart);
    if (!marker.isStart && !rest.starts_with(kEnd))
      continue;
    rest.remove_prefix(marker.isStart ? kStart.size() : kEnd.size());
    marker.name = trimmed(rest);
    if (!marker.name.empty())
      markers.push_back(marker);
  }
  return markers;
}

} // namespace pstudio::ptx
