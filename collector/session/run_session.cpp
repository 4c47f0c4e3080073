// SPDX-License-Identifier: Apache-2.0
// Parse, instrument, lower, compile, launch, decode and check.
#include "collector/session/run_session.h"

#include <chrono>
#include <optional>

#include "collector/codegen/kernel_module.h"
#include "collector/session/argument_binding.h"
#include "collector/session/compile_cache.h"
#include "collector/session/drain_logs.h"
#include "collector/session/instrument_options.h"
#include "collector/session/kept_captures.h"
#include "collector/session/known_facts.h"
#include "collector/session/launch_record.h"
#include "collector/session/profile_buffer.h"
#include "core/base/file_bytes.h"
#include "core/record/launch_decoder.h"
#include "core/run/pass_report_builder.h"
#include "core/run/reference_check.h"

namespace pstudio {
namespace {

std::string milliseconds(std::chrono::steady_clock::duration duration) {
  const auto tenths = std::chrono::duration_cast<std::chrono::microseconds>(duration).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

/// One run, stage by stage. Each stage needs the ones above it.
class RunSession {
public:
  RunSession(const RunSpec &spec, RunTarget &target, ProgressSink &progress,
             const std::atomic<bool> &cancel, const CollectOptions &options)
      : m_spec(spec), m_target(target), m_progress(progress), m_cancel(cancel), m_options(options),
        m_cache(options.cache ? *options.cache : cacheSettingsOfEnvironment(), progress),
        m_kept(options.keepCapture) {}

  Result<RunOutcome> run() {
    PSTUDIO_TRY(prepare());
    PSTUDIO_TRY(compile());
    PSTUDIO_TRY(allocate());
    beginTrace(m_trace, m_spec.function);
    std::vector<CheckOutcome> checks;
    Result<void> done = launchAndCheck(checks);
    if (Result<void> written = m_kept.write(m_trace.info(), m_progress); done)
      done = std::move(written);
    RunOutcome outcome{std::move(m_trace).finish(), std::move(checks), std::nullopt};
    if (done)
      return outcome;
    // A failure before anything was recorded leaves nothing to look at.
    if (outcome.trace.sliceCount() == 0 && outcome.trace.instants().empty())
      return tl::unexpected<Error>(withHintAtMemory(std::move(done).error()));
    outcome.failure = std::move(done).error();
    outcome.failedStage = m_lastStage;
    return outcome;
  }

private:
  Result<void> stage(std::string_view name) {
    if (m_cancel.load(std::memory_order_relaxed))
      return fail(ErrorCode::Cancelled,
                  "the run was stopped before stage \"" + std::string(name) + "\"");
    m_progress.stage(name);
    m_lastStage = name;
    return {};
  }

  /// Kernel file, arguments and checks: everything that can be wrong before anything is compiled.
  Result<void> prepare() {
    PSTUDIO_TRY(stage("parse"));
    for (const ResultCheck &resultCheck : m_spec.checks)
      PSTUDIO_TRY(validateCheck(m_spec, resultCheck));
    PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(m_spec.kernelFile));
    PSTUDIO_TRY_ASSIGN(m_signature, module.signature(m_spec.function));
    PSTUDIO_TRY(checkBlock());
    for (const std::string &note : module.notes())
      m_progress.log("read of a newer LLVM: " + note);
    PSTUDIO_TRY_ASSIGN(BoundArguments arguments, BoundArguments::bind(m_spec, m_signature));
    m_module.emplace(std::move(module));
    m_arguments.emplace(std::move(arguments));
    PSTUDIO_TRY(stage("open"));
    return m_target.open();
  }

  /// LLVM IR may fix the block that its kernel is launched with.
  Result<void> checkBlock() const {
    if (!m_signature.requiredBlock || *m_signature.requiredBlock == m_spec.block)
      return {};
    const auto text = [](const std::array<uint32_t, 3> &block) {
      return std::to_string(block[0]) + "x" + std::to_string(block[1]) + "x" +
             std::to_string(block[2]);
    };
    return fail(ErrorCode::InvalidInput,
                "kernel " + m_spec.function + " has to be launched with a block of " +
                    text(*m_signature.requiredBlock) + ", specification gives " +
                    text(m_spec.block),
                m_spec.path.string() + ": block");
  }

  Result<void> compile() {
    if (m_options.passes.empty())
      return compileStages();
    PassReportBuilder passes;
    passes.describe(m_spec.function, m_spec.target, m_spec.mode.toString());
    m_module->recordPasses(&passes);
    Result<void> done = compileStages();
    m_module->recordPasses(nullptr);
    // Also of a compile that failed: its last pass is what one wants to see.
    if (Result<void> written = writePassReport(passes.report(), m_options.passes); done)
      done = std::move(written);
    return done;
  }

  Result<void> compileStages() {
    const auto begin = std::chrono::steady_clock::now();
    const auto logTime = [&](std::string_view how) {
      m_progress.log("compiled " + m_spec.function + std::string(how) + " in " +
                     milliseconds(std::chrono::steady_clock::now() - begin));
    };
    PSTUDIO_TRY(checkSampling(m_spec, m_target.limits()));
    const InstrumentOptions options = instrumentOptions(m_spec, m_signature, m_target.limits());
    using BufferType = InstrumentationMode::BufferType;
    m_mayBeShared =
        m_spec.mode.bufferType == BufferType::Shared ||
        (m_spec.mode.bufferType == BufferType::Automatic && options.automaticSharedSlots > 0);
    std::string key;
    if (m_cache.isEnabled()) {
      PSTUDIO_TRY_ASSIGN(const std::string code, m_target.codeIdentity());
      key = compileKey(m_spec, *m_module, options, code);
      PSTUDIO_TRY_ASSIGN(const bool isRestored, restore(key));
      if (isRestored) {
        logTime(" from the cache");
        return {};
      }
    }
    PSTUDIO_TRY(stage("instrument"));
    PSTUDIO_TRY_ASSIGN(m_kernel, m_module->instrument(m_spec.function, options));
    PSTUDIO_TRY(stage("lower"));
    PSTUDIO_TRY(m_target.lower(*m_module));
    PSTUDIO_TRY(stage("compile"));
    PSTUDIO_TRY(m_target.compile(m_progress));
    logTime("");
    if (m_cache.isEnabled())
      m_cache.keep(key, {m_kernel, m_target.code()});
    return {};
  }

  /// Whether the cache had the kernel. Who asks for passes wants them run.
  Result<bool> restore(const std::string &key) {
    std::optional<KernelEntry> entry;
    if (m_options.passes.empty())
      entry = m_cache.find(key);
    if (!entry)
      return false;
    PSTUDIO_TRY(stage("compile"));
    if (const Result<void> restored = m_target.restore(entry->code, m_progress); !restored) {
      m_cache.reject(key, restored.error());
      return false;
    }
    m_kernel = std::move(entry->kernel);
    return true;
  }

  Result<void> allocate() {
    if (m_kernel.unitCount == 0)
      return m_target.allocate(*m_arguments, {}, m_progress);
    PSTUDIO_TRY_ASSIGN(const uint64_t bytes,
                       profileBytes(recordedCtas(m_spec), m_kernel.blockBytes));
    const bool isStreamed = m_kernel.stream.has_value();
    if (isStreamed && !m_options.keepCapture.empty())
      return fail(ErrorCode::Unsupported, "streamed records cannot be kept as a capture",
                  m_options.keepCapture.string(), "choose another strategy, such as flush");
    if (isStreamed) {
      PSTUDIO_TRY_ASSIGN(DrainLogs logs, DrainLogs::in(m_options.drainFolder));
      m_logs.emplace(std::move(logs));
    }
    PSTUDIO_TRY(
        m_target.allocate(*m_arguments, {bytes, m_kernel.isShared, isStreamed}, m_progress));
    PSTUDIO_TRY_ASSIGN(ProfileBuffer buffer, ProfileBuffer::make(bytes));
    m_profile.emplace(std::move(buffer));
    return {};
  }

  Result<void> launchAndCheck(std::vector<CheckOutcome> &checks) {
    for (uint32_t i = 0; i < m_spec.warmup + m_spec.repeat; ++i)
      PSTUDIO_TRY(launch(i));
    PSTUDIO_TRY(stage("check"));
    PSTUDIO_TRY(m_target.fetchBuffers());
    return check(checks);
  }

  /// Launch `index` of warm-ups and recorded ones together.
  Result<void> launch(uint32_t index) {
    PSTUDIO_TRY(stage("launch"));
    LaunchOrder order;
    if (m_profile)
      order.profile = m_profile->bytes();
    order.isRecorded = index >= m_spec.warmup;
    order.cancel = &m_cancel;
    if (m_kernel.stream)
      order.drain = [this, index](std::span<std::byte> blocks) { return drain(blocks, index); };
    order.progress = [this](double done) { m_progress.fraction(done); };
    order.print = [this](std::string_view text) { m_progress.output(text); };
    const auto begin = std::chrono::steady_clock::now();
    PSTUDIO_TRY_ASSIGN(const LaunchReport report, m_target.launch(order));
    if (index == m_spec.warmup)
      m_trace.info().origin = report.begin;
    if (report.failure)
      return keepWhatThereIs(report, order.isRecorded, index);
    m_progress.fraction(1.0);
    m_progress.log(std::string(order.isRecorded ? "launch" : "warm-up launch") + " took " +
                   report.duration + ", " + milliseconds(std::chrono::steady_clock::now() - begin) +
                   " on this machine");
    if (!order.isRecorded)
      return {};
    PSTUDIO_TRY(stage("decode"));
    return decode(index - m_spec.warmup);
  }

  /// A launch that did not come to its end: its records so far go to the trace, and the failure on.
  Result<void> keepWhatThereIs(const LaunchReport &report, bool isRecorded, uint32_t index) {
    const Error &failure = *report.failure;
    if (isRecorded && report.hasRecords && m_profile) {
      m_hasReadPartial = true;
      m_progress.stage("decode"); // also after a stop; what watches the launch can rest
      PSTUDIO_TRY(decode(index - m_spec.warmup));
    }
    m_trace.addNote(Note::Severity::Error,
                    failure.code == ErrorCode::Cancelled ? "run.stopped" : "run.failed",
                    "The last launch did not come to its end: " + failure.message + ".");
    return tl::unexpected<Error>(failure);
  }

  /// Where records could have been read but none had left the CTAs, what would have helped.
  Error withHintAtMemory(Error error) const {
    if (!m_hasReadPartial || !m_mayBeShared || m_kernel.stream)
      return error;
    error.hint +=
        std::string(error.hint.empty() ? "" : "; ") +
        "no record had been written to global memory yet; with buffer_type=global every record is";
    return error;
  }

  /// Drains a launch, into a log if it is recorded.
  Result<std::unique_ptr<StreamDrainer>> drain(std::span<std::byte> blocks, uint32_t index) {
    std::optional<record::StreamLogWriter> log;
    if (index >= m_spec.warmup) {
      record::LaunchCapture capture = describeLaunch(index - m_spec.warmup);
      capture.clockReadings.clear(); // of the launch before
      PSTUDIO_TRY_ASSIGN(auto made, record::StreamLogWriter::make(m_logs->of(capture.index),
                                                                  capture, m_trace.info()));
      log.emplace(std::move(made));
    }
    return std::make_unique<StreamDrainer>(blocks, *m_kernel.stream, std::move(log));
  }

  /// All that is known of a launch but its records.
  record::LaunchCapture describeLaunch(uint32_t index) const {
    record::LaunchCapture capture =
        captureOf(m_spec, m_kernel, index, m_target.limits().lanesPerWarp);
    capture.operations = m_kernel.operations;
    if (m_cache.isEnabled())
      capture.facts.push_back({"compile.cache", m_cache.state()});
    if (const ArgumentFacts facts = knownFacts(m_spec); !facts.empty())
      capture.facts.push_back({"compile.facts", toString(facts)});
    m_target.describe(capture);
    return capture;
  }

  Result<void> decode(uint32_t index) {
    record::LaunchCapture capture = describeLaunch(index);
    if (!m_profile) {
      addLaunchWithoutRecords(capture, m_spec, m_trace);
      return {};
    }
    FileBytes log;
    if (m_kernel.stream) {
      PSTUDIO_TRY_ASSIGN(log, FileBytes::read(m_logs->of(index)));
      capture.streamed = log.bytes();
    } else {
      capture.blocks = m_profile->bytes();
    }
    m_kept.keep(capture);
    return record::decodeLaunch(capture, m_trace);
  }

  /// Every check is made, so that all that is wrong is in the log; the first that failed is told.
  Result<void> check(std::vector<CheckOutcome> &outcomes) {
    std::optional<Error> failure;
    for (const ResultCheck &resultCheck : m_spec.checks) {
      const HostBuffer *output = m_arguments->findBuffer(resultCheck.output);
      if (!output)
        return fail(ErrorCode::InvalidInput,
                    "there is no buffer " + resultCheck.output + " to check",
                    m_spec.path.string() + ": checks");
      PSTUDIO_TRY_ASSIGN(const CheckReport report, runCheck(m_spec, resultCheck, *output));
      const std::string text = report.describe(resultCheck.output);
      m_progress.log(text);
      outcomes.push_back({resultCheck.output, report.maxError, report.allowed});
      if (report.passed())
        continue;
      m_trace.addNote(Note::Severity::Error, "run.wrong-result",
                      "The kernel computed a wrong result: " + text + ".");
      if (!failure)
        failure = Error{ErrorCode::WrongResult, "wrong result: " + text, {}, {}};
    }
    if (failure)
      return tl::unexpected<Error>(*std::move(failure));
    return {};
  }

  const RunSpec &m_spec;
  RunTarget &m_target;
  ProgressSink &m_progress;
  const std::atomic<bool> &m_cancel;
  const CollectOptions &m_options;
  CompileCache m_cache;
  std::optional<KernelModule> m_module;
  KernelSignature m_signature;
  std::string m_lastStage; ///< that was begun in the run's order
  std::optional<BoundArguments> m_arguments;
  InstrumentedKernel m_kernel;
  std::optional<DrainLogs> m_logs;        ///< of a streamed kernel
  std::optional<ProfileBuffer> m_profile; ///< none if the kernel has no records
  KeptCaptures m_kept;
  bool m_mayBeShared = false;    ///< the records, while the kernel runs
  bool m_hasReadPartial = false; ///< the records so far of a launch that failed
  TraceBuilder m_trace;
};

} // namespace

Result<RunOutcome> runSession(const RunSpec &spec, RunTarget &target, ProgressSink &progress,
                              const std::atomic<bool> &cancel, const CollectOptions &options) {
  return RunSession(spec, target, progress, cancel, options).run();
}

} // namespace pstudio
