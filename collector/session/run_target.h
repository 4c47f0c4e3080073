// SPDX-License-Identifier: Apache-2.0
// What a session asks of a target: its limits, its compiler, its launches, and how its clocks read.
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
#include "collector/session/stream_drainer.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/record/launch_decoder.h"
#include "core/run/run_spec.h"

namespace pstudio {

class ProgressSink;

/// What a kernel and its records must fit into.
struct DeviceLimits {
  uint32_t lanesPerWarp = 32;
  uint64_t sharedBytesPerCta = 0;   ///< for the kernel and its records together [bytes]
  uint32_t counterBytesPerWarp = 0; ///< of these the compiler may take for counting records [bytes]
  /// Of an SM [bytes]; 0 where records in shared memory save no time, so that nobody gets them
  /// there who does not ask.
  uint64_t sharedBytesPerSm = 0;
  std::string chip = {}; ///< of an AMD GPU: its processor, "gfx942"; else empty
};

/// What the records of a launch need on the device.
struct RecordMemory {
  uint64_t bytes = 0;    ///< of the profile buffer; 0 if the kernel has no records
  bool isShared = false; ///< records are in shared memory while the kernel runs
  /// If the host drains the buffer while the kernel runs, which must then be memory that both see.
  std::optional<record::StreamShape> stream;

  bool operator==(const RecordMemory &) const = default;
};

/// One launch as the session orders it.
struct LaunchOrder {
  /// Where the records are to be afterwards; empty if the kernel has none. Zero before the first
  /// launch.
  std::span<std::byte> profile;
  /// Of a streamed launch: begins to drain the profile buffer, once it is zeroed and before the
  /// kernel starts, until the result is finished or goes. Else empty.
  std::function<Result<std::unique_ptr<StreamDrainer>>(std::span<std::byte> blocks)> drain;
  bool isRecorded = true;                    ///< false for a warm-up
  const std::atomic<bool> *cancel = nullptr; ///< ends the launch; never null
  /// Launches of one queue come one after the other; those of different ones may overlap, where the
  /// device knows the queue.
  uint64_t queue = 0;
  std::function<void(double)> progress; ///< hears the share that is done, 0..1
  /// Hears what the kernel printed, once the launch has ended; may be empty.
  std::function<void(std::string_view)> print;
};

/// How a launch went.
struct LaunchReport {
  Nanoseconds begin;    ///< on the clock of the launch's records; none of them is earlier
  std::string duration; ///< for the log: "1024 virtual cycles"; empty if it did not end
  /// Why the launch did not end by itself: a fault, the time limit, the stop button.
  std::optional<Error> failure;
  /// The records so far have been read into the order's `profile`, although the launch failed.
  bool hasRecords = true;
};

/// A compiled kernel that is ready to launch: what a target keeps between compile() and launch().
class KernelCode {
public:
  virtual ~KernelCode() = default;
};

/// One target in use for one kernel. The stages call it in this order: open, then lower, compile,
/// allocateArguments and allocateRecords, then launch for each launch, then fetchBuffers. Where a
/// kernel is launched with other arguments or another grid, the two allocations come again before
/// it; where with other code, allocateRecords. [one thread]
class RunTarget {
public:
  virtual ~RunTarget() = default;

  /// Finds the device and refuses what it cannot run: InvalidInput for a launch shape beyond its
  /// limits, Unsupported where there is no such device.
  virtual Result<void> open() = 0;
  /// Valid after open().
  virtual DeviceLimits limits() const = 0;

  /// The stages "lower", which consumes the module, and "compile", which may add to the log.
  virtual Result<void> lower(KernelModule &module) = 0;
  virtual Result<void> compile(ProgressSink &progress) = 0;

  /// Everything besides the kernel and its instrumentation that the target's code depends on:
  /// architecture, block, libraries. Valid after open().
  virtual Result<std::string> codeIdentity() const = 0;
  /// What lower() and compile() made, for restore(); valid after both.
  virtual std::string code() const = 0;
  /// In place of lower() and compile(), with code() of another run of the same identity.
  /// InvalidFormat or CompileFailed, with nothing changed, if it is not usable.
  virtual Result<void> restore(std::string_view code, ProgressSink &progress) = 0;

  /// The code that the next launch runs, from lower() and compile() or from restore(); null before.
  virtual std::shared_ptr<KernelCode> kernelCode() const = 0;
  /// The next launch runs `code` again, which kernelCode() of this target gave; null for none. The
  /// specification must say the mode that it was compiled with. O(1): nothing is compiled.
  virtual void use(std::shared_ptr<KernelCode> code) = 0;

  /// Memory on the device for the arguments, which must outlive the target's use. RunFailed if
  /// there is not that much.
  virtual Result<void> allocateArguments(BoundArguments &arguments) = 0;
  /// The same for the records; asked before the host's memory for them. What the target has to
  /// measure of itself before it records is measured here, with a line for the log.
  virtual Result<void> allocateRecords(const RecordMemory &records, ProgressSink &progress) = 0;
  /// What the user's callbacks work on, empty for nothing: host memory that must outlive the
  /// target's use. Launches begin with the values that it has then; fetchBuffers() brings theirs
  /// back. Comes before launch() wherever the code has callbacks. RunFailed if there is not that
  /// much memory on the device.
  virtual Result<void> setCallbackBuffer(std::span<std::byte> host);

  /// Gives the buffers their initial values, launches, and waits for the end. An Error means that
  /// nothing ran.
  virtual Result<LaunchReport> launch(const LaunchOrder &order) = 0;
  /// launch() in three steps, so that launches of several targets can be on their way: start()
  /// returns while the kernel may still run, if the target can do that. Then comes wait(), and once
  /// all launches that overlap were waited for, finish(). Meanwhile nothing else may be asked of
  /// this target. An Error of start() means that nothing ran: the others do not come then.
  virtual Result<void> start(const LaunchOrder &order);
  virtual void wait() {}
  virtual Result<LaunchReport> finish();
  /// Brings the buffers, as the last launch left them, to the arguments' host memory.
  virtual Result<void> fetchBuffers() = 0;

  /// True after a launch that took the device away from this process: no further one will run.
  virtual bool isLost() const { return false; }

  /// The launch before has become this one in the trace.
  virtual void noteRecorded(LaunchId launch);
  /// Adds what a tool of the vendor saw of the launches since the last time, where the target has
  /// one and the run asks for it. Comes when the launches' records are in the trace. What goes
  /// wrong is a note in the trace.
  virtual void addActivity(TraceBuilder &trace, ProgressSink &progress);

  /// Launches further times without instrumentation, and adds samples and counters to the
  /// first launch of the trace. The buffers hold what these launches leave. What cannot be had is a
  /// note in the trace; an Error is that of a launch.
  virtual Result<void> addSamples(const SampleSettings &samples, const LaunchOrder &order,
                                  TraceBuilder &trace, ProgressSink &progress);

  /// Adds what the target knows of the launch before: label, time base, clock readings, facts.
  virtual void describe(record::LaunchCapture &capture) const = 0;

private:
  std::optional<LaunchReport> m_started; ///< of a target that runs a launch when it is started
};

} // namespace pstudio
