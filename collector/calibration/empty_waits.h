// SPDX-License-Identifier: Apache-2.0
// How long a wait seems to take that has nothing to wait for.
#pragma once

#include <span>
#include <vector>

#include "collector/calibration/block_records.h"
#include "collector/codegen/nvidia/architecture.h"
#include "collector/runtime/cuda/context.h"
#include "core/base/result.h"
#include "core/queues/async_site.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::calibration {

/// Of one queue: from the record in front of an empty wait to the one behind it.
struct EmptyWait {
  analysis::AsyncQueue queue = analysis::AsyncQueue::CopyGroup;
  double cycles = 0.0; ///< nine of ten are not longer
};

/// The queues that code for `architecture` can wait for.
std::vector<analysis::AsyncQueue> queuesOf(const nvidia::Architecture &architecture);

/// Launches emptyQueueWaits() a few times with `warps` in one CTA (at least 1; more than 15 are
/// 15), recording as `mode` says as far as calibrate() does. Warps that ask at the same time make
/// each other wait, as they do in a kernel of that many. One compilation and 6 launches; errors as
/// these give them, RunFailed if a queue's waits are missing.
Result<std::vector<EmptyWait>> measureEmptyWaits(const cuda::Context &context,
                                                 const nvidia::Architecture &architecture,
                                                 const InstrumentationMode &mode, uint32_t warps);

/// The 90th percentiles over launches and warps of what emptyQueueWaits(queues) recorded. RunFailed
/// if there is nothing of one of them. O(records log records).
Result<std::vector<EmptyWait>> evaluateEmptyWaits(std::span<const analysis::AsyncQueue> queues,
                                                  std::span<const UnitRecords> launches,
                                                  const record::OperationTable &operations);

} // namespace pstudio::calibration
