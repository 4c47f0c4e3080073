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

struct TwinReply {
  std::optional<OfferedTwin> offer; ///< none: the reason is in the report
  bool isPostponed = false;         ///< a later launch of the kernel will be recorded instead
};

/// Blocks until the twin is compiled, at most AttachSettings::twinTimeoutMs; without
/// AttachSettings::waitsForTwins only for an answer that the server has ready. The launch may then
/// take the place of an earlier one. [thread: any]
TwinReply requestTwin(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen);

} // namespace pstudio::attach
