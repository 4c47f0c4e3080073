// SPDX-License-Identifier: Apache-2.0
// A chosen launch: the twin in place of the original, or the original if a step fails.
#pragma once

#include "collector/attach/shim/launch_call.h"
#include "collector/attach/shim/launch_choice.h"

namespace pstudio::attach {

/// Executes the launch exactly once and returns the driver's result. Results of the shim's own
/// driver calls are never returned to the program. [thread: any]
CuResult launchChosen(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen,
                      const LaunchFunction &launch);

} // namespace pstudio::attach
