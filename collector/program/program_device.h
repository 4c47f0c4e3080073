// SPDX-License-Identifier: Apache-2.0
// What a running program asks of a target: memory, copies, and a RunTarget for each of its kernels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "collector/session/targets/cuda_target.h"
#include "collector/session/run_target.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"
#include "core/run/tensor_map_layout.h"

namespace pstudio::program {

/// A tensor map; what the bytes mean is the driver's secret.
using TensorMapBytes = std::array<std::byte, 128>;

/// One device in use by one program. But for launches (RunTarget::start) everything is over when a
/// call returns. Addresses are those that kernels use. [one thread]
class ProgramDevice {
public:
  virtual ~ProgramDevice() = default;

  /// Finds the device. Errors as RunTarget::open().
  virtual Result<void> open() = 0;
  /// A target on this device for one kernel; `spec` must outlive it.
  virtual std::unique_ptr<RunTarget> makeTarget(const RunSpec &spec) = 0;

  /// As RunTarget::addActivity(), for the whole program.
  virtual void addActivity(TraceBuilder &, ProgressSink &) {}

  /// Whether launches of different queues may run at the same time.
  virtual bool canOverlap() const { return false; }
  /// A queue of its own for launches (LaunchOrder::queue, not 0), which may then overlap with
  /// others; a target that runs one launch after the other does nothing.
  virtual Result<void> openQueue(uint64_t queue);
  /// Its launches go on, and its number may be used again.
  virtual void closeQueue(uint64_t queue);

  /// Memory on the device; host code can use it too if `isShared`. RunFailed if there is not that
  /// much.
  virtual Result<uint64_t> allocate(uint64_t bytes, bool isShared) = 0;
  /// Gives memory of allocate() back.
  virtual Result<void> release(uint64_t address) = 0;
  /// Lets kernels use host memory at its own address, until unregisterHost().
  virtual Result<void> registerHost(uint64_t address, uint64_t bytes) = 0;
  virtual Result<void> unregisterHost(uint64_t address) = 0;

  /// Copies bytes between any two of host and device memory.
  virtual Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes) = 0;
  /// What a kernel is given to have parts of the tensor at `address` copied. Unsupported where the
  /// device has no tensor maps.
  virtual Result<TensorMapBytes> encodeTensorMap(const TensorMapLayout &layout, uint64_t address);
  /// Stores the low `elementBytes` (1, 2 or 4) of `value` `count` times.
  virtual Result<void> fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count) = 0;
};

/// The CPU model: device memory is host memory, full of bytes 0xff at first.
std::unique_ptr<ProgramDevice> makeCpuProgramDevice();

/// An NVIDIA GPU, as makeCudaTarget() opens one.
std::unique_ptr<ProgramDevice> makeCudaProgramDevice(CudaOptions options);

} // namespace pstudio::program
