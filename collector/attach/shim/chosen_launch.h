// SPDX-License-Identifier: Apache-2.0
// A chosen launch: the twin in the place of the original, or the original if anything fails.
#pragma once

#include "collector/attach/shim/launch_call.h"
#include "collector/attach/shim/launch_choice.h"

namespace pstudio::attach {

/// Makes the launch, exactly once, and returns the driver's answer to it. What the driver answers
/// to the shim's own calls never reaches the program. [thread: any]
CuResult launchChosen(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen,
                      const LaunchFunction &launch);

} // namespace pstudio::attach
