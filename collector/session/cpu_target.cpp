// SPDX-License-Identifier: Apache-2.0
// Compiles for the host and launches on virtual SMs.
#include "collector/session/cpu_target.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>

#include "collector/cache/kernel_entry.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/callbacks/callback_points.h"
#include "collector/codegen/cpu/compile_ir.h"
#include "collector/codegen/cpu/compile_kernel.h"
#include "collector/codegen/cpu/cost_table.h"
#include "collector/runtime/cpu/access_trace.h"
#include "collector/runtime/cpu/launch.h"
#include "collector/session/launch_memory.h"
#include "collector/session/profile_buffer.h"
#include "core/trace/arg_names.h"

namespace pstudio {
namespace {

constexpr std::string_view kTargetLabel = "CPU model";

/// A kernel that touches all of its records' memory must not bring the host down [bytes].
constexpr uint64_t kMaxProfileBytes = uint64_t{1} << 36;

class CpuKernelCode final : public KernelCode {
public:
  explicit CpuKernelCode(cpu::CpuProgram made) : program(std::move(made)) {}
  cpu::CpuProgram program;
};

class CpuTarget final : public RunTarget {
public:
  CpuTarget(const RunSpec &spec, std::shared_ptr<VirtualDevice> device)
      : m_spec(spec), m_device(std::move(device)) {}

  Result<void> open() override { return checkCpuSpec(m_spec); }

  DeviceLimits limits() const override {
    return {m_model.lanesPerWarp, m_model.maxSharedBytes, 0, 0};
  }

  Result<void> lower(KernelModule &module) override {
    PSTUDIO_TRY_ASSIGN(cpu::LoweredKernel lowered, cpu::lowerKernel(module, m_spec.function));
    m_lowered.emplace(std::move(lowered));
    return {};
  }

  Result<void> compile(ProgressSink &) override {
    PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, std::move(*m_lowered).compile());
    m_lowered.reset();
    m_code = std::make_shared<CpuKernelCode>(std::move(program));
    return {};
  }

  Result<std::string> codeIdentity() const override { return cpu::hostIdentity(); }

  std::string code() const override {
    return toBytes(CpuCode{m_code->program.object(), m_code->program.map()});
  }

  Result<void> restore(std::string_view code, ProgressSink &) override {
    PSTUDIO_TRY_ASSIGN(CpuCode kept, cpuCodeFrom(code));
    PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, cpu::loadObject(kept.object, std::move(kept.map)));
    m_code = std::make_shared<CpuKernelCode>(std::move(program));
    return {};
  }

  std::shared_ptr<KernelCode> kernelCode() const override { return m_code; }
  void use(std::shared_ptr<KernelCode> code) override {
    m_code = std::static_pointer_cast<CpuKernelCode>(std::move(code));
  }

  Result<void> allocateArguments(BoundArguments &arguments) override {
    m_arguments = &arguments; // the kernel works in host memory
    m_hasLaunched = false;
    return {};
  }

  Result<void> setCallbackBuffer(std::span<std::byte> host) override {
    m_callbackBuffer = host;
    return {};
  }

  Result<void> allocateRecords(const RecordMemory &records, ProgressSink &progress) override {
    if (m_spec.launch.cooperative)
      progress.log("cooperative is an ordinary launch on the CPU target: CTAs that wait for each "
                   "other may wait until the time limit");
    if (m_spec.launch.programmatic)
      progress.log("programmatic is an ordinary launch on the CPU target: one after the other");
    if (records.bytes > kMaxProfileBytes)
      return tl::unexpected<Error>(noProfileMemory(records.bytes));
    return {};
  }

  Result<LaunchReport> launch(const LaunchOrder &order) override {
    if (m_hasLaunched) {
      m_arguments->reset();
      std::ranges::fill(order.profile, std::byte{0});
    }
    m_hasLaunched = true;
    PSTUDIO_TRY(tellCallbacks());
    LaunchReport report;
    report.begin = Nanoseconds(m_device->nextCycle); // 1 virtual cycle is 1 ns
    std::unique_ptr<StreamDrainer> drainer;
    if (order.drain) {
      PSTUDIO_TRY_ASSIGN(drainer, order.drain(order.profile));
    }
    Result<cpu::LaunchResult> result = cpu::launch(makeRequest(order));
    if (Result<void> drained = drainer ? drainer->finish() : Result<void>(); !drained)
      report.failure = std::move(drained).error();
    if (!result) {
      // A launch that was refused leaves an untouched buffer, which holds no record.
      report.failure = std::move(result).error(); // says more than a drain log that failed, too
      return report;
    }
    report.duration = std::to_string(result->endCycle - m_device->nextCycle) + " virtual cycles";
    m_device->nextCycle = result->endCycle + m_model.launchGapCycles;
    return report;
  }

  Result<void> fetchBuffers() override { return {}; }

