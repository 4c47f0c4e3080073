// SPDX-License-Identifier: Apache-2.0
// The subjects of the benchmark, each measured on its own.
#pragma once

#include "collector/bench.h"
#include "collector/calibration/measuring_device.h"

namespace pstudio::bench {

// Each fills `section` as it goes, so that what was measured before an error is kept. Errors are
// those of the compiler, the driver and the decoder.

/// Cycles per record, written by hand.
Result<void> measureFloors(const Request &request, calibration::MeasuringDevice &device,
                           Section &section);
/// Cycles per record of our own.
Result<void> measureRecords(const Request &request, calibration::MeasuringDevice &device,
                            Section &section);
/// What recording adds to the example kernels, in GPU time and in cycles.
Result<void> measureOverhead(const Request &request, calibration::MeasuringDevice &device,
                             Section &section);
/// The same for every way to record, each once.
Result<void> measureModes(const Request &request, calibration::MeasuringDevice &device,
                          Section &section);
/// What a calibration finds, and how long it takes.
Result<void> measureCalibration(const Request &request, calibration::MeasuringDevice &device,
                                Section &section);
/// Recorded minus true cycles of regions of known length.
Result<void> measureResiduals(const Request &request, calibration::MeasuringDevice &device,
                              Section &section);
/// What a launch costs beside its kernel.
Result<void> measureLaunches(const Request &request, calibration::MeasuringDevice &device,
                             Section &section);
/// From the device to a file, for millions of slices.
Result<void> measureCapture(const Request &request, calibration::MeasuringDevice &device,
                            Section &section);
/// How well cycles map to nanoseconds.
Result<void> measureClocks(const Request &request, calibration::MeasuringDevice &device,
                           Section &section);
/// Decoding and saving, of a capture made on the host.
Result<void> measureSyntheticCapture(const Request &request, Section &section);

} // namespace pstudio::bench
