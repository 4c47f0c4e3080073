// SPDX-License-Identifier: Apache-2.0
// Versions of an example kernel that are compared: launched in turn, with equal pauses.
#pragma once

#include <string>
#include <vector>

#include "collector/bench/example_kernel.h"
#include "collector/bench/table_rows.h"

namespace pstudio::bench {

/// A version of an example, and its measurements. Move-only.
struct Version {
  std::string name; ///< in tables
  ExampleKernel kernel;
  std::vector<double> microseconds; ///< of the GPU, one per round
  std::vector<double> cycles;       ///< in the kernel
  std::vector<double> nanoseconds;  ///< in the kernel, by the global timer
};

/// Pause between a launch's end and the preparation of the next one, so that the GPU is in the same
/// state for all.
inline constexpr double kIdleMicroseconds = 100.0;

/// The kernel of `data` compiled in `mode`, a mode string.
Result<Version> buildVersion(calibration::MeasuringDevice &device, const ExampleData &data,
                             const std::string &name, const std::string &mode);

/// Launches all versions in turn, in several rounds, after some rounds that are not measured. Each
/// round starts with another version, so that no version always follows the same one.
Result<void> runRounds(calibration::MeasuringDevice &device, const ExampleData &data,
                       std::vector<Version> &versions, uint32_t rounds);

/// Resources and results of a version, as cells: registers and local bytes per thread, memory of
/// the records, slots per unit, records, dropped ones, and "ok" or an error of its results for new
/// arguments: outside the limits of the specification, or other bits than the version of the first
/// call.
std::vector<Cell> resourceCells(calibration::MeasuringDevice &device, ExampleData &data,
                                Version &version);
/// The columns of resourceCells().
std::vector<Column> resourceColumns();

/// Difference of `value` to `base`, in percent of `base`; 0 without a base.
double percentAbove(double value, double base);

/// The specifications in a folder, by name. InvalidInput if there are none.
Result<std::vector<std::filesystem::path>> specificationsIn(const std::filesystem::path &folder);

} // namespace pstudio::bench
