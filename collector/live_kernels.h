// SPDX-License-Identifier: Apache-2.0
// Live kernels: they stay on their device and can be instrumented, restored and launched again.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/collector.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"
#include "core/trace/trace.h"

namespace pstudio {

/// The state of a live kernel.
struct LiveKernelState {
  std::string function;
  std::string mode; ///< canonical; empty: the next launch runs its original code
};

/// One kernel's part of a launch.
struct LiveLaunch {
  std::string function;
  std::string duration; ///< "1024 virtual cycles", "12.34 us on the GPU"; empty if it did not end
  std::vector<CheckOutcome> checks; ///< every check of its specification
};

/// The result of a launch.
struct LiveOutcome {
  /// Of all kernels that were launched; none if none of them was instrumented, or if a failure came
  /// before the first record.
  std::optional<Trace> trace;
  std::vector<LiveLaunch> launches; ///< in the order of the launches
  /// Why the last launch did not complete, or the first wrong result (WrongResult), after which the
  /// other kernels are still launched.
  std::optional<Error> failure;
};

/// Compiled kernels and their buffers on one device. A pattern is a glob (* and ?) of their names;
/// InvalidInput, with the existing names, if none matches. An error changes no kernel. All code
/// that was compiled stays as long as this. [thread: any, one at a time; only the flag that
/// openLiveKernels() takes may be set by others]
class LiveKernels {
public:
  virtual ~LiveKernels() = default;

  /// In the order of the specifications.
  virtual std::vector<LiveKernelState> kernels() const = 0;

  /// Instruments each kernel of `pattern` with `mode` (InstrumentationMode; "none" is restore())
  /// from its next launch on. Compiles through the cache, or not at all if the kernel had the mode
  /// before. Returns the kernels' names. InvalidInput for a mode that does not exist or that one of
  /// the kernels does not support; further errors as collect().
  virtual Result<std::vector<std::string>> instrument(std::string_view pattern,
                                                      std::string_view mode) = 0;

  /// Uses the original code of each kernel of `pattern` from its next launch on. Compiles nothing.
  /// Returns the kernels' names.
  virtual Result<std::vector<std::string>> restore(std::string_view pattern) = 0;

  /// Launches each kernel of `pattern` once, in the order of the specifications, with the initial
  /// values of its buffers, and makes its checks. A fault, a time limit or a stop is
  /// LiveOutcome::failure, with the records so far. An Error means that nothing ran: no such
  /// kernel, the device is lost.
  virtual Result<LiveOutcome> launch(std::string_view pattern) = 0;

  /// True after a launch that took the device away from this process: a GPU's fault, time limit or
  /// stop. launch() fails from then on; the process must end by _exit.
  virtual bool isLost() const = 0;
};

/// Reads the specifications, opens their one target and compiles the original code of each kernel,
/// whatever mode its specification gives. The stages are those of collect(). Besides its errors,
/// InvalidInput for specifications with several targets or for a kernel twice. `progress` and
/// `cancel` must outlive the result; set, `cancel` ends a launch within about 100 ms and stops all
/// further ones until it is cleared. Of the options only the cache and the drain folder apply, and
/// of the specifications not the numbers of launches. [thread: any]
Result<std::unique_ptr<LiveKernels>> openLiveKernels(std::vector<RunSpec> specs,
                                                     ProgressSink &progress,
                                                     const std::atomic<bool> &cancel,
                                                     const CollectOptions &options = {});

} // namespace pstudio
