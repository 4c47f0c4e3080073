// SPDX-License-Identifier: Apache-2.0
// Recorded length of a wait without pending operations.
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

/// Result for one queue: from the record before an empty wait to the record after it.
struct EmptyWait {
  analysis::AsyncQueue queue = analysis::AsyncQueue::CopyGroup;
  double cycles = 0.0; ///< 90th percentile
};

/// The queues that code for `architecture` can wait for.
std::vector<analysis::AsyncQueue> queuesOf(const nvidia::Architecture &architecture);

/// Launches emptyQueueWaits() a few times with `warps` in one CTA (at least 1; more than 15 are
/// 15), recording as `mode` requires in the same scope as calibrate(). Warps that execute waits at
/// the same time delay each other, as they do in a kernel with that number of warps. One
/// compilation and 6 launches; errors of these, RunFailed if a queue's waits are missing.
Result<std::vector<EmptyWait>> measureEmptyWaits(const cuda::Context &context,
                                                 const nvidia::Architecture &architecture,
                                                 const InstrumentationMode &mode, uint32_t warps);

/// The 90th percentiles over launches and warps of the records of emptyQueueWaits(queues).
/// RunFailed if one of the queues has no records. O(records log records).
Result<std::vector<EmptyWait>> evaluateEmptyWaits(std::span<const analysis::AsyncQueue> queues,
                                                  std::span<const UnitRecords> launches,
                                                  const record::OperationTable &operations);

} // namespace pstudio::calibration
