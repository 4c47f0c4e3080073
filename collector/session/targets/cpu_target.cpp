// SPDX-License-Identifier: Apache-2.0
// Compiles for the host and launches on virtual SMs.
#include "collector/session/targets/cpu_target.h"

#include <algorithm>
#include <cstring>
#include <thread>

#include "collector/cache/kernel_entry.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/callbacks/callback_points.h"
#include "collector/codegen/cpu/compile_ir.h"
#include "collector/codegen/to_cpu/compile_kernel.h"
#include "collector/codegen/cpu/cost_table.h"
#include "collector/runtime/cpu/access_trace.h"
#include "collector/runtime/cpu/launch.h"
#include "collector/session/launch/launch_memory.h"
#include "collector/session/launch/profile_buffer.h"
#include "collector/session/stages.h"
#include "core/trace/arg_names.h"

namespace pstudio {
namespace {

constexpr std::string_view kTargetLabel = "CPU model";

/// A kernel that touches all of its records' memory must not bring the host down [bytes].
constexpr uint64_t kMaxProfileBytes = uint64_t{1} << 36;

class CpuKernelCode final : public KernelCode {
public:
  explicit CpuKernelCode(cpu::CpuProgram made) : program(std::move(made)) {}
  std::string bytes() const override { return toBytes(CpuCode{program.object(), program.map()}); }
  cpu::CpuProgram program;
};

/// Complete when it is made.
struct CpuLaunch final : DeviceLaunch {
  explicit CpuLaunch(const CpuKernelCode &launched) : code(launched) {}
  const CpuKernelCode &code;
  LaunchReport report;
};

class CpuTarget final : public RunTarget {
public:
  CpuTarget(const RunSpec &spec, std::shared_ptr<VirtualDevice> device)
      : m_spec(spec), m_device(std::move(device)) {}

  Result<void> open() override { return checkCpuSpec(m_spec); }

  DeviceLimits limits() const override {
    return {m_model.lanesPerWarp, m_model.maxSharedBytes, 0, 0};
  }

  Result<std::shared_ptr<KernelCode>> compile(KernelModule &module, Stages &stages) override {
    PSTUDIO_TRY(stages.begin("lower"));
    PSTUDIO_TRY_ASSIGN(cpu::LoweredKernel lowered, cpu::lowerKernel(module, m_spec.function));
    PSTUDIO_TRY(stages.begin("compile"));
    PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, std::move(lowered).compile());
    return std::make_shared<CpuKernelCode>(std::move(program));
  }

  Result<std::string> codeIdentity() const override { return cpu::hostIdentity(); }

  Result<std::shared_ptr<KernelCode>> restore(std::string_view bytes, ProgressSink &) override {
    PSTUDIO_TRY_ASSIGN(CpuCode kept, cpuCodeFrom(bytes));
    PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, cpu::loadObject(kept.object, std::move(kept.map)));
    return std::make_shared<CpuKernelCode>(std::move(program));
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

  Result<void> allocateRecords(KernelCode &, const RecordMemory &records,
                               ProgressSink &progress) override {
    if (m_spec.launch.cooperative)
      progress.log("cooperative is an ordinary launch on the CPU target: CTAs that wait for each "
                   "other may wait until the time limit");
    if (m_spec.launch.programmatic)
      progress.log("programmatic is an ordinary launch on the CPU target: one after the other");
    if (records.bytes > kMaxProfileBytes)
      return tl::unexpected<Error>(noProfileMemory(records.bytes));
    return {};
  }

