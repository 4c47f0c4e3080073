// SPDX-License-Identifier: Apache-2.0
// Launches of one micro-kernel, and all results of their measurements.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/calibration/block_records.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/calibration/recording_kernel.h"

namespace pstudio::calibration {

/// Result of one launch of a micro-kernel.
struct MicroResult {
  UnitRecords units;               ///< empty if the kernel has no records
  std::vector<double> outerCycles; ///< around the measured part, by warp
};

/// A micro-kernel on a device with its arguments. Move-only. [one thread]
class MicroLaunch {
public:
  /// `warps`: 1..kMaxWarps of the one CTA. Errors as RecordingKernel::build().
  static Result<MicroLaunch> prepare(MeasuringDevice &device, const MicroKernel &kernel,
                                     const InstrumentationMode &mode, uint32_t warps,
                                     RecordLanes lanes = RecordLanes::All);

  /// Launches once, waits and reads. Errors as readBlock(), and WrongResult if a warp did not store
  /// its clocks.
  Result<MicroResult> run(MeasuringDevice &device, uint32_t iterations);

  const record::OperationTable &operations() const { return m_kernel.instrumented().operations; }
  const cuda::KernelResources &resources() const { return m_kernel.resources(); }

private:
  MicroLaunch(RecordingKernel kernel, cuda::DeviceBuffer clocks, cuda::DeviceBuffer sink,
              uint32_t warps)
      : m_kernel(std::move(kernel)), m_clocks(std::move(clocks)), m_sink(std::move(sink)),
        m_warps(warps) {}
  Result<std::vector<double>> readOuterCycles(MeasuringDevice &device) const;

  RecordingKernel m_kernel;
  cuda::DeviceBuffer m_clocks;
  cuda::DeviceBuffer m_sink;
  uint32_t m_warps;
};

} // namespace pstudio::calibration
