// SPDX-License-Identifier: Apache-2.0
// The sections of the benchmark, each measured separately.
#pragma once

#include "collector/bench.h"
#include "collector/calibration/measuring_device.h"

namespace pstudio::bench {

// Each function fills `section` continuously, so that results before an error are kept. Errors are
// those of the compiler, the driver and the decoder.

/// Cycles per record, with hand-written PTX.
Result<void> measureFloors(const Request &request, calibration::MeasuringDevice &device,
                           Section &section);
/// Cycles per record of this program.
Result<void> measureRecords(const Request &request, calibration::MeasuringDevice &device,
                            Section &section);
/// Overhead of recording in the example kernels, in GPU time and in cycles.
Result<void> measureOverhead(const Request &request, calibration::MeasuringDevice &device,
                             Section &section);
/// The same for every option for recording, each once.
Result<void> measureModes(const Request &request, calibration::MeasuringDevice &device,
                          Section &section);
/// Results of a calibration, and its duration.
Result<void> measureCalibration(const Request &request, calibration::MeasuringDevice &device,
                                Section &section);
/// Recorded minus true cycles of regions of known length.
Result<void> measureResiduals(const Request &request, calibration::MeasuringDevice &device,
                              Section &section);
/// Cost of a launch besides its kernel.
Result<void> measureLaunches(const Request &request, calibration::MeasuringDevice &device,
                             Section &section);
/// Capture from the device to a file, for millions of slices.
Result<void> measureCapture(const Request &request, calibration::MeasuringDevice &device,
                            Section &section);
/// Accuracy of the mapping from cycles to nanoseconds.
Result<void> measureClocks(const Request &request, calibration::MeasuringDevice &device,
                           Section &section);
/// Decoding and saving, of a capture made on the host.
Result<void> measureSyntheticCapture(const Request &request, Section &section);

} // namespace pstudio::bench
