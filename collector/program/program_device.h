// SPDX-License-Identifier: Apache-2.0
// Interface of a running program to a target: memory, copies, and a RunTarget for each kernel.
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

/// An encoded tensor map. The driver's encoding is not documented.
using TensorMapBytes = std::array<std::byte, 128>;

/// One device that one program uses. Except for launches (RunTarget::launch), all operations are
/// done when the call returns. Addresses are device addresses. [one thread]
class ProgramDevice {
public:
  virtual ~ProgramDevice() = default;

  /// Opens the device. Errors as RunTarget::open().
  virtual Result<void> open() = 0;
  /// Creates a target on this device for one kernel. `spec` must outlive it.
  virtual std::unique_ptr<RunTarget> makeTarget(const RunSpec &spec) = 0;

  /// As RunTarget::addActivity(), for the whole program.
  virtual void addActivity(TraceBuilder &, ProgressSink &) {}

  /// True if launches of different queues may run at the same time.
  virtual bool canOverlap() const { return false; }
  /// Opens the queue `queue` (LaunchOrder::queue, not 0). Its launches may overlap with those of
  /// other queues. No effect on a target that runs one launch at a time.
  virtual Result<void> openQueue(uint64_t queue);
  /// Closes a queue. Its launches continue, and its number may be reused.
  virtual void closeQueue(uint64_t queue);

  /// Allocates device memory. Host code can access it too if `isShared`. RunFailed if there is not
  /// enough memory.
  virtual Result<uint64_t> allocate(uint64_t bytes, bool isShared) = 0;
  /// Frees memory of allocate().
  virtual Result<void> release(uint64_t address) = 0;
  /// Maps host memory for kernels at the same address, until unregisterHost().
  virtual Result<void> registerHost(uint64_t address, uint64_t bytes) = 0;
  virtual Result<void> unregisterHost(uint64_t address) = 0;

  /// Copies bytes between any two addresses of host or device memory.
  virtual Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes) = 0;
  /// Encodes a tensor map with `layout` for the tensor at `address`. Unsupported if the device has
  /// no tensor maps.
  virtual Result<TensorMapBytes> encodeTensorMap(const TensorMapLayout &layout, uint64_t address);
  /// Stores the low `elementBytes` (1, 2 or 4) of `value` `count` times.
  virtual Result<void> fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count) = 0;
};

/// The CPU model. Device memory is host memory, initialised with bytes 0xff.
std::unique_ptr<ProgramDevice> makeCpuProgramDevice();

/// An NVIDIA GPU, as makeCudaTarget() opens one.
std::unique_ptr<ProgramDevice> makeCudaProgramDevice(CudaOptions options);

} // namespace pstudio::program
