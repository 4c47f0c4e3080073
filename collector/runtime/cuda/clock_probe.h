// SPDX-License-Identifier: Apache-2.0
// Reads every SM's clock and the global timer together.
#pragma once

#include <span>
#include <vector>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "core/record/launch_decoder.h"

namespace pstudio::cuda {

/// A kernel of our own, one CTA for each SM: it asks for as much shared memory as a CTA can get, so
/// that no two share an SM. One thread of each reads the timer and the clock kReadings times, at
/// changing distances: a reading says that the true time lies within a tick, and the many phases
/// within a tick together narrow the SM's line to a small part of it (clock_fit.h).
///
/// Cost: two launches around the kernel, a few microseconds each. It writes 392 bytes for each SM,
/// so it leaves the L2 cache as it was, but for that; an SM that runs another kernel's CTAs at that
/// moment is not read. Move-only. [one thread]
class ClockProbe {
public:
  static constexpr uint32_t kReadings = 24; ///< of each SM

  /// Loads the kernel. Errors as the driver gives them.
  static Result<ClockProbe> load(const Context &context);

  /// Where the readings before a launch and those after it go.
  enum class Set : uint8_t { Before, After };
  /// Queues the removal of earlier readings from both sets.
  Result<void> clear(Stream &stream);
  /// Queues one reading of all SMs, which read() of the same set gives later.
  Result<void> queue(Stream &stream, Set set);
  /// The readings of a set whose kernel has ended. May be a second stream's, of a context with an
  /// endless kernel.
  Result<std::vector<record::ClockReading>> read(Stream &stream, Set set) const;

private:
  ClockProbe(Module module, Kernel kernel, DeviceBuffer before, DeviceBuffer after);
  const DeviceBuffer &buffer(Set set) const { return set == Set::Before ? m_before : m_after; }

  Module m_module;
  Kernel m_kernel;
  DeviceBuffer m_before;
  DeviceBuffer m_after;
  LaunchShape m_shape;
};

/// The step of the timer in these readings: the smallest difference between successive ones of an
/// SM; 1 ns if there is none. O(readings).
Nanoseconds timerTickOf(std::span<const record::ClockReading> readings);

} // namespace pstudio::cuda
