// SPDX-License-Identifier: Apache-2.0
// A run specification on the device in one version, to be compared with others.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/bench/cta_clocks.h"
#include "collector/calibration/recording_kernel.h"
#include "collector/session/targets/cuda_arguments.h"
#include "collector/session/launch/drain_logs.h"
#include "collector/streaming/stream_drainer.h"
#include "core/record/launch_decoder.h"
#include "core/run/run_spec.h"
#include "core/trace/trace_parts.h"

namespace pstudio::bench {

/// The arguments of a specification on the device, shared by all versions of its kernel. Move-only.
class ExampleData {
public:
  /// Loads specification and kernel file, and copies the initial values to the device.
  static Result<ExampleData> load(calibration::MeasuringDevice &device,
                                  const std::filesystem::path &specification);

  const RunSpec &spec() const { return m_spec; }
  const cuda::ArgumentBlock &arguments() const { return m_memory.block(); } ///< of a launch
  /// Gives every buffer on the device its initial value.
  Result<void> reset(calibration::MeasuringDevice &device);
  /// Copies the buffers back and makes the checks of the specification. WrongResult with the failed
  /// check, or with the buffer that differs from the first call: with records, a kernel must
  /// compute from the initial values exactly the same bits as without.
  Result<void> check(calibration::MeasuringDevice &device);

private:
  ExampleData(RunSpec spec, std::unique_ptr<BoundArguments> arguments, CudaArguments memory)
      : m_spec(std::move(spec)), m_arguments(std::move(arguments)), m_memory(std::move(memory)) {}

  RunSpec m_spec;
  std::unique_ptr<BoundArguments> m_arguments; ///< on the heap: m_memory refers to it
  CudaArguments m_memory;
  std::vector<std::vector<std::byte>> m_firstBytes; ///< of each buffer, after the first check
};

/// Times of one launch.
struct LaunchTimes {
  double gpuMicroseconds = 0.0; ///< between two events around it
  KernelSpan span;
};

/// One version of an example's kernel: as a run launches it, and a second one with clocks around
/// it. Move-only.
class ExampleKernel {
public:
  /// Compiles the kernel of `data` in the mode `mode`.
  static Result<ExampleKernel> build(calibration::MeasuringDevice &device, const ExampleData &data,
                                     const InstrumentationMode &mode);

  /// Launches both, each after its records are zeroed and the device is idle. The time on the GPU
  /// is that of the kernel itself, the span that of the kernel with clocks.
  Result<LaunchTimes> run(calibration::MeasuringDevice &device, const ExampleData &data);
  /// The records of the last launch, decoded; none if the kernel has no records.
  Result<std::optional<Launch>> lastLaunch(calibration::MeasuringDevice &device,
                                           const ExampleData &data);
  const cuda::KernelResources &resources() const { return m_kernel.resources(); }
  const InstrumentedKernel &instrumented() const { return m_kernel.instrumented(); }

private:
  ExampleKernel(calibration::RecordingKernel kernel, calibration::RecordingKernel clocked,
                cuda::DeviceBuffer clocks)
      : m_kernel(std::move(kernel)), m_clocked(std::move(clocked)), m_clocks(std::move(clocks)) {}
  /// The description of a launch, without its records.
  record::LaunchCapture describe(const calibration::MeasuringDevice &device,
                                 const ExampleData &data) const;
  /// Drains a launch into a log, as a run does; null if the kernel is not streamed.
  Result<std::unique_ptr<StreamDrainer>> drain(const calibration::RecordingKernel &kernel,
                                               const calibration::MeasuringDevice &device,
                                               const ExampleData &data);

  calibration::RecordingKernel m_kernel;
  calibration::RecordingKernel m_clocked; ///< with clocks around it
  cuda::DeviceBuffer m_clocks;
  std::optional<DrainLogs> m_logs; ///< of a streamed kernel
};

} // namespace pstudio::bench
