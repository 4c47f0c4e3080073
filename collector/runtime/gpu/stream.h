// SPDX-License-Identifier: Apache-2.0
// Work in order on the device: copies, launches, time stamps, and waiting with a limit.
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

/// A stream of its own, which does not wait for others. Move-only. Calls return when the work is
/// queued, unless said otherwise; an error of earlier work may be returned by a later call. Every
/// driver error is RunFailed with the call's name and the driver's text. Kernels are launched by
/// launch() of the vendor's folder.
class Stream {
public:
  /// When a stream takes page-locked memory for its copies, which the driver gives only while no
  /// kernel runs.
  enum class Slots : uint8_t { AtOnce, AtFirstCopy };
  static Result<Stream> open(const Device &device, Slots slots = Slots::AtOnce);
  Stream(Stream &&) noexcept;
  Stream &operator=(Stream &&) noexcept;
  ~Stream();

  /// Copies the bytes to the start of the buffer plus `offset`; they may change after the call.
  /// Beyond 8 MiB it returns only when earlier work of the stream is done: wait() first.
  Result<void> copyToDevice(const DeviceBuffer &to, uint64_t offset,
                            std::span<const std::byte> from);
  /// Waits for earlier work of this stream and copies back. Blocks for as long as the vendor's
  /// folder allows copies: wait() first. After a time limit or cancel in another stream it still
  /// works, if this stream was opened before.
  Result<void> copyToHost(std::span<std::byte> to, const DeviceBuffer &from, uint64_t offset);
  /// Sets every byte of the buffer.
  Result<void> fill(const DeviceBuffer &buffer, std::byte value);

  /// Marks a time on the device between two pieces of work; by index from 0.
  Result<size_t> mark();
  /// Device time between two marks that have passed; the resolution of CUDA is about 0.5 us.
  Result<Nanoseconds> between(size_t first, size_t second) const;
  /// Forgets all marks, so that their number does not grow with the launches.
  void forgetMarks();

  /// Waits until all queued work is done. RunFailed with the driver's text if a kernel faulted, or
  /// if it took longer than the limit; Cancelled if `cancel` was set. In all of these cases what a
  /// kernel did so far stays in device memory, but only after a time limit or cancel can it still
  /// be read (through another stream).
  Result<void> wait(const WaitLimits &limits);

  /// Has the driver write out what kernels printed, to standard output of the process: it does so
  /// at calls that block, and wait() is none. wait() first.
  Result<void> flushPrinted();
  /// The same after a kernel that faulted, as far as the driver still does it. Does not wait.
  void flushAfterFault() const;

  // The rest is for launch() and the like in the vendors' folders.
  Handle handle() const { return m_handle.get(); }
  /// Queues what `function` does on the device, which must be current.
  template <class... Parameters, class... Values>
  Result<void> queue(std::string_view doing, const DriverFunction<Parameters...> &function,
                     Values... values) {
    m_device->markBusy(handle());
    return afterKernel(m_device->call(doing, function, values...));
  }
  /// `queued` is the driver's answer to the launch of `kernel` in this stream.
  Result<void> launched(const std::string &kernel, Result<void> queued);
  /// Room for the parameters of a launch, kept from one to the next.
  std::vector<void *> &parameters() { return m_parameters; }

private:
  explicit Stream(std::shared_ptr<DeviceState> device);
  /// Takes slots for copies, unless they are there.
  Result<void> provideSlots();
  /// Adds to an error that lost the device which kernel ran before.
  Result<void> afterKernel(Result<void> result) const;

  std::shared_ptr<DeviceState> m_device;
  Owned<Handle> m_handle;
  std::unique_ptr<Staging> m_staging;
  std::vector<Owned<Handle>> m_marks;
  std::vector<Owned<Handle>> m_spareMarks; ///< forgotten marks, used again
  std::vector<void *> m_parameters;
  std::string m_lastKernel; ///< name of the last kernel that was launched
  bool m_isStuck = false;   ///< waiting for it was given up
};

} // namespace pstudio::gpu
