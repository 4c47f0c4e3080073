// SPDX-License-Identifier: Apache-2.0
// Work in order on the device: copies, launches, time stamps, and waiting with a limit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collector/runtime/hip/device.h"
#include "collector/runtime/wait_limits.h"
#include "core/base/units.h"

namespace pstudio::hip {

/// How a kernel is launched.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};  ///< CTAs
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads
  uint64_t dynamicLdsBytes = 0;
};

/// InvalidInput, naming kernel, limit and value, for a launch that the device or the kernel cannot
/// take: extents, threads, local data share, and 2^32 threads along an axis, which AMD's dispatch
/// packet cannot say.
Result<void> checkLaunch(const DeviceInfo &device, const KernelLayout &kernel,
                         const LaunchShape &shape);

/// A stream of its own, which does not wait for others. Move-only. Every error of HIP is RunFailed
/// with the call's name and HIP's text; that of earlier work may be returned by a later call.
class Stream {
public:
  static Result<Stream> open(const Device &device);
  Stream(Stream &&) noexcept;
  Stream &operator=(Stream &&) noexcept;
  ~Stream();

  /// Copies the bytes to the start of the buffer. Returns when they have been read.
  Result<void> copyToDevice(const DeviceBuffer &to, std::span<const std::byte> from);
  /// Copies from the start of the buffer. Returns when the bytes are there, behind earlier work of
  /// this stream; RunFailed after 30 s. After a time limit or cancel in another stream it still
  /// works, if this stream was opened before.
  Result<void> copyToHost(std::span<std::byte> to, const DeviceBuffer &from);
  /// Queues the setting of every byte of the buffer.
  Result<void> fill(const DeviceBuffer &buffer, std::byte value);
  /// Queues the kernel, with a word for each of its explicit arguments. Errors as checkLaunch() and
  /// packArguments(). The words may change after the call.
  Result<void> launch(const Kernel &kernel, const LaunchShape &shape,
                      std::span<const uint64_t> arguments);

  /// Marks a time on the device between two pieces of work; by index from 0.
  Result<size_t> mark();
  /// Device time between two marks that have passed.
  Result<Nanoseconds> between(size_t first, size_t second) const;
  /// Forgets all marks, so that their number does not grow with the launches.
  void forgetMarks();

  /// Waits until all queued work is done. RunFailed with HIP's text if a kernel faulted, or
  /// if it took longer than the limit; Cancelled if `cancel` was set.
  Result<void> wait(const WaitLimits &limits);

private:
  explicit Stream(std::shared_ptr<DeviceState> device) : m_device(std::move(device)) {}
  /// Adds to an error that lost the device which kernel ran before.
  Result<void> afterKernel(Result<void> result) const;

  std::shared_ptr<DeviceState> m_device;
  void *m_handle = nullptr;
  std::vector<void *> m_marks;
  std::vector<void *> m_spareMarks; ///< forgotten marks, used again
  std::string m_lastKernel;         ///< name of the last kernel that was launched
  bool m_isStuck = false;           ///< waiting for it was given up
};

} // namespace pstudio::hip
