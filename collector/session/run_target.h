// SPDX-License-Identifier: Apache-2.0
// A target of a run: its limits, its compiler, its memory and its launches.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "collector/codegen/kernel_module.h"
#include "collector/session/argument_binding.h"
#include "collector/streaming/stream_drainer.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/record/launch_decoder.h"
#include "core/run/run_spec.h"

namespace pstudio {

class DeviceLaunch;
class ProgressSink;
class Stages;

/// What a kernel and its records must fit into.
struct DeviceLimits {
  uint32_t lanesPerWarp = 32;
  uint64_t sharedBytesPerCta = 0;   ///< for the kernel and its records together [bytes]
  uint32_t counterBytesPerWarp = 0; ///< of these the compiler may take for counting records [bytes]
  /// Of an SM [bytes]; 0 where records in shared memory save no time: then only a mode that asks
  /// for shared memory gets it.
  uint64_t sharedBytesPerSm = 0;
  std::string chip = {}; ///< of an AMD GPU: its processor, "gfx942"; else empty
  /// Its records read a clock of hardware, whose low 32 bits wrap between two of them.
  bool hasWrappingClock = false;
};

/// What the records of a launch need on the device.
struct RecordMemory {
  uint64_t bytes = 0;    ///< of the profile buffer; 0 if the kernel has no records
  bool isShared = false; ///< records are in shared memory while the kernel runs
  /// If the host drains the buffer while the kernel runs, which must then be memory that both see.
  std::optional<record::StreamShape> stream;

  bool operator==(const RecordMemory &) const = default;
};

/// The settings of one launch.
struct LaunchOrder {
  /// Receives the records; empty if the kernel has none. Zero before the first launch.
  std::span<std::byte> profile;
  /// Of a streamed launch: begins to drain the profile buffer, which is zero, before the kernel
  /// starts. The drainer runs until it is finished or destroyed. Else empty.
  std::function<Result<std::unique_ptr<StreamDrainer>>(std::span<std::byte> blocks,
                                                       const DeviceLaunch &launch)>
      drain;
  bool isRecorded = true;                    ///< false for a warm-up
  const std::atomic<bool> *cancel = nullptr; ///< ends the launch; never null
  /// Launches of one queue run in order; those of different queues may overlap, if the device has
  /// opened the queue.
  uint64_t queue = 0;
  std::function<void(double)> progress; ///< receives the share that is done, 0..1
  /// Receives what the kernel printed, after the launch has ended; may be empty.
  std::function<void(std::string_view)> print;
};

/// The result of a launch.
struct LaunchReport {
  Nanoseconds begin;    ///< on the clock of the launch's records; none of them is earlier
  std::string duration; ///< for the log: "1024 virtual cycles"; empty if it did not complete
  /// Why the launch did not complete: a fault, the time limit, the stop button.
  std::optional<Error> failure;
  /// The records so far have been read into the order's `profile`, although the launch failed.
  bool hasRecords = true;
};

/// A compiled kernel on a device.
class KernelCode {
public:
  virtual ~KernelCode() = default;
  /// The code for RunTarget::restore() of another run.
  virtual std::string bytes() const = 0;
};

/// A launch that was started; the target that started it waits for it and finishes it.
class DeviceLaunch {
public:
  virtual ~DeviceLaunch() = default;
};

/// One target in use for one kernel. After open(): compile() or restore(), memory for arguments and
/// records, then launches, one at a time. Memory is allocated again before a launch with other
/// arguments, and memory for records before one with another grid or other code. [one thread]
class RunTarget {
public:
  virtual ~RunTarget() = default;

  /// Finds the device. InvalidInput for a launch shape beyond its limits, Unsupported where there
  /// is no such device or it cannot run the kernel.
  virtual Result<void> open() = 0;
  virtual DeviceLimits limits() const = 0;

  /// Everything besides the kernel and its instrumentation that the code depends on: architecture,
  /// block, libraries.
  virtual Result<std::string> codeIdentity() const = 0;
  /// The stages "lower", which consumes the module, and "compile", which may add to the log.
  /// Cancelled between them.
  virtual Result<std::shared_ptr<KernelCode>> compile(KernelModule &module, Stages &stages) = 0;
  /// KernelCode::bytes() of another run with the same identity as code. InvalidFormat or
  /// CompileFailed if it is not usable.
  virtual Result<std::shared_ptr<KernelCode>> restore(std::string_view bytes,
                                                      ProgressSink &progress) = 0;

  /// Reserves memory on the device for the arguments, which must outlive the target's use.
  /// RunFailed if there is not enough.
  virtual Result<void> allocateArguments(BoundArguments &arguments) = 0;
  /// The same for the records of `code`; comes before the host's memory for them. Calibrates what
  /// the target has to measure before it records, with a line in the log.
  virtual Result<void> allocateRecords(KernelCode &code, const RecordMemory &records,
                                       ProgressSink &progress) = 0;
  /// The buffer of the user's callbacks, empty for none: host memory that must outlive the target's
  /// use. Each launch starts with its values at that time; fetchBuffers() updates them. Comes
  /// before launch() if the code has callbacks. RunFailed if there is not enough memory on the
  /// device.
  virtual Result<void> setCallbackBuffer(std::span<std::byte> host);

  /// Gives the buffers their initial values and starts the kernel, which may run on after this
  /// returns. `code` and the target must outlive the launch. An Error means that nothing ran.
  virtual Result<std::unique_ptr<DeviceLaunch>> launch(KernelCode &code,
                                                       const LaunchOrder &order) = 0;
  /// Returns when the kernel has ended, or was given up after a fault, a time limit or a stop.
  /// Launches of several targets may overlap. Once, as finish().
  virtual void wait(DeviceLaunch &launch) = 0;
  /// After wait() for all launches that overlap: reads the records into the order's `profile`. An
  /// Error if that fails.
  virtual Result<LaunchReport> finish(DeviceLaunch &launch) = 0;
  /// Adds the target's part of a launch: label, time base and facts; after finish() also times and
  /// clock readings.
  virtual void describe(const DeviceLaunch &launch, record::LaunchCapture &capture) const = 0;
  /// The number in the trace of the launch that was finished last, for a tool of the vendor.
  virtual void noteRecorded(LaunchId launch);
  /// Copies the buffers, as the last launch left them, to the arguments' host memory.
  virtual Result<void> fetchBuffers() = 0;

  /// True after a launch that took the device away from this process: no further one will run.
  virtual bool isLost() const { return false; }

  /// Adds what a tool of the vendor recorded of the launches since the last call, if the target has
  /// one and the run uses it. The launches' records are in the trace. A failure is a note in the
  /// trace.
  virtual void addActivity(TraceBuilder &trace, ProgressSink &progress);

  /// Launches further times without instrumentation, and adds samples and counters to the first
  /// launch of the trace. The buffers contain the results of these launches. What is unavailable is
  /// a note in the trace; an Error is that of a launch.
  virtual Result<void> addSamples(KernelCode &code, const SampleSettings &samples,
                                  const LaunchOrder &order, TraceBuilder &trace,
                                  ProgressSink &progress);
};

} // namespace pstudio
