// SPDX-License-Identifier: Apache-2.0
// What the act of recording adds to the times that are recorded.
#pragma once

namespace pstudio {

/// What recording costs on the device that ran a launch, calibrated there before it [cycles]. A
/// record's real cost depends on what it overlaps, so a corrected duration is a range.
struct RecordingCost {
  /// Added to the distance of a record to the next one: the middle between work that cannot overlap
  /// with it and work that the assembler mixes with it.
  double record = 0.0;
  double recordLow = 0.0;  ///< the least that a record added to work that hid it
  double recordHigh = 0.0; ///< the most that a record added anywhere in the calibration
  /// What a scope around a wait for copies that have already arrived shows.
  double emptyWait = 0.0;
  bool operator==(const RecordingCost &) const = default;
};

} // namespace pstudio
