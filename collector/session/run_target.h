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

/// Limits of the target for a kernel and its records.
struct DeviceLimits {
  uint32_t lanesPerWarp = 32;
  uint64_t sharedBytesPerCta = 0;   ///< for the kernel and its records together [bytes]
  uint32_t counterBytesPerWarp = 0; ///< of these, for the compiler's record counters [bytes]
  /// Shared memory of an SM [bytes]. 0 if records in shared memory save no time: then only a mode
  /// that requests shared memory uses it.
  uint64_t sharedBytesPerSm = 0;
  std::string chip = {}; ///< processor of an AMD GPU, "gfx942"; else empty
  /// Records contain the low 32 bits of a hardware clock, which may wrap between two records.
  bool hasWrappingClock = false;
};

/// Device memory for the records of a launch.
struct RecordMemory {
  uint64_t bytes = 0;    ///< of the profile buffer; 0 if the kernel has no records
  bool isShared = false; ///< records are in shared memory while the kernel runs
  /// Set if the host drains the buffer while the kernel runs. The buffer is then memory that the
  /// host and the device can access.
  std::optional<record::StreamShape> stream;

  bool operator==(const RecordMemory &) const = default;
};

/// The settings of one launch.
struct LaunchOrder {
  /// Receives the records; empty if the kernel has none. Filled with zeros before the first launch.
  std::span<std::byte> profile;
  /// Of a streamed launch: starts to drain the profile buffer, which contains zeros, before the
  /// kernel starts. The drainer runs until it is finished or destroyed. Else empty.
  std::function<Result<std::unique_ptr<StreamDrainer>>(std::span<std::byte> blocks,
                                                       const DeviceLaunch &launch)>
      drain;
  bool isRecorded = true;                    ///< false for a warm-up
  const std::atomic<bool> *cancel = nullptr; ///< ends the launch; never null
  /// Launches of one queue run in order; those of different queues may overlap, if the device has
  /// opened the queue.
  uint64_t queue = 0;
  std::function<void(double)> progress; ///< receives the share that is done, 0..1
  /// Receives the output of the kernel after the launch has ended; may be empty.
  std::function<void(std::string_view)> print;
};

/// The result of a launch.
struct LaunchReport {
  Nanoseconds begin;    ///< on the clock of the launch's records; none of them is earlier
  std::string duration; ///< for the log: "1024 virtual cycles"; empty if it did not complete
  /// Why the launch did not complete: a fault, the time limit, the stop button.
  std::optional<Error> failure;
  /// The order's `profile` contains the records, also the partial ones of a failed launch.
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

/// One open target for one kernel. Order of calls: open(), compile() or restore(), memory for
/// arguments and records, then launches, one at a time. Call allocateArguments() again before a
/// launch with other arguments, and allocateRecords() before a launch with another grid or other
/// code. [one thread]
class RunTarget {
public:
  virtual ~RunTarget() = default;

  /// Opens the device. InvalidInput for a launch shape beyond its limits. Unsupported if there is
  /// no such device or it cannot run the kernel.
  virtual Result<void> open() = 0;
  virtual DeviceLimits limits() const = 0;

  /// Everything besides the kernel and its instrumentation that the code depends on: architecture,
  /// block, libraries.
  virtual Result<std::string> codeIdentity() const = 0;
  /// Runs the stages "lower", which consumes the module, and "compile", which may add to the log.
  /// Cancelled between the stages.
  virtual Result<std::shared_ptr<KernelCode>> compile(KernelModule &module, Stages &stages) = 0;
  /// Creates code from KernelCode::bytes() of another run with the same identity. InvalidFormat or
  /// CompileFailed if the bytes are not usable.
  virtual Result<std::shared_ptr<KernelCode>> restore(std::string_view bytes,
                                                      ProgressSink &progress) = 0;

  /// Reserves device memory for the arguments, which must outlive their use by the target.
  /// RunFailed if there is not enough memory.
  virtual Result<void> allocateArguments(BoundArguments &arguments) = 0;
  /// Reserves device memory for the records of `code`. Call it before the host memory for them is
  /// allocated. Runs the calibrations that the target needs before it records, with a line in the
  /// log.
  virtual Result<void> allocateRecords(KernelCode &code, const RecordMemory &records,
                                       ProgressSink &progress) = 0;
  /// Sets the buffer of the user's callbacks, empty for none. It is host memory that must outlive
  /// its use by the target. Each launch starts with the values of the buffer at that time;
  /// fetchBuffers() updates them. Must precede launch() if the code has callbacks. RunFailed if
  /// there is not enough device memory.
  virtual Result<void> setCallbackBuffer(std::span<std::byte> host);

  /// Copies the initial values to the buffers and starts the kernel, which may still run after this
  /// returns. `code` and the target must outlive the launch. After an Error no kernel has run.
  virtual Result<std::unique_ptr<DeviceLaunch>> launch(KernelCode &code,
                                                       const LaunchOrder &order) = 0;
  /// Returns when the kernel has ended, or was abandoned after a fault, a time limit or a stop.
  /// Launches of several targets may overlap. Call wait() and finish() once per launch.
  virtual void wait(DeviceLaunch &launch) = 0;
  /// Reads the records into the order's `profile`. Call it after wait() for all launches that
  /// overlap. Returns an Error if the read fails.
  virtual Result<LaunchReport> finish(DeviceLaunch &launch) = 0;
  /// Adds the target's data of a launch: label, time base and facts; after finish() also times and
  /// clock readings.
  virtual void describe(const DeviceLaunch &launch, record::LaunchCapture &capture) const = 0;
  /// Receives the trace's id of the launch that was finished last, for the vendor's activity tool.
  virtual void noteRecorded(LaunchId launch);
  /// Copies the contents of the buffers after the last launch to the arguments' host memory.
  virtual Result<void> fetchBuffers() = 0;

  /// True after a launch by which this process lost the device: no further launch can run.
  virtual bool isLost() const { return false; }

  /// Adds the activity that the vendor's tool recorded since the last call, if the target has a
  /// tool and the run uses it. The records of the launches must already be in the trace. A failure
  /// becomes a note in the trace.
  virtual void addActivity(TraceBuilder &trace, ProgressSink &progress);

  /// Launches the kernel again without instrumentation, and adds samples and counters to the first
  /// launch of the trace. Afterwards the buffers contain the results of these launches. Unavailable
  /// samples or counters become a note in the trace. Errors of a launch.
  virtual Result<void> addSamples(KernelCode &code, const SampleSettings &samples,
                                  const LaunchOrder &order, TraceBuilder &trace,
                                  ProgressSink &progress);
};

} // namespace pstudio
