// SPDX-License-Identifier: Apache-2.0
// The time that recording itself adds to recorded times.
#pragma once

namespace pstudio {

/// Cost of recording on the device that ran a launch, calibrated there before the launch [cycles].
/// A record's real cost depends on what it overlaps, so a corrected duration is a range.
struct RecordingCost {
  /// Added to the distance of a record to the next one: the middle between the cost next to work
  /// that cannot overlap with it and next to work that the assembler interleaves with it.
  double record = 0.0;
  double recordLow = 0.0;  ///< the least that a record added to work that hid it
  double recordHigh = 0.0; ///< the most that a record added anywhere in the calibration
  /// Duration of a scope around a wait for copies that have already completed.
  double emptyWait = 0.0;
  bool operator==(const RecordingCost &) const = default;
};

} // namespace pstudio
