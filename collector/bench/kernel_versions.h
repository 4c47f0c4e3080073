// SPDX-License-Identifier: Apache-2.0
// Versions of an example kernel measured against each other: in turn, with equal pacing.
#pragma once

#include <string>
#include <vector>

#include "collector/bench/example_kernel.h"
#include "collector/bench/table_rows.h"

namespace pstudio::bench {

/// A way to run an example, and what was measured of it. Move-only.
struct Version {
  std::string name; ///< in tables
  ExampleKernel kernel;
  std::vector<double> microseconds; ///< of the GPU, one per round
  std::vector<double> cycles;       ///< in the kernel
  std::vector<double> nanoseconds;  ///< in the kernel, by the global timer
};

/// Between a launch's end and the next one's preparation, so that all find the GPU alike.
inline constexpr double kIdleMicroseconds = 100.0;

/// The kernel of `data` compiled as `mode`, a mode string, says.
Result<Version> buildVersion(calibration::MeasuringDevice &device, const ExampleData &data,
                             const std::string &name, const std::string &mode);

/// All versions in turn, round after round, after some rounds that are not measured. Each round
/// starts with another version, so that none always follows the same one.
Result<void> runRounds(calibration::MeasuringDevice &device, const ExampleData &data,
                       std::vector<Version> &versions, uint32_t rounds);

/// What a version uses and makes, as cells: registers and local bytes a thread, memory of the
/// records, slots a unit, records, dropped ones, and "ok" or what is wrong with what it computes
/// from fresh arguments: not within the limits of the specification, or not the bits that the
/// version computes for which this is called first.
std::vector<Cell> resourceCells(calibration::MeasuringDevice &device, ExampleData &data,
                                Version &version);
/// The columns of resourceCells().
std::vector<Column> resourceColumns();

/// How much `value` is above `base`, in percent; 0 without a base.
double percentAbove(double value, double base);

/// The specifications in a folder, by name. InvalidInput if there are none.
Result<std::vector<std::filesystem::path>> specificationsIn(const std::filesystem::path &folder);

} // namespace pstudio::bench