  Result<std::unique_ptr<DeviceLaunch>> launch(KernelCode &kernelCode,
                                               const LaunchOrder &order) override {
    const auto &code = static_cast<const CpuKernelCode &>(kernelCode);
    auto launch = std::make_unique<CpuLaunch>(code);
    if (m_hasLaunched) {
      m_arguments->reset();
      std::ranges::fill(order.profile, std::byte{0});
    }
    m_hasLaunched = true;
    PSTUDIO_TRY(storeCallbackBuffer(code));
    LaunchReport &report = launch->report;
    report.begin = Nanoseconds(m_device->nextCycle); // 1 virtual cycle is 1 ns
    std::unique_ptr<StreamDrainer> drainer;
    if (order.drain) {
      PSTUDIO_TRY_ASSIGN(drainer, order.drain(order.profile, *launch));
    }
    Result<cpu::LaunchResult> result = cpu::launch(makeRequest(code, order));
    if (Result<void> drained = drainer ? drainer->finish() : Result<void>(); !drained)
      report.failure = std::move(drained).error();
    if (!result) {
      // A launch that was rejected leaves an untouched buffer, which contains no record.
      report.failure = std::move(result).error(); // more specific than that of a drain log
      return launch;
    }
    report.duration = std::to_string(result->endCycle - m_device->nextCycle) + " virtual cycles";
    m_device->nextCycle = result->endCycle + m_model.launchGapCycles;
    return launch;
  }

  void wait(DeviceLaunch &) override {}
  Result<LaunchReport> finish(DeviceLaunch &launch) override {
    return static_cast<CpuLaunch &>(launch).report;
  }

  Result<void> fetchBuffers() override { return {}; }

  void describe(const DeviceLaunch &launch, record::LaunchCapture &capture) const override {
    const CpuKernelCode &code = static_cast<const CpuLaunch &>(launch).code;
    capture.target = kTargetLabel;
    capture.timeBase = TimeBase::Model;
    const record::LaunchFact facts[] = {{"model.virtualSms", int64_t{m_model.smCount}},
                                        {"model.lanesPerWarp", int64_t{m_model.lanesPerWarp}},
                                        {"model.copyLatencyCycles", m_model.copyLatencyCycles},
                                        {"model.copyBytesPerCycle", m_model.copyBytesPerCycle}};
    capture.facts.insert(capture.facts.end(), std::begin(facts), std::end(facts));
    addCtaFacts(code, capture.facts);
    if (capture.operations.recordsAccesses())
      addMemory(code, capture.memory);
  }

private:
  void addMemory(const CpuKernelCode &code, record::LaunchMemory &memory) const {
    std::vector<uint64_t> words;
    for (size_t i = 0; i < m_arguments->count(); ++i)
      words.push_back(makeArgument(i).word);
    addArgumentBuffers(*m_arguments, words, memory.buffers);
    for (memory::Buffer &shared :
         cpu::sharedBuffersOf(code.program.map(), m_spec.dynamicSharedBytes))
      memory.buffers.push_back(std::move(shared));
  }

  /// Adds the shared memory of the kernel and its limit, and the model's cost of a wait that does
  /// not have to wait.
  void addCtaFacts(const CpuKernelCode &code, std::vector<record::LaunchFact> &facts) const {
    using analysis::AsyncQueue;
    const auto add = [&](std::string_view key, uint64_t value) {
      facts.push_back({std::string(key), static_cast<int64_t>(value)});
    };
    const auto wait = [&](AsyncQueue queue, cpu::CostClass cost) {
      add(calibration::emptyWaitName(queue), cpu::costOf(cost).cycles);
    };
    add(kSharedMemoryArg, code.program.map().staticSharedBytes + m_spec.dynamicSharedBytes);
    add(kSharedLimitArg, m_model.maxSharedBytes);
    wait(AsyncQueue::CopyGroup, cpu::CostClass::CopyControl);
    wait(AsyncQueue::NamedBarrier, cpu::CostClass::Barrier);
  }

  /// Stores the address of the callbacks' buffer, which is host memory, in the code.
  Result<void> storeCallbackBuffer(const CpuKernelCode &code) const {
    if (m_callbackBuffer.empty())
      return {};
    PSTUDIO_TRY_ASSIGN(void *const global, code.program.addressOf(callbacks::kBufferSymbol));
    const uint64_t words[] = {reinterpret_cast<uint64_t>(m_callbackBuffer.data()),
                              m_callbackBuffer.size()};
    std::memcpy(global, words, sizeof words);
    return {};
  }

  cpu::LaunchRequest makeRequest(const CpuKernelCode &code, const LaunchOrder &order) {
    cpu::LaunchRequest request;
    request.entry = code.program.entry();
    request.program = &code.program.map();
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
