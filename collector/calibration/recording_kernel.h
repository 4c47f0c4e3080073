// SPDX-License-Identifier: Apache-2.0
// A kernel compiled and loaded for measurements, and the device memory of its records.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/calibration/measuring_device.h"
#include "collector/codegen/kernel_module.h"
#include "collector/codegen/to_nvidia/compile_kernel.h"
#include "collector/streaming/mapped_records.h"

namespace pstudio::calibration {

/// Options for the compilation and launch of a kernel.
struct KernelSetup {
  InstrumentationMode mode;
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{32, 1, 1};
  std::array<uint32_t, 3> cluster{1, 1, 1};
  uint64_t dynamicSharedBytes = 0; ///< of the kernel itself
  bool isCooperative = false;      ///< as cuda::LaunchShape
  bool isProgrammatic = false;
  RecordLanes lanes = RecordLanes::All;
};

/// PTX with the decisions of the instrumentation.
struct CompiledKernel {
  nvidia::PtxKernel ptx;
  InstrumentedKernel instrumented;
};

/// Instruments `function` of `module`, which is consumed, with `options`, and compiles it. Errors
/// of these stages.
Result<CompiledKernel> compileForDevice(const MeasuringDevice &device, KernelModule module,
                                        const std::string &function, const KernelSetup &setup,
                                        const InstrumentOptions &options);
/// As above. Shared segments may use all shared memory that the kernel does not use; a mode without
/// a buffer type gets global segments.
Result<CompiledKernel> compileForDevice(const MeasuringDevice &device, KernelModule module,
                                        const std::string &function, const KernelSetup &setup);

/// Move-only; must not outlive the device's context. [one thread]
class RecordingKernel {
public:
  /// Compiles the text and loads it. Errors of the compiler, the driver and the allocation.
  static Result<RecordingKernel> build(MeasuringDevice &device, const std::string &text,
                                       const std::string &function, const KernelSetup &setup);
  /// As build(), for a compiled kernel.
  static Result<RecordingKernel> load(MeasuringDevice &device, const CompiledKernel &compiled,
                                      const KernelSetup &setup);

  /// Zeroes the record buffer. Does nothing if the kernel has no records. No launch of a streamed
  /// kernel may be in progress.
  Result<void> clearRecords(MeasuringDevice &device);
  /// Queues one launch. `arguments` are the kernel's own; `recordsAfter` are those of parameters
  /// that the caller has added to its PTX after the profile buffer.
  Result<void> launch(MeasuringDevice &device, cuda::ArgumentBlock arguments,
                      std::span<const uint64_t> recordsAfter = {}) const;
  /// As above, with a word for each of the kernel's own arguments.
  Result<void> launch(MeasuringDevice &device, std::span<const uint64_t> arguments,
                      std::span<const uint64_t> recordsAfter = {}) const;
  /// For a streamed kernel: the blocks that must be drained from before a launch until it has
  /// ended; otherwise empty.
  std::span<std::byte> streamedBlocks() const {
    return m_streamed ? m_streamed->blocks() : std::span<std::byte>();
  }
  /// Waits and copies the records back: one block for each CTA, empty if the kernel has none or is
  /// streamed.
  Result<std::vector<std::byte>> readRecords(MeasuringDevice &device) const;

  const InstrumentedKernel &instrumented() const { return m_instrumented; }
  const cuda::KernelResources &resources() const { return m_kernel.resources(); }
  uint64_t ctaCount() const;

private:
  RecordingKernel(cuda::Module module, cuda::Kernel kernel)
      : m_module(std::move(module)), m_kernel(std::move(kernel)) {}

  cuda::Module m_module;
  cuda::Kernel m_kernel;
  InstrumentedKernel m_instrumented;
  cuda::LaunchShape m_shape;
  std::optional<cuda::DeviceBuffer> m_records; ///< none if the kernel has no records
  std::optional<MappedRecords> m_streamed;     ///< in place of it, of a streamed kernel
};

} // namespace pstudio::calibration
