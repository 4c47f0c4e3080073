// SPDX-License-Identifier: Apache-2.0
// Compile, launch, decode and check on the CPU target.
#include "collector/session/cpu_session.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <thread>

#include "collector/codegen/cpu/compile_kernel.h"
#include "collector/codegen/kernel_module.h"
#include "collector/runtime/cpu/launch.h"
#include "collector/session/argument_binding.h"
#include "collector/session/profile_buffer.h"
#include "core/record/launch_decoder.h"
#include "core/run/reference_check.h"

namespace pstudio {
namespace {

constexpr std::string_view kTargetLabel = "CPU model";
constexpr std::string_view kProducer = "Proton Studio 0.1.0";

/// ISO 8601 in UTC.
std::string currentDate() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

uint64_t product(const std::array<uint32_t, 3> &extents) {
  return uint64_t{extents[0]} * extents[1] * extents[2];
}

std::string milliseconds(std::chrono::steady_clock::duration duration) {
  const auto tenths = std::chrono::duration_cast<std::chrono::microseconds>(duration).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

/// One run, stage by stage. Each stage needs the ones above it.
class CpuSession {
public:
  CpuSession(const RunSpec &spec, ProgressSink &progress, const std::atomic<bool> &cancel)
      : m_spec(spec), m_progress(progress), m_cancel(cancel) {}

  Result<RunOutcome> run() {
    PSTUDIO_TRY(prepare());
    PSTUDIO_TRY(compile());
    beginTrace();
    for (uint32_t i = 0; i < m_spec.warmup + m_spec.repeat; ++i)
      PSTUDIO_TRY(launch(i));
    PSTUDIO_TRY(stage("check"));
    PSTUDIO_TRY_ASSIGN(std::vector<CheckOutcome> checks, check());
    return RunOutcome{std::move(m_trace).finish(), std::move(checks)};
  }

private:
  Result<void> stage(std::string_view name) {
    if (m_cancel.load(std::memory_order_relaxed))
      return fail(ErrorCode::Cancelled,
                  "the run was stopped before stage \"" + std::string(name) + "\"");
    m_progress.stage(name);
    return {};
  }

  /// Kernel file, arguments and checks: everything that can be wrong before anything is compiled.
  Result<void> prepare() {
    PSTUDIO_TRY(stage("parse"));
    for (const ResultCheck &resultCheck : m_spec.checks)
      PSTUDIO_TRY(validateCheck(m_spec, resultCheck));
    PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(m_spec.kernelFile));
    PSTUDIO_TRY_ASSIGN(m_signature, module.signature(m_spec.function));
    PSTUDIO_TRY_ASSIGN(BoundArguments arguments, BoundArguments::bind(m_spec, m_signature));
    m_module.emplace(std::move(module));
    m_arguments.emplace(std::move(arguments));
    return {};
  }

  Result<void> compile() {
    const auto begin = std::chrono::steady_clock::now();
    PSTUDIO_TRY(stage("instrument"));
    PSTUDIO_TRY_ASSIGN(m_kernel, m_module->instrument(m_spec.function, instrumentOptions()));
    PSTUDIO_TRY(stage("lower"));
    PSTUDIO_TRY_ASSIGN(cpu::LoweredKernel lowered, cpu::lowerKernel(*m_module, m_spec.function));
    PSTUDIO_TRY(stage("compile"));
    PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, std::move(lowered).compile());
    m_program.emplace(std::move(program));
    if (m_kernel.unitCount > 0) {
      PSTUDIO_TRY_ASSIGN(
          ProfileBuffer buffer,
          ProfileBuffer::make(product(m_spec.grid), m_kernel.unitCount, m_kernel.slotsPerUnit));
      m_profile.emplace(std::move(buffer));
    }
    m_progress.log("compiled " + m_spec.function + " in " +
                   milliseconds(std::chrono::steady_clock::now() - begin));
    return {};
  }

  InstrumentOptions instrumentOptions() const {
    const uint64_t used = m_signature.staticSharedBytes + m_spec.dynamicSharedBytes;
    InstrumentOptions options;
    options.mode = m_spec.mode;
    options.threadsPerCta = static_cast<uint32_t>(product(m_spec.block));
    options.lanesPerWarp = m_model.lanesPerWarp;
    options.sharedBytesFree = used < m_model.maxSharedBytes ? m_model.maxSharedBytes - used : 0;
    return options;
  }

  void beginTrace() {
    TraceInfo &info = m_trace.info();
    info.title = m_spec.function;
    info.producer = kProducer;
    info.date = currentDate();
  }

  cpu::LaunchRequest makeRequest() {
    cpu::LaunchRequest request;
    request.entry = m_program->entry();
    request.program = &m_program->map();
    request.kernel = m_spec.function;
    request.grid = m_spec.grid;
    request.block = m_spec.block;
    request.dynamicSharedBytes = m_spec.dynamicSharedBytes;
    request.model = m_model;
    request.startCycle = m_nextCycle;
    request.timeLimitSeconds = m_spec.timeLimitSeconds;
    request.cancel = &m_cancel;
    request.progress = [this](double done) { m_progress.fraction(done); };
    for (size_t i = 0; i < m_arguments->count(); ++i)
      request.arguments.push_back(makeArgument(i));
    if (m_profile) // the kernel's own accesses never go there, so it may touch 0 bytes of it
      request.arguments.push_back(
          {"the profile buffer", reinterpret_cast<uint64_t>(m_profile->bytes().data()), 0, {}, 1});
    return request;
  }

