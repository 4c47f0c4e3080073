// SPDX-License-Identifier: Apache-2.0
#include "collector/session/live/live_kernel.h"

#include <utility>

#include "collector/session/launch/check_results.h"
#include "collector/session/launch/launch_record.h"

namespace pstudio {

Result<std::unique_ptr<LiveKernel>> LiveKernel::open(RunSpec spec, const TargetMaker &makeTarget,
                                                     Stages &stages,
                                                     const CollectOptions &options) {
  PSTUDIO_TRY(stages.begin("parse"));
  spec.mode = InstrumentationMode();
  spec.mode.enabled = false;
  PSTUDIO_TRY_ASSIGN(KernelSetup setup, setUpKernel(spec, UINT32_MAX, stages.progress()));
  std::unique_ptr<LiveKernel> kernel(
      new LiveKernel(std::move(spec), std::move(setup), stages, options));
  PSTUDIO_TRY(stages.begin("open"));
  kernel->m_target = makeTarget(kernel->m_spec);
  PSTUDIO_TRY(kernel->m_target->open());
  PSTUDIO_TRY(kernel->m_target->allocateArguments(kernel->m_setup.arguments));
  PSTUDIO_TRY(kernel->change(kernel->m_spec.mode));
  return kernel;
}

Result<void> LiveKernel::use(const InstrumentationMode &mode) {
  const InstrumentationMode before = m_spec.mode;
  if (mode == before)
    return {};
  Result<void> changed = change(mode);
  if (changed)
    return {};
  m_spec.mode = before;
  // Its memory for records may be unavailable now; then its next launch reports that.
  PSTUDIO_TRY(change(before));
  return changed;
}

Result<void> LiveKernel::change(const InstrumentationMode &mode) {
  m_spec.mode = mode;
  PSTUDIO_TRY_ASSIGN(const CompiledKernel *wanted, compiled());
  m_launcher.reset(); // releases the memory of its records
  auto launcher = std::make_unique<Launcher>(m_spec, *m_target, *wanted, m_files, m_stages);
  PSTUDIO_TRY(launcher->allocate());
  launcher->logCapacity();
  PSTUDIO_TRY_ASSIGN(CallbackBuffer callbacks, CallbackBuffer::make(m_spec, *m_target));
  m_callbacks.emplace(std::move(callbacks));
  m_launcher = std::move(launcher);
  return {};
}

/// The code for the specification's mode, which is compiled if it has not been.
Result<const CompiledKernel *> LiveKernel::compiled() {
  const std::string mode = m_spec.mode.toString();
  if (const auto found = m_compiled.find(mode); found != m_compiled.end())
    return &found->second;
  PSTUDIO_TRY_ASSIGN(KernelModule module, m_setup.module.asLoaded());
  PSTUDIO_TRY_ASSIGN(CompiledKernel made, compileKernel(m_spec, module, m_setup.signature,
                                                        *m_target, m_stages, m_options));
  return &m_compiled.emplace(mode, std::move(made)).first->second;
}

Result<void> LiveKernel::launch(TraceBuilder &trace, LiveLaunch &done) {
  done.function = m_spec.function;
  if (!m_launcher)
    return fail(ErrorCode::RunFailed,
                "kernel " + m_spec.function + " has no memory for its records", {},
                "restore it, or instrument it with fewer slots");
  if (std::exchange(m_hasLaunched, true))
    m_setup.arguments.reset(); // which held results
  m_callbacks->reset();
  addWarnings(m_launcher->kernel(), m_stages.progress(), trace);
  const Result<std::string> launched = m_launcher->launch({}, trace);
  if (m_files.logs)
    m_files.logs->clear(); // their records are in the trace
  if (!launched)
    return tl::unexpected<Error>(launched.error());
  done.duration = *launched;
  PSTUDIO_TRY(m_target->fetchBuffers());
  PSTUDIO_TRY(m_callbacks->report(m_spec, m_stages.progress()));
  return checkResults(m_spec, m_setup.arguments, m_stages.progress(), trace, done.checks);
}

} // namespace pstudio
