// SPDX-License-Identifier: Apache-2.0
#include "collector/session/kernel_compile.h"

#include "collector/session/compile_cache.h"
#include "collector/session/instrument_options.h"
#include "core/run/pass_report_builder.h"

namespace pstudio {
namespace {

/// The stages of one compile. Each needs the ones above it.
class KernelCompile {
public:
  KernelCompile(const RunSpec &spec, KernelModule &module, RunTarget &target, Stages &stages,
                const CollectOptions &options)
      : m_spec(spec), m_module(module), m_target(target), m_stages(stages),
        m_reportsPasses(!options.passes.empty()),
        m_cache(options.cache ? *options.cache : cacheSettingsOfEnvironment(), stages.progress()) {}

  Result<CompiledKernel> run(const KernelSignature &signature) {
    const auto begin = std::chrono::steady_clock::now();
    PSTUDIO_TRY(checkSampling(m_spec, m_target.limits()));
    const InstrumentOptions options = instrumentOptions(m_spec, signature, m_target.limits());
    using BufferType = InstrumentationMode::BufferType;
    m_compiled.mayBeShared =
        m_spec.mode.bufferType == BufferType::Shared ||
        (m_spec.mode.bufferType == BufferType::Automatic && options.automaticSharedSlots > 0);
    std::string key;
    bool isRestored = false;
    if (m_cache.isEnabled()) {
      PSTUDIO_TRY_ASSIGN(const std::string code, m_target.codeIdentity());
      key = compileKey(m_spec, m_module, options, code);
      PSTUDIO_TRY_ASSIGN(isRestored, restore(key));
      m_compiled.cacheState = m_cache.state();
    }
    if (!isRestored) {
      PSTUDIO_TRY(compile(options));
    }
    m_stages.progress().log("compiled " + m_spec.function + (isRestored ? " from the cache" : "") +
                            " in " + milliseconds(std::chrono::steady_clock::now() - begin));
    if (!isRestored && m_cache.isEnabled())
      m_cache.keep(key, {m_compiled.kernel, m_target.code()});
    return std::move(m_compiled);
  }

private:
  /// Whether the cache had the kernel. Who asks for passes wants them run.
  Result<bool> restore(const std::string &key) {
    std::optional<KernelEntry> entry;
    if (!m_reportsPasses)
      entry = m_cache.find(key);
    if (!entry)
      return false;
    PSTUDIO_TRY(m_stages.begin("compile"));
    if (const Result<void> restored = m_target.restore(entry->code, m_stages.progress());
        !restored) {
      m_cache.reject(key, restored.error());
      return false;
    }
    m_compiled.kernel = std::move(entry->kernel);
    return true;
  }

  Result<void> compile(const InstrumentOptions &options) {
    PSTUDIO_TRY(m_stages.begin("instrument"));
    PSTUDIO_TRY_ASSIGN(m_compiled.kernel, m_module.instrument(m_spec.function, options));
    PSTUDIO_TRY(m_stages.begin("lower"));
    PSTUDIO_TRY(m_target.lower(m_module));
    PSTUDIO_TRY(m_stages.begin("compile"));
    return m_target.compile(m_stages.progress());
  }

  const RunSpec &m_spec;
  KernelModule &m_module;
  RunTarget &m_target;
  Stages &m_stages;
  const bool m_reportsPasses;
  CompileCache m_cache;
  CompiledKernel m_compiled;
};

} // namespace

Result<CompiledKernel> compileKernel(const RunSpec &spec, KernelModule &module,
                                     const KernelSignature &signature, RunTarget &target,
                                     Stages &stages, const CollectOptions &options) {
  KernelCompile compile(spec, module, target, stages, options);
  if (options.passes.empty())
    return compile.run(signature);
  PassReportBuilder passes;
  passes.describe(spec.function, spec.target, spec.mode.toString());
  module.recordPasses(&passes);
  Result<CompiledKernel> done = compile.run(signature);
  module.recordPasses(nullptr);
  // Also of a compile that failed: its last pass is what one wants to see.
  if (Result<void> written = writePassReport(passes.report(), options.passes); done && !written)
    return tl::unexpected<Error>(std::move(written).error());
  return done;
}

std::string milliseconds(std::chrono::steady_clock::duration duration) {
  const auto tenths = std::chrono::duration_cast<std::chrono::microseconds>(duration).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

} // namespace pstudio
