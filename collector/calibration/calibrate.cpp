// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/calibrate.h"

#include "collector/calibration/calibration_evaluation.h"
#include "collector/calibration/micro_launch.h"

namespace pstudio::calibration {
namespace {

/// Launches before the measured ones: the first fetches the kernel's code.
constexpr int kWarmups = 2;
constexpr int kLaunches = 4;
/// Slots of a warp: a power of two that holds all records of the calibration kernel.
constexpr uint32_t kSlots = 256;

Result<std::vector<UnitRecords>> launchOften(MeasuringDevice &device, MicroLaunch &kernel,
                                             uint32_t turns) {
  std::vector<UnitRecords> launches;
  for (int i = 0; i < kWarmups + kLaunches; ++i) {
    PSTUDIO_TRY_ASSIGN(MicroResult result, kernel.run(device, turns));
    if (i >= kWarmups)
      launches.push_back(std::move(result.units));
  }
  return launches;
}

} // namespace

Result<RecordingCost> calibrate(const cuda::Context &context,
                                const nvidia::Architecture &architecture,
                                const InstrumentationMode &mode, uint32_t warps) {
  if (warps == 0 || warps > kMaxWarps)
    return fail(ErrorCode::InvalidInput,
                "a calibration runs 1 to 32 warps, not " + std::to_string(warps));
  PSTUDIO_TRY_ASSIGN(MeasuringDevice device, MeasuringDevice::open(context, architecture));
  InstrumentationMode recording = mode;
  recording.enabled = true;
  recording.slotsPerUnit = kSlots;
  PSTUDIO_TRY_ASSIGN(MicroLaunch kernel,
                     MicroLaunch::prepare(device, calibrationKernel(), recording, warps));
  constexpr uint32_t kMoreTurns = kCalibrationIterations;
  constexpr uint32_t kFewTurns = kCalibrationIterations / 2;
  PSTUDIO_TRY_ASSIGN(const std::vector<UnitRecords> few, launchOften(device, kernel, kFewTurns));
  PSTUDIO_TRY_ASSIGN(const std::vector<UnitRecords> more, launchOften(device, kernel, kMoreTurns));
  return evaluateCalibration({kFewTurns, few}, {kMoreTurns, more}, kernel.operations());
}

} // namespace pstudio::calibration
