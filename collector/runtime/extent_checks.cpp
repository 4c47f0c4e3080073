// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/extent_checks.h"

#include "core/base/number_text.h"

namespace pstudio {

std::string extentProblem(std::string_view what, const std::array<uint32_t, 3> &extents,
                          const std::array<uint32_t, 3> &limits) {
  constexpr std::array kAxes{'x', 'y', 'z'};
  const std::string name = std::string(what) + " " + extentsText(extents);
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    if (extents[axis] == 0)
      return name + " is empty in " + kAxes[axis];
    if (extents[axis] > limits[axis])
      return name + " is too large in " + kAxes[axis] + ": this GPU takes " +
             std::to_string(limits[axis]);
  }
  return {};
}

} // namespace pstudio
