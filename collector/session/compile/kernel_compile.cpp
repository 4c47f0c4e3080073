// SPDX-License-Identifier: Apache-2.0
#include "collector/session/compile/kernel_compile.h"

#include "collector/codegen/llvm/crash_guard.h"
#include "collector/session/compile/callback_buffer.h"
#include "collector/session/compile/compile_cache.h"
#include "collector/session/compile/instrument_options.h"
#include "core/base/number_text.h"
#include "core/run/expected_cost.h"
#include "core/run/pass_report_builder.h"

namespace pstudio {
namespace {

/// The stages of one compile. Each needs the ones above it.
class KernelCompile {
public:
  KernelCompile(const RunSpec &spec, KernelModule &module, RunTarget &target, Stages &stages,
                const CollectOptions &options, PassLog &passes)
      : m_spec(spec), m_module(module), m_target(target), m_stages(stages), m_passes(passes),
        m_cache(options.cache ? *options.cache : cacheSettingsOfEnvironment(), stages.progress()) {}

  Result<CompiledKernel> run(const InstrumentOptions &options) {
    const auto begin = std::chrono::steady_clock::now();
    PSTUDIO_TRY(checkSampling(m_spec, m_target.limits()));
    using BufferType = InstrumentationMode::BufferType;
    m_compiled.mayBeShared =
        m_spec.mode.bufferType == BufferType::Shared ||
        (m_spec.mode.bufferType == BufferType::Automatic && options.automaticSharedSlots > 0);
    m_compiled.facts = options.facts;
    bool isRestored = false;
    if (m_cache.isEnabled()) {
      PSTUDIO_TRY_ASSIGN(const std::string code, m_target.codeIdentity());
      m_key = compileKey(m_spec, m_module, options, code);
      PSTUDIO_TRY_ASSIGN(isRestored, restore());
      m_compiled.cacheState = m_cache.state();
    }
    if (!isRestored) {
      PSTUDIO_TRY(compileWithPasses(options));
    }
    m_stages.progress().log("compiled " + m_spec.function + (isRestored ? " from the cache" : "") +
                            " in " + millisecondsText(std::chrono::steady_clock::now() - begin));
    m_compiled.passReport = m_passes.id();
    return std::move(m_compiled);
  }

private:
  /// Restores the kernel from the cache. False if the cache lacks the kernel, or its report of
  /// passes although it is requested.
  Result<bool> restore() {
    std::optional<KernelEntry> entry = m_cache.find(m_key);
    if (!entry)
      return false;
    std::optional<PassReportText> report;
    if (m_passes.isWanted() && !(report = m_cache.findPasses(m_key))) {
      m_cache.miss();
      return false;
    }
    PSTUDIO_TRY(m_stages.begin("compile"));
    auto restored = m_target.restore(entry->code, m_stages.progress());
    if (!restored) {
      m_cache.reject(m_key, restored.error());
      return false;
    }
    m_compiled.code = *std::move(restored);
    if (report)
      PSTUDIO_TRY(m_passes.add(*report));
    m_compiled.kernel = std::move(entry->kernel);
    return true;
  }

  Result<void> compileWithPasses(const InstrumentOptions &options) {
    if (!m_passes.isWanted())
      return compile(options);
    PassReportBuilder builder;
    builder.setId(newPassReportId());
    builder.describe(m_spec.function, m_spec.target, m_spec.mode.toString());
    m_module.recordPasses(&builder);
    Result<void> done = compile(options);
    m_module.recordPasses(nullptr);
    const PassReportText report{builder.report().id, passReportToJson(builder.report())};
    // A compile that failed is reported, too: its last pass shows the cause.
    if (Result<void> added = m_passes.add(report); done)
      done = std::move(added);
    if (done && m_cache.isEnabled())
      m_cache.keepPasses(m_key, report);
    return done;
  }

  Result<void> compile(const InstrumentOptions &options) {
    Result<void> done;
    std::optional<Error> crash = runGuarded([&] { done = compileUnguarded(options); });
    if (!crash)
      return done;
    m_module.abandon();
    if (crash->where.empty())
      crash->where = "kernel " + m_spec.function;
    return tl::unexpected<Error>(*std::move(crash));
  }

  Result<void> compileUnguarded(const InstrumentOptions &options) {
    PSTUDIO_TRY(m_stages.begin("instrument"));
    PSTUDIO_TRY_ASSIGN(m_compiled.kernel, m_module.instrument(m_spec.function, options));
    PSTUDIO_TRY_ASSIGN(m_compiled.code, m_target.compile(m_module, m_stages));
    if (m_cache.isEnabled())
      m_cache.keep(m_key, {m_compiled.kernel, m_compiled.code->bytes()});
    return {};
  }

  const RunSpec &m_spec;
  KernelModule &m_module;
  RunTarget &m_target;
  Stages &m_stages;
  PassLog &m_passes;
  CompileCache m_cache;
  std::string m_key; ///< empty without a cache
  CompiledKernel m_compiled;
};

} // namespace

Result<CompiledKernel> compileKernel(const RunSpec &spec, KernelModule &module,
                                     const KernelSignature &signature, RunTarget &target,
                                     Stages &stages, const CollectOptions &options) {
  PassLog passes(options.passes);
  InstrumentOptions instrumentation = instrumentOptions(spec, signature, target.limits());
  PSTUDIO_TRY_ASSIGN(instrumentation.callbacks, callbackCodeOf(spec, stages.progress()));
  if (spec.mode.has(InstrumentationMode::AutoMode::Memory)) // others take at most a fifth longer
    stages.progress().log(expectedCost(spec.mode));
  return compileKernel(spec, module, instrumentation, target, stages, options, passes);
}

Result<CompiledKernel> compileKernel(const RunSpec &spec, KernelModule &module,
                                     const InstrumentOptions &instrumentation, RunTarget &target,
                                     Stages &stages, const CollectOptions &options,
                                     PassLog &passes) {
  return KernelCompile(spec, module, target, stages, options, passes).run(instrumentation);
}

void describeCompile(const CompiledKernel &compiled, record::LaunchCapture &capture) {
  if (!compiled.cacheState.empty())
    capture.facts.push_back({"compile.cache", compiled.cacheState});
  if (!compiled.facts.empty())
    capture.facts.push_back({"compile.facts", toString(compiled.facts)});
  if (!compiled.passReport.empty())
    capture.facts.push_back({kPassReportFact, compiled.passReport});
}

} // namespace pstudio
