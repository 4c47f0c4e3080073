// SPDX-License-Identifier: Apache-2.0
// Look-ups once per selection, not per frame.
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {
std::vector<Flow> flowsAt(const Trace &trace, const EventRef &event) {
  std::vector<Flow> found;
  for (const Flow &flow : trace.flows())
    if (flow.from == event || flow.to == event)
      found.push_back(flow);
  return found;
}

} // namespace pstudio