  void describe(record::LaunchCapture &capture) const override {
    capture.target = kTargetLabel;
    capture.timeBase = TimeBase::Model;
    const record::LaunchFact facts[] = {{"model.virtualSms", int64_t{m_model.smCount}},
                                        {"model.lanesPerWarp", int64_t{m_model.lanesPerWarp}},
                                        {"model.copyLatencyCycles", m_model.copyLatencyCycles},
                                        {"model.copyBytesPerCycle", m_model.copyBytesPerCycle}};
    capture.facts.insert(capture.facts.end(), std::begin(facts), std::end(facts));
    addCtaFacts(capture.facts);
    if (capture.operations.recordsAccesses())
      addMemory(capture.memory);
  }

private:
  void addMemory(record::LaunchMemory &memory) const {
    std::vector<uint64_t> words;
    for (size_t i = 0; i < m_arguments->count(); ++i)
      words.push_back(makeArgument(i).word);
    addArgumentBuffers(*m_arguments, words, memory.buffers);
    for (memory::Buffer &shared :
         cpu::sharedBuffersOf(m_code->program.map(), m_spec.dynamicSharedBytes))
      memory.buffers.push_back(std::move(shared));
  }

  /// What the kernel takes of an SM, and what the model charges for a wait that waits for nothing.
  void addCtaFacts(std::vector<record::LaunchFact> &facts) const {
    using analysis::AsyncQueue;
    const auto add = [&](std::string_view key, uint64_t value) {
      facts.push_back({std::string(key), static_cast<int64_t>(value)});
    };
    const auto wait = [&](AsyncQueue queue, cpu::CostClass cost) {
      add(calibration::emptyWaitName(queue), cpu::costOf(cost).cycles);
    };
    add(kSharedMemoryArg, m_code->program.map().staticSharedBytes + m_spec.dynamicSharedBytes);
    add(kSharedLimitArg, m_model.maxSharedBytes);
    wait(AsyncQueue::CopyGroup, cpu::CostClass::CopyControl);
    wait(AsyncQueue::NamedBarrier, cpu::CostClass::Barrier);
  }

  /// Where their buffer is: the kernel works in host memory.
  Result<void> tellCallbacks() const {
    if (m_callbackBuffer.empty())
      return {};
    PSTUDIO_TRY_ASSIGN(void *const global, m_code->program.addressOf(callbacks::kBufferSymbol));
    const uint64_t words[] = {reinterpret_cast<uint64_t>(m_callbackBuffer.data()),
                              m_callbackBuffer.size()};
    std::memcpy(global, words, sizeof words);
    return {};
  }

  cpu::LaunchRequest makeRequest(const LaunchOrder &order) {
    cpu::LaunchRequest request;
    request.entry = m_code->program.entry();
    request.program = &m_code->program.map();
    request.kernel = m_spec.function;
    request.grid = m_spec.grid;
    request.block = m_spec.block;
    request.dynamicSharedBytes = m_spec.dynamicSharedBytes;
    request.model = m_model;
    request.startCycle = m_device->nextCycle;
    request.timeLimitSeconds = m_spec.timeLimitSeconds;
    request.cancel = order.cancel;
    request.progress = order.progress;
    request.print = order.print;
    for (size_t i = 0; i < m_arguments->count(); ++i)
      request.arguments.push_back(makeArgument(i));
    if (!order.profile.empty()) // the kernel's own accesses never go there: it may touch 0 bytes
      request.arguments.push_back(
          {"the profile buffer", reinterpret_cast<uint64_t>(order.profile.data()), 0, {}, 1});
    return request;
  }

  cpu::KernelArgument makeArgument(size_t index) const {
    cpu::KernelArgument argument;
    argument.name = m_arguments->name(index);
    if (HostBuffer *buffer = m_arguments->buffer(index)) {
      argument.word = reinterpret_cast<uint64_t>(buffer->bytes().data());
      argument.bytes = buffer->bytes().size();
      argument.shape.assign(buffer->shape().begin(), buffer->shape().end());
      argument.elementBytes = static_cast<uint32_t>(dtypeSize(buffer->dtype()).value);
    } else {
      argument.word = m_arguments->scalarBits(index);
      argument.bytes = m_arguments->reachableBytes(index);
    }
    return argument;
  }

  const RunSpec &m_spec;
  const std::shared_ptr<VirtualDevice> m_device;
  const cpu::ModelParameters m_model;
  std::optional<cpu::LoweredKernel> m_lowered; ///< between lower() and compile()
  std::shared_ptr<CpuKernelCode> m_code;
  BoundArguments *m_arguments = nullptr;
  std::span<std::byte> m_callbackBuffer;
  bool m_hasLaunched = false;
};

} // namespace

Result<void> checkCpuSpec(const RunSpec &spec) {
  if (extentProduct(spec.cluster) > 1)
    return fail(ErrorCode::Unsupported, "the CPU target has no clusters of CTAs",
                spec.path.string() + ": cluster", "remove it, or choose a GPU as target");
  for (size_t i = 0; i < spec.arguments.size(); ++i)
    if (std::holds_alternative<TensorMapArgument>(spec.arguments[i].value))
      return fail(ErrorCode::Unsupported,
                  "the CPU target has no tensor maps, and " + spec.arguments[i].name + " is one",
                  spec.path.string() + ": arguments[" + std::to_string(i) + "].tensor_map",
                  "choose a GPU of compute capability 9.0 or newer as target");
  return {};
}

std::unique_ptr<RunTarget> makeCpuTarget(const RunSpec &spec,
                                         std::shared_ptr<VirtualDevice> device) {
  return std::make_unique<CpuTarget>(spec, device ? std::move(device)
                                                  : std::make_shared<VirtualDevice>());
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
