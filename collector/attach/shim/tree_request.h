// SPDX-License-Identifier: Apache-2.0
// The request for the call tree of a session.
#pragma once

#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

/// A file with the tree as Hatchet JSON; none, with an entry in the report, if the server does not
/// answer or has no tree. Waits for the records of finished launches, then for the answer, at most
/// `milliseconds` each. Must not be called with a lock of this library. [thread: any]
OwnedFile requestTree(Attachment &attachment, uint32_t session, uint32_t phase,
                      uint32_t milliseconds);

} // namespace pstudio::attach
