// SPDX-License-Identifier: Apache-2.0
// The named barriers of a CTA; private to core/queues.
#pragma once

#include <span>

#include "core/queues/barrier_entries.h"

namespace pstudio::analysis {

/// Replays all named barriers of one CTA into `out`, whose `steps` have their sizes.
/// O(steps log steps).
void replayNamedBarriers(std::span<const QueueUnit> units, const Coverage &coverage,
                         PairedQueues &out);

} // namespace pstudio::analysis
