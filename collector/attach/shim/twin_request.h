// SPDX-License-Identifier: Apache-2.0
// Requests the instrumented kernel of one launch from the server.
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

/// Blocks until the twin is compiled, at most AttachSettings::twinTimeoutMs. nullopt if there is
/// none. The server or this function then adds the reason to the report. [thread: any]
std::optional<OfferedTwin> requestTwin(Attachment &attachment, const LaunchCall &call,
                                       const NotedLaunch &chosen);

} // namespace pstudio::attach
