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

#include "collector/runtime/cuda/argument_block.h"
#include "collector/runtime/cuda/context.h"
#include "collector/runtime/wait_limits.h"
#include "core/base/units.h"

namespace pstudio::cuda {

class Staging; ///< page-locked memory for copies (staging.h)

/// How a kernel is launched.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};    ///< CTAs
  std::array<uint32_t, 3> block{1, 1, 1};   ///< threads
  std::array<uint32_t, 3> cluster{1, 1, 1}; ///< CTAs per cluster; each divides the grid's extent
  uint64_t dynamicSharedBytes = 0;
  bool isCooperative = false; ///< all CTAs run at the same time
  /// May begin before the kernel before it in the stream has ended; the kernel's own
  /// griddepcontrol.wait waits for that.
  bool isProgrammatic = false;
};

/// A stream of its own, which does not wait for others. Move-only. Calls return when the work is
/// queued, unless said otherwise; an error of earlier work may be returned by a later call. Every
/// driver error is RunFailed with the call's name and the driver's text.
class Stream {
public:
  /// When a stream takes page-locked memory for its copies, which the driver gives only while no
  /// kernel runs.
  enum class Slots : uint8_t { AtOnce, AtFirstCopy };
  static Result<Stream> open(const Context &context, Slots slots = Slots::AtOnce);
  Stream(Stream &&) noexcept;
  Stream &operator=(Stream &&) noexcept;
  ~Stream();

  /// Copies the bytes to the start of the buffer plus `offset`; they may change after the call.
  /// Beyond 8 MiB it returns only when earlier work of the stream is done: wait() first.
  Result<void> copyToDevice(const DeviceBuffer &to, uint64_t offset,
                            std::span<const std::byte> from);
  /// Waits for earlier work of this stream and copies back. Blocks without a limit: wait() first.
  /// After a time limit or cancel in another stream it still works, if this stream was opened
  /// before.
  Result<void> copyToHost(std::span<std::byte> to, const DeviceBuffer &from, uint64_t offset);
  /// Sets every byte of the buffer.
  Result<void> fill(const DeviceBuffer &buffer, std::byte value);
  /// Copies between any two addresses that host or device know. The bytes must not change before
  /// the work is done.
  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes);
  /// Stores the low `elementBytes` (1, 2 or 4) of `value` `count` times from the address on.
  Result<void> fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count);
  /// InvalidInput for a shape that the device or the kernel cannot take, saying which limit: shared
  /// memory, threads, cluster, CTAs at the same time; Unsupported for a kind of launch or of
  /// argument that the device or driver does not have. The arguments may change after the call.
  Result<void> launch(const Kernel &kernel, const LaunchShape &shape,
                      const ArgumentBlock &arguments);
  /// The same with an 8-byte word per kernel parameter: an address, or a scalar's bits in the low
  /// bytes.
  Result<void> launch(const Kernel &kernel, const LaunchShape &shape,
                      std::span<const uint64_t> arguments);

  /// Marks a time on the device between two pieces of work; by index from 0.
  Result<size_t> mark();
  /// Device time between two marks that have passed; the resolution is about 0.5 us.
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

private:
  Stream();
  /// Takes slots for copies, unless they are there.
  Result<void> provideSlots();
  /// Adds to an error that lost the context which kernel ran before.
  Result<void> afterKernel(Result<void> result) const;

  std::shared_ptr<ContextState> m_context;
  void *m_handle = nullptr;
  std::unique_ptr<Staging> m_staging;
  std::vector<void *> m_marks;
  std::vector<void *> m_spareMarks; ///< forgotten marks, used again
  std::vector<void *> m_parameters; ///< of a launch, while it is put to the driver
  std::string m_lastKernel;         ///< name of the last kernel that was launched
  bool m_isStuck = false;           ///< waiting for it was given up
};

} // namespace pstudio::cuda
