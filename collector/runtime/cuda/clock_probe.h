// SPDX-License-Identifier: Apache-2.0
// Reads every SM's clock and the global timer together.
#pragma once

#include <span>
#include <vector>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "core/record/launch_decoder.h"

namespace pstudio::cuda {

/// A kernel with one CTA for each SM. Each CTA requests the maximum of shared memory, so that no
/// two CTAs share an SM. One thread of each CTA reads the timer and the clock kReadings times, at
/// varying distances. One reading limits the true time to one tick of the timer. Many readings at
/// different phases of a tick limit the line of the SM's clock to a small part of a tick
/// (clock_fit.h).
///
/// Cost: two launches around the profiled kernel, a few microseconds each. The probe writes 392
/// bytes for each SM and does not change the rest of the L2 cache. An SM that runs CTAs of another
/// kernel at that moment is not read. Move-only. [one thread]
class ClockProbe {
public:
  static constexpr uint32_t kReadings = 24; ///< of each SM

  /// Loads the kernel. Errors of Module::load() and Kernel::find().
  static Result<ClockProbe> load(const Context &context);

  /// Selects the buffer of the readings: before or after a launch.
  enum class Set : uint8_t { Before, After };
  /// Queues the clearing of both sets.
  Result<void> clear(Stream &stream);
  /// Queues one reading of all SMs. read() of the same set returns it later.
  Result<void> queue(Stream &stream, Set set);
  /// The readings of a set whose probe kernel has ended. `stream` may be a second stream, if an
  /// endless kernel runs in the context.
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

/// Tick of the timer in these readings: the smallest positive difference between successive
/// readings of an SM; 1 ns if there is none. O(readings).
Nanoseconds timerTickOf(std::span<const record::ClockReading> readings);

} // namespace pstudio::cuda
