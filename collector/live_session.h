// SPDX-License-Identifier: Apache-2.0
// Kernels that stay on their device: instrumented, restored and launched as often as one likes.
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

/// A kernel of a live session as it stands.
struct LiveKernel {
  std::string function;
  std::string mode; ///< canonical; empty: the next launch runs its original code
};

/// One kernel's part of a launch.
struct LiveLaunch {
  std::string function;
  std::string duration; ///< "1024 virtual cycles", "12.34 us on the GPU"; empty if it did not end
  std::vector<CheckOutcome> checks; ///< every check of its specification
};

/// What a launch gave.
struct LiveOutcome {
  /// Of all kernels that were launched; none if no one of them was instrumented, or if nothing had
  /// been recorded before a failure.
  std::optional<Trace> trace;
  std::vector<LiveLaunch> launches; ///< in the order of the launches
  /// Why the last launch did not end, or the first wrong result (WrongResult), after which the
  /// other kernels are still launched.
  std::optional<Error> failure;
};

/// Kernels that were compiled once, and their buffers on the device. A pattern is a glob (* and ?)
/// of their names; InvalidInput, with the names there are, if none fits. An error leaves every
/// kernel as it was. All code that was compiled stays until the session goes. [thread: any, one at
/// a time; only the flag that openLiveSession() takes may be set by others]
class LiveSession {
public:
  virtual ~LiveSession() = default;

  /// In the order of the specifications.
  virtual std::vector<LiveKernel> kernels() const = 0;

  /// From its next launch on, each kernel of `pattern` records as `mode` says
  /// (InstrumentationMode; "none" is restore()). Compiles through the cache, or not at all if the
  /// kernel had the mode before. Returns the kernels' names. InvalidInput for a mode that is none
  /// or that a kernel cannot take, then for no kernel; further errors as collect().
  virtual Result<std::vector<std::string>> instrument(std::string_view pattern,
                                                      std::string_view mode) = 0;

  /// From its next launch on, each kernel of `pattern` is what it was when the session was opened.
  /// Compiles nothing. Returns the kernels' names.
  virtual Result<std::vector<std::string>> restore(std::string_view pattern) = 0;

  /// Launches each kernel of `pattern` once, in the order of the specifications, with the initial
  /// values of its buffers, and makes its checks. A fault, a time limit or a stop is
  /// LiveOutcome::failure, with what had been recorded. An Error means that nothing ran: no such
  /// kernel, the device is lost.
  virtual Result<LiveOutcome> launch(std::string_view pattern) = 0;

  /// True after a launch that took the device away from this process: a GPU's fault, time limit or
  /// stop. Launches are refused from then on; the process must end by _exit.
  virtual bool isLost() const = 0;
};

/// Reads the specifications, opens their one target and compiles the original code of each kernel,
/// whatever mode its specification gives. The stages are those of collect(). Besides its errors,
/// InvalidInput for specifications with several targets or for a kernel twice. `progress` and
/// `cancel` must outlive the session; set, `cancel` ends a launch within about 100 ms and refuses
/// all further ones until it is cleared. Of the options the cache and the drain folder count; the
/// numbers of launches in the specifications do not. [thread: any]
Result<std::unique_ptr<LiveSession>> openLiveSession(std::vector<RunSpec> specs,
                                                     ProgressSink &progress,
                                                     const std::atomic<bool> &cancel,
                                                     const CollectOptions &options = {});

} // namespace pstudio
