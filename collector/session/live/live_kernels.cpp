// SPDX-License-Identifier: Apache-2.0
#include "collector/session/live/live_kernels.h"

#include <algorithm>

#include "collector/session/launch/launch_record.h"
#include "core/base/glob.h"
#include "core/base/json_field.h"

namespace pstudio {
namespace {

/// Applies each command to all kernels of a pattern.
class TargetLiveKernels final : public LiveKernels {
public:
  TargetLiveKernels(ProgressSink &progress, const std::atomic<bool> &cancel, CollectOptions options)
      : m_options(std::move(options)), m_stages(progress, cancel) {}

  Result<void> add(RunSpec spec, const TargetMaker &makeTarget) {
    PSTUDIO_TRY_ASSIGN(auto kernel,
                       LiveKernel::open(std::move(spec), makeTarget, m_stages, m_options));
    m_kernels.push_back(std::move(kernel));
    return {};
  }

  std::vector<LiveKernelState> kernels() const override {
    std::vector<LiveKernelState> all;
    for (const auto &kernel : m_kernels)
      all.push_back({kernel->spec().function,
                     kernel->isInstrumented() ? kernel->spec().mode.toString() : std::string()});
    return all;
  }

  Result<std::vector<std::string>> instrument(std::string_view pattern,
                                              std::string_view mode) override {
    PSTUDIO_TRY_ASSIGN(const InstrumentationMode wanted, InstrumentationMode::parse(mode));
    return use(pattern, wanted);
  }

  Result<std::vector<std::string>> restore(std::string_view pattern) override {
    InstrumentationMode none;
    none.enabled = false;
    return use(pattern, none);
  }

  Result<LiveOutcome> launch(std::string_view pattern) override {
    PSTUDIO_TRY_ASSIGN(const std::vector<LiveKernel *> chosen, matching(pattern));
    if (isLost())
      return fail(ErrorCode::RunFailed, "the device is lost: an earlier launch failed", {},
                  "start a new session");
    LiveOutcome outcome;
    TraceBuilder trace;
    beginTrace(trace, namesOf(chosen));
    for (LiveKernel *kernel : chosen) {
      LiveLaunch &launch = outcome.launches.emplace_back();
      Result<void> done = kernel->launch(trace, launch);
      if (!done && !outcome.failure)
        outcome.failure = done.error();
      if (!done && done.error().code != ErrorCode::WrongResult)
        break;
    }
    chosen.front()->addActivity(trace); // of all: they share the device
    if (!std::ranges::any_of(chosen, &LiveKernel::isInstrumented))
      return outcome;
    outcome.trace = std::move(trace).finish();
    // A failure before the first record leaves an empty trace.
    if (outcome.failure && outcome.trace->sliceCount() == 0 && outcome.trace->instants().empty())
      outcome.trace.reset();
    return outcome;
  }

  bool isLost() const override {
    return std::ranges::any_of(m_kernels, [](const auto &kernel) { return kernel->isLost(); });
  }

private:
  Result<std::vector<LiveKernel *>> matching(std::string_view pattern) const {
    std::vector<LiveKernel *> found;
    std::vector<std::string_view> names;
    for (const auto &kernel : m_kernels) {
      names.push_back(kernel->spec().function);
      if (matchesGlob(names.back(), pattern))
        found.push_back(kernel.get());
    }
    if (found.empty())
      return fail(ErrorCode::InvalidInput,
                  "no kernel of the session is named \"" + std::string(pattern) + "\"", {},
                  nameHint(pattern, names));
    return found;
  }

  static std::string namesOf(const std::vector<LiveKernel *> &kernels) {
    std::string names;
    for (const LiveKernel *kernel : kernels)
      names += (names.empty() ? "" : ", ") + kernel->spec().function;
    return names;
  }

  /// Changes all kernels of the pattern or none: after an error, those that were changed get their
  /// former mode, which compiles nothing.
  Result<std::vector<std::string>> use(std::string_view pattern, const InstrumentationMode &mode) {
    PSTUDIO_TRY_ASSIGN(const std::vector<LiveKernel *> chosen, matching(pattern));
    std::vector<InstrumentationMode> before;
    std::vector<std::string> names;
    for (LiveKernel *kernel : chosen) {
      before.push_back(kernel->spec().mode);
      names.push_back(kernel->spec().function);
      Result<void> done = kernel->use(mode);
      if (done)
        continue;
      for (size_t i = 0; i + 1 < before.size(); ++i)
        PSTUDIO_TRY(chosen[i]->use(before[i]));
      Error error = std::move(done).error();
      if (error.where.empty())
        error.where = "kernel " + kernel->spec().function;
      return tl::unexpected<Error>(std::move(error));
    }
    return names;
  }

  const CollectOptions m_options;
  Stages m_stages;
  std::vector<std::unique_ptr<LiveKernel>> m_kernels;
};

Result<void> checkNames(const std::vector<RunSpec> &specs) {
  for (size_t i = 0; i < specs.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (specs[i].function == specs[k].function)
        return fail(ErrorCode::InvalidInput, "kernel " + specs[i].function + " is given twice",
                    specs[i].path.string() + ": function",
                    "commands select kernels by name: use one session for each");
  return {};
}

} // namespace

Result<std::unique_ptr<LiveKernels>>
openLiveKernelsOn(std::vector<RunSpec> specs, const TargetMaker &makeTarget, ProgressSink &progress,
                  const std::atomic<bool> &cancel, const CollectOptions &options) {
  if (specs.empty())
    return fail(ErrorCode::InvalidInput,
                "there is no kernel: a session needs at least one specification");
  PSTUDIO_TRY(checkNames(specs));
  CollectOptions kept;
  kept.cache = options.cache;
  kept.drainFolder = options.drainFolder;
  auto session = std::make_unique<TargetLiveKernels>(progress, cancel, std::move(kept));
  for (RunSpec &spec : specs)
    PSTUDIO_TRY(session->add(std::move(spec), makeTarget));
  return session;
}

} // namespace pstudio
