// SPDX-License-Identifier: Apache-2.0
// From the records of the calibration kernel to the cost of a record.
#pragma once

#include <span>

#include "collector/calibration/block_records.h"
#include "core/base/result.h"
#include "core/record/operation_table.h"
#include "core/trace/recording_cost.h"

namespace pstudio::calibration {

/// The costs in the records of calibrationKernel(), of any number of launches and warps: `launches`
/// holds readBlock() of each. RunFailed if a scope of the kernel is missing. O(records log
/// records).
///   record                median of length of "region" - length of a chain, the latter being
///                         ("many" - "few") / (kManyChains - kFewChains): what a record adds to
///                         work that cannot overlap with it
///   recordLow, recordHigh the least and the most of: the 10th and 90th percentile of these, of the
///                         distances of neighbouring records of "empty" and "empty in loop", and of
///                         what a record added to "work", ("recorded" - "plain") / records; never
///                         below 0
///   emptyWait             median length of "empty wait"
Result<RecordingCost> evaluateCalibration(std::span<const UnitRecords> launches,
                                          const record::OperationTable &operations);

} // namespace pstudio::calibration
