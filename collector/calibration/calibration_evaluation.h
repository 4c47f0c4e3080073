// SPDX-License-Identifier: Apache-2.0
// From the records of the calibration kernel to the cost of a record.
#pragma once

#include <span>

#include "collector/calibration/block_records.h"
#include "core/base/result.h"
#include "core/record/operation_table.h"
#include "core/trace/recording_cost.h"

namespace pstudio::calibration {

/// Launches of calibrationKernel(), readBlock() of each.
struct CalibrationLaunches {
  uint32_t turns = 0; ///< of the chains: argument 2
  std::span<const UnitRecords> launches;
};

/// The costs in the records of calibrationKernel(), of any number of launches and warps.
/// `shorter` and `longer` differ in their number of turns. RunFailed if a scope of the kernel is
/// missing. O(records log records).
///   record                the middle of what a record adds to two kinds of regions, each its lower
///                         quartile over the regions: with a loop, where it cannot overlap with the
///                         work (length of "region" - turns * its own length of a turn - what a
///                         chain takes once, the last from "few" and "many" in the same way: equal
///                         code runs faster or slower by where it lies, so each region is its own
///                         measure); and without one, where the assembler mixes it with the work
///                         (length of "straight region" - ("straight many" - "straight few") /
///                         (kManyChains - kFewChains)). At least 0
///   recordLow, recordHigh the least and the most of: the 10th and 90th percentile of these, of the
///                         distances of neighbouring records of "empty" and "empty in loop", and of
///                         what a record added to "work", ("recorded" - "plain") / records; never
///                         below 0
///   emptyWait             median length of "empty wait"
Result<RecordingCost> evaluateCalibration(const CalibrationLaunches &shorter,
                                          const CalibrationLaunches &longer,
                                          const record::OperationTable &operations);

} // namespace pstudio::calibration
