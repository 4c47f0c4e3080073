// SPDX-License-Identifier: Apache-2.0
// In-order work on the device: copies, launches, time stamps, and waits with a limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collector/runtime/gpu/device_buffer.h"
#include "collector/runtime/wait_limits.h"
#include "core/base/units.h"

namespace pstudio::gpu {

class Staging; ///< page-locked memory for copies (staging.h)

/// A stream that does not synchronise with others. Move-only. Calls return when the work is queued,
/// unless stated otherwise. A later call may return an error of earlier work. Every driver error is
/// RunFailed with the call's name and the driver's text. launch() of the vendor's folder launches
/// kernels.
class Stream {
public:
  /// Time at which a stream allocates page-locked memory for its copies. The driver allocates it
  /// only while no kernel runs.
  enum class Slots : uint8_t { AtOnce, AtFirstCopy };
  static Result<Stream> open(const Device &device, Slots slots = Slots::AtOnce);
  Stream(Stream &&) noexcept;
  Stream &operator=(Stream &&) noexcept;
  ~Stream();

  /// Copies the bytes to the start of the buffer plus `offset`; they may change after the call.
  /// With more than 8 MiB it blocks until earlier work of the stream is done: call wait() first.
  Result<void> copyToDevice(const DeviceBuffer &to, uint64_t offset,
                            std::span<const std::byte> from);
  /// Waits for earlier work of this stream and copies to the host. Blocks for at most the vendor
  /// folder's time limit of copies: call wait() first. Also works after a time limit or cancel in
  /// another stream, if this stream was opened before.
  Result<void> copyToHost(std::span<std::byte> to, const DeviceBuffer &from, uint64_t offset);
  /// Sets every byte of the buffer.
  Result<void> fill(const DeviceBuffer &buffer, std::byte value);

  /// Queues a time stamp (an event). Returns its index, counted from 0.
  Result<size_t> mark();
  /// Device time between two completed marks. The resolution of CUDA is about 0.5 us.
  Result<Nanoseconds> between(size_t first, size_t second) const;
  /// Discards all marks, so that their number does not grow with the launches.
  void forgetMarks();

  /// Waits until all queued work is done. RunFailed with the driver's text if a kernel faulted, or
  /// if it took longer than the limit; Cancelled if `cancel` was set. In all of these cases the
  /// results of the kernel so far stay in device memory. They can be read (through another stream)
  /// only after a time limit or cancel.
  Result<void> wait(const WaitLimits &limits);

  /// Makes the driver write the output of kernels to standard output of the process. The driver
  /// does so only in blocking calls, and wait() only polls. Call wait() first.
  Result<void> flushPrinted();
  /// As flushPrinted(), after a kernel fault, as far as the driver still supports it. Does not
  /// wait.
  void flushAfterFault() const;

  // The functions below are for the vendors' folders, such as launch().
  Handle handle() const { return m_handle.get(); }
  /// Queues the operation of `function`. The device must be current.
  template <class... Parameters, class... Values>
  Result<void> queue(std::string_view doing, const DriverFunction<Parameters...> &function,
                     Values... values) {
    m_device->markBusy(handle());
    return afterKernel(m_device->call(doing, function, values...));
  }
  /// `queued` is the driver's result of the launch of `kernel` in this stream.
  Result<void> launched(const std::string &kernel, Result<void> queued);
  /// Storage for the parameters of a launch, reused by the next launch.
  std::vector<void *> &parameters() { return m_parameters; }

private:
  explicit Stream(std::shared_ptr<DeviceState> device);
  /// Allocates the page-locked memory for copies, unless it exists.
  Result<void> provideSlots();
  /// Adds the name of the last kernel to an error by which the device was lost.
  Result<void> afterKernel(Result<void> result) const;

  std::shared_ptr<DeviceState> m_device;
  Owned<Handle> m_handle;
  std::unique_ptr<Staging> m_staging;
  std::vector<Owned<Handle>> m_marks;
  std::vector<Owned<Handle>> m_spareMarks; ///< discarded marks, for reuse
  std::vector<void *> m_parameters;
  std::string m_lastKernel; ///< name of the last kernel that was launched
  bool m_isStuck = false;   ///< a wait for it ended at a limit
};

} // namespace pstudio::gpu
