// SPDX-License-Identifier: Apache-2.0
// Asks the server for the instrumented kernel of one launch.
#pragma once

#include <optional>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/launch_call.h"
#include "collector/attach/shim/launch_choice.h"

namespace pstudio::attach {

struct OfferedTwin {
  Twin twin;
  OwnedFile code; ///< its cubin
};

/// Blocks until the twin is made, at most Welcome::twinTimeoutMs. nullopt if there is none; the
/// report has the reason then, from the server or from here. [thread: any]
std::optional<OfferedTwin> requestTwin(Attachment &attachment, const LaunchCall &call,
                                       const NotedLaunch &chosen);

} // namespace pstudio::attach