  cpu::KernelArgument makeArgument(size_t index) {
    cpu::KernelArgument argument;
    argument.name = m_arguments->name(index);
    if (HostBuffer *buffer = m_arguments->buffer(index)) {
      argument.word = reinterpret_cast<uint64_t>(buffer->bytes().data());
      argument.bytes = buffer->bytes().size();
      argument.shape.assign(buffer->shape().begin(), buffer->shape().end());
      argument.elementBytes = static_cast<uint32_t>(dtypeSize(buffer->dtype()).value);
    } else {
      argument.word = m_arguments->scalarBits(index);
    }
    return argument;
  }

  /// Launch `index` of warm-ups and recorded ones together.
  Result<void> launch(uint32_t index) {
    PSTUDIO_TRY(stage("launch"));
    if (index > 0)
      m_arguments->reset();
    if (m_profile)
      m_profile->clear();
    const bool isRecorded = index >= m_spec.warmup;
    if (index == m_spec.warmup) // 1 virtual cycle is 1 ns
      m_trace.info().origin = Nanoseconds(m_nextCycle);

    const auto begin = std::chrono::steady_clock::now();
    PSTUDIO_TRY_ASSIGN(const cpu::LaunchResult result, cpu::launch(makeRequest()));
    m_progress.fraction(1.0);
    m_progress.log(std::string(isRecorded ? "launch" : "warm-up launch") + " took " +
                   std::to_string(result.endCycle - m_nextCycle) + " virtual cycles, " +
                   milliseconds(std::chrono::steady_clock::now() - begin) + " on this machine");
    m_nextCycle = result.endCycle + m_model.launchGapCycles;
    if (isRecorded)
      return decode(index - m_spec.warmup);
    return {};
  }

  Result<void> decode(uint32_t index) {
    PSTUDIO_TRY(stage("decode"));
    if (!m_profile)
      return addEmptyLaunch();
    record::LaunchCapture capture;
    capture.blocks = m_profile->bytes();
    capture.operations = m_kernel.operations;
    capture.kernel = m_spec.function;
    capture.target = kTargetLabel;
    capture.timeBase = TimeBase::Model;
    capture.grid = m_spec.grid;
    capture.block = m_spec.block;
    capture.dynamicSharedBytes = m_spec.dynamicSharedBytes;
    capture.index = index;
    capture.facts = facts();
    return record::decodeLaunch(capture, m_trace);
  }

  /// What the numbers of the trace depend on.
  std::vector<record::LaunchFact> facts() const {
    return {{"mode", m_spec.mode.toString()},
            {"model.virtualSms", int64_t{m_model.smCount}},
            {"model.lanesPerWarp", int64_t{m_model.lanesPerWarp}},
            {"model.copyLatencyCycles", m_model.copyLatencyCycles},
            {"model.copyBytesPerCycle", m_model.copyBytesPerCycle}};
  }

  /// A launch without instrumentation leaves nothing to decode, but it did happen.
  Result<void> addEmptyLaunch() {
    Launch launch;
    launch.kernel = m_trace.intern(m_spec.function);
    launch.target = m_trace.intern(kTargetLabel);
    launch.grid = m_spec.grid;
    launch.block = m_spec.block;
    launch.dynamicSharedBytes = m_spec.dynamicSharedBytes;
    launch.timeBase = TimeBase::Model;
    m_trace.addLaunch(launch);
    m_trace.addNote(Note::Severity::Info, "run.no-records",
                    m_spec.mode.enabled ? "The kernel has no scopes or events to record."
                                        : "The kernel ran without instrumentation.");
    return {};
  }

  Result<std::vector<CheckOutcome>> check() {
    std::vector<CheckOutcome> outcomes;
    for (const ResultCheck &resultCheck : m_spec.checks) {
      const HostBuffer *output = m_arguments->findBuffer(resultCheck.output);
      if (!output)
        return fail(ErrorCode::InvalidInput,
                    "there is no buffer " + resultCheck.output + " to check",
                    m_spec.path.string() + ": checks");
      PSTUDIO_TRY_ASSIGN(const CheckReport report, runCheck(m_spec, resultCheck, *output));
      m_progress.log(report.describe(resultCheck.output));
      if (!report.passed())
        return fail(ErrorCode::WrongResult, "wrong result: " + report.describe(resultCheck.output));
      outcomes.push_back({resultCheck.output, report.maxError, report.allowed});
    }
    return outcomes;
  }

  const RunSpec &m_spec;
  ProgressSink &m_progress;
  const std::atomic<bool> &m_cancel;
  cpu::ModelParameters m_model;
  std::optional<KernelModule> m_module;
  KernelSignature m_signature;
  std::optional<BoundArguments> m_arguments;
  InstrumentedKernel m_kernel;
  std::optional<cpu::CpuProgram> m_program;
  std::optional<ProfileBuffer> m_profile; ///< none if the kernel has no records
  int64_t m_nextCycle = 0;                ///< the virtual SMs' clocks at the next launch
  TraceBuilder m_trace;
};

} // namespace

Result<RunOutcome> runOnCpu(const RunSpec &spec, ProgressSink &progress,
                            const std::atomic<bool> &cancel) {
  return CpuSession(spec, progress, cancel).run();
}

TargetInfo describeCpuTarget() {
  const cpu::ModelParameters model;
  const uint32_t workers =
      std::min(model.smCount, std::max(1u, std::thread::hardware_concurrency()));
  TargetInfo target;
  target.name = "cpu";
  target.description = std::string(kTargetLabel) + ": " + std::to_string(model.smCount) +
                       " virtual SMs at 1 GHz, " + std::to_string(workers) + " host " +
                       (workers == 1 ? "thread" : "threads");
  target.available = true;
  return target;
}

} // namespace pstudio
