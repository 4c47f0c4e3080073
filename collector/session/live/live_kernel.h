// SPDX-License-Identifier: Apache-2.0
// One live kernel: its code for every mode that it had, and its launches.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "collector/live_kernels.h"
#include "collector/session/compile/callback_buffer.h"
#include "collector/session/compile/kernel_compile.h"
#include "collector/session/launch/kernel_setup.h"
#include "collector/session/launch/launcher.h"

namespace pstudio {

/// Makes a target for one kernel; the specification must outlive the target.
using TargetMaker = std::function<std::unique_ptr<RunTarget>(const RunSpec &)>;

/// A kernel that stays on its target. Neither copied nor moved: its parts refer to each other. [one
/// thread]
class LiveKernel {
public:
  /// Reads the kernel and compiles its original code. The references must outlive it. Errors as
  /// collect().
  static Result<std::unique_ptr<LiveKernel>> open(RunSpec spec, const TargetMaker &makeTarget,
                                                  Stages &stages, const CollectOptions &options);
  LiveKernel(const LiveKernel &) = delete;
  LiveKernel &operator=(const LiveKernel &) = delete;

  const RunSpec &spec() const { return m_spec; }
  bool isInstrumented() const { return m_spec.mode.enabled; }
  bool isLost() const { return m_target->isLost(); }
  /// As RunTarget::addActivity().
  void addActivity(TraceBuilder &trace) { m_target->addActivity(trace, m_stages.progress()); }

  /// Uses code with `mode` from the next launch on; compiles it unless it has been. An error
  /// changes nothing.
  Result<void> use(const InstrumentationMode &mode);

  /// Launches with the initial values of the buffers, records into `trace` if the kernel is
  /// instrumented, and checks the results. Fills `done` also if the launch fails.
  Result<void> launch(TraceBuilder &trace, LiveLaunch &done);

private:
  LiveKernel(RunSpec spec, KernelSetup setup, Stages &stages, const CollectOptions &options)
      : m_spec(std::move(spec)), m_setup(std::move(setup)), m_stages(stages), m_options(options),
        m_files(options) {}

  Result<void> change(const InstrumentationMode &mode);
  Result<const CompiledKernel *> compiled();

  RunSpec m_spec; ///< with the mode of the code in use
  KernelSetup m_setup;
  Stages &m_stages;
  const CollectOptions &m_options;
  std::unique_ptr<RunTarget> m_target;
  std::map<std::string, CompiledKernel> m_compiled; ///< by canonical mode
  LaunchFiles m_files;
  std::unique_ptr<Launcher> m_launcher;      ///< none if there was no memory for its records
  std::optional<CallbackBuffer> m_callbacks; ///< of the code in use
  bool m_hasLaunched = false;
};

} // namespace pstudio
