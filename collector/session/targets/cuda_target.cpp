// SPDX-License-Identifier: Apache-2.0
// Compiles to PTX and launches through the driver, with clock readings around each launch.
#include "collector/session/targets/cuda_target.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "collector/cache/kernel_entry.h"
#include "collector/calibration/calibrate.h"
#include "collector/calibration/calibration_mode.h"
#include "collector/calibration/empty_waits.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/callbacks/callback_points.h"
#include "collector/codegen/nvidia/architecture.h"
#include "collector/codegen/to_nvidia/compile_kernel.h"
#include "collector/codegen/to_nvidia/compile_lifted.h"
#include "collector/runtime/cuda/clock_probe.h"
#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/driver.h"
#include "collector/runtime/cuda/driver_error.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "collector/session/targets/cuda_arguments.h"
#include "collector/session/targets/cuda_device.h"
#include "collector/session/compile/instrument_options.h"
#include "collector/session/targets/kernel_samples.h"
#include "collector/session/compile/known_facts.h"
#include "collector/session/launch/launch_memory.h"
#include "collector/session/targets/loaded_kernel.h"
#include "collector/streaming/mapped_records.h"
#include "collector/session/targets/plain_kernel.h"
#include "collector/session/launch/printed_output.h"
#include "collector/session/stages.h"
#include "core/base/number_text.h"
#include "core/trace/arg_names.h"

namespace pstudio {
namespace {

/// Time limit of the target's own small kernels and copies; after it the device counts as hung.
constexpr double kCudaCleanupSeconds = 30.0;
/// Function that gpu.printf and printf of device code call.
constexpr std::string_view kPrintFunction = "vprintf";
/// Function that assertions of device code call.
constexpr std::string_view kAssertFunction = "__assertfail";

/// A kernel as text and on the device.
struct CudaKernelCode final : KernelCode {
  std::string bytes() const override { return toBytes(PtxCode{instrumented, plain}); }

  nvidia::PtxKernel instrumented;
  nvidia::PtxKernel plain; ///< the same without instrumentation; empty if it is not instrumented
  std::optional<LoadedKernel> kernel;
  std::optional<CodeResources> plainResources;
  bool hasCalibrated = false;
  std::optional<RecordingCost> recordingCost;     ///< none if it could not be measured
  std::vector<calibration::EmptyWait> emptyWaits; ///< of the mode async; empty if not measured
};

/// A launch that was started.
struct CudaLaunch final : DeviceLaunch {
  CudaLaunch(CudaKernelCode &launched, const LaunchOrder &given) : code(launched), order(given) {}

  CudaKernelCode &code;
  const LaunchOrder order;
  cuda::Stream *queue = nullptr; ///< that the kernel is in
  std::unique_ptr<StreamDrainer> drainer;
  size_t beginMark = 0; ///< of queue
  size_t endMark = 0;
  uint32_t kernelNumber = 0; ///< as LaunchNumbers
  bool prints = false;
  Result<void> done; ///< after wait(), as drained
  Result<void> drained;
  Nanoseconds gpuTime;
  Nanoseconds timerTick{1};
  std::vector<record::ClockReading> readings;
};

class CudaTarget final : public RunTarget {
public:
  CudaTarget(const RunSpec &spec, CudaOptions options, std::shared_ptr<CudaDevice> device)
      : m_spec(spec), m_options(std::move(options)), m_device(std::move(device)) {}

  Result<void> open() override {
    // A name that nothing can be compiled for is rejected without a device.
    if (!m_options.architecture.empty()) {
      PSTUDIO_TRY_ASSIGN(m_architecture, nvidia::architectureNamed(m_options.architecture));
    }
    if (!m_device) {
      PSTUDIO_TRY_ASSIGN(
          m_device, openCudaDevice(m_options.library, m_options.activity, cpuModelUse(m_spec)));
    }
    const cuda::DeviceInfo &info = m_device->context.device();
    if (m_options.architecture.empty()) {
      PSTUDIO_TRY_ASSIGN(m_architecture, nvidia::architectureForDevice(info.major, info.minor));
    }
    return nvidia::checkRunsOn(m_architecture, info.major, info.minor);
  }

  DeviceLimits limits() const override {
    // The limit of a CTA excludes what the system reserves in each.
    const cuda::DeviceInfo &info = m_device->context.device();
    return {info.lanesPerWarp,
            info.maxSharedBytesPerCta,
            kNvidiaCounterBytesPerUnit,
            info.sharedBytesPerSm,
            {},
            true};
  }

  Result<std::shared_ptr<KernelCode>> compile(KernelModule &module, Stages &stages) override {
    PSTUDIO_TRY(stages.begin("lower"));
    auto code = std::make_shared<CudaKernelCode>();
    PSTUDIO_TRY_ASSIGN(code->instrumented, generate(module));
    if (m_spec.mode.enabled) {
      PSTUDIO_TRY_ASSIGN(code->plain, generatePlain(module));
    }
    PSTUDIO_TRY(stages.begin("compile"));
    PSTUDIO_TRY(load(*code, stages.progress()));
    return code;
  }

  Result<std::string> codeIdentity() const override {
    return m_architecture.name + " block " + extentsText(m_spec.block) + " math " +
           nvidia::mathLibraryIdentity();
  }

  Result<std::shared_ptr<KernelCode>> restore(std::string_view bytes,
                                              ProgressSink &progress) override {
    PSTUDIO_TRY_ASSIGN(PtxCode kept, ptxCodeFrom(bytes));
    auto code = std::make_shared<CudaKernelCode>();
    code->instrumented = std::move(kept.kernel);
    code->plain = std::move(kept.plain);
    PSTUDIO_TRY(load(*code, progress));
    return code;
  }

  Result<void> allocateArguments(BoundArguments &arguments) override {
    m_arguments.reset(); // whose memory the next ones may need
    PSTUDIO_TRY_ASSIGN(CudaArguments allocated,
                       CudaArguments::allocate(m_device->context, m_device->tensorMaps, arguments));
    m_arguments.emplace(std::move(allocated));
    m_bound = &arguments;
    return checkFacts(knownFacts(m_spec), arguments, m_arguments->words());
  }

  Result<void> setCallbackBuffer(std::span<std::byte> host) override {
    m_callbackBuffer.reset();
    m_callbackBytes = host;
    if (host.empty())
      return {};
    PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer memory,
                       cuda::DeviceBuffer::allocate(m_device->context, host.size(),
                                                    "the buffer of the callbacks"));
    m_callbackWords = {memory.address(), host.size()};
    m_callbackBuffer.emplace(std::move(memory));
    return {};
  }

  Result<void> allocateRecords(KernelCode &kernelCode, const RecordMemory &records,
                               ProgressSink &progress) override {
    auto &code = static_cast<CudaKernelCode &>(kernelCode);
    if (records != m_records) // memory cannot be given back while another launch runs
      PSTUDIO_TRY(allocate(records));
    if (records.bytes != 0 && !std::exchange(code.hasCalibrated, true))
      calibrate(code, records, progress);
    return {};
  }

  Result<std::unique_ptr<DeviceLaunch>> launch(KernelCode &kernelCode,
                                               const LaunchOrder &order) override {
    auto &code = static_cast<CudaKernelCode &>(kernelCode);
    auto launch = std::make_unique<CudaLaunch>(code, order);
    if (DeviceActivity *activity = m_device->activity.get(); activity && order.isRecorded)
      activity->beginRun();
    launch->timerTick = m_device->clocks->timerTick();
    PSTUDIO_TRY(upload(code, order));
    PSTUDIO_TRY_ASSIGN(launch->drainer, startDrainer(*launch));
    if (m_device->clocks->isIdle())
      m_device->forgetMarks();
    PSTUDIO_TRY(m_device->clocks->begin(m_device->stream));
    launch->prints = mayPrint(code);
    if (launch->prints)
      m_device->output.begin();
    if (Result<void> queued = queueKernel(*launch); !queued) {
      endOutput(*launch);
      m_device->clocks->end();
      return tl::unexpected<Error>(std::move(queued).error());
    }
    return launch;
  }

  void wait(DeviceLaunch &waited) override {
    auto &launch = static_cast<CudaLaunch &>(waited);
    // Another launch may have lost the device to all of them.
    launch.done =
        m_device->context.isLost()
            ? fail(ErrorCode::RunFailed, "running kernel " + m_spec.function +
                                             ": the GPU was given up because of another one")
            : launch.queue->wait({m_spec.timeLimitSeconds, launch.order.cancel});
    launch.drained = launch.drainer ? launch.drainer->finish() : Result<void>();
    launch.drainer.reset();
    m_device->clocks->end();
  }

  Result<LaunchReport> finish(DeviceLaunch &finished) override {
    auto &launch = static_cast<CudaLaunch &>(finished);
    LaunchReport report;
    if (!launch.done) {
      report.failure = std::move(launch.done).error(); // more specific than that of a drain log
      launch.queue->flushAfterFault();
      forwardOutput(launch, &*report.failure);
      salvageRecords(launch, report);
      return report;
    }
    if (!launch.drained)
      report.failure = std::move(launch.drained).error();
    if (launch.prints)
      PSTUDIO_TRY(launch.queue->flushPrinted());
    forwardOutput(launch, nullptr);
    PSTUDIO_TRY(m_device->clocks->finish(m_device->stream));
    PSTUDIO_TRY_ASSIGN(launch.gpuTime, launch.queue->between(launch.beginMark, launch.endMark));
    report.duration = microsecondsText(launch.gpuTime) + " on the GPU";
    takeClocks(launch, report);
    if (launch.order.isRecorded && m_profile)
      PSTUDIO_TRY(m_device->stream.copyToHost(launch.order.profile, *m_profile, 0));
    return report;
  }

  Result<void> fetchBuffers() override {
    PSTUDIO_TRY(m_arguments->fetch(m_device->stream));
    if (m_callbackBuffer)
      PSTUDIO_TRY(m_device->stream.copyToHost(m_callbackBytes, *m_callbackBuffer, 0));
    return {};
  }

  void noteRecorded(LaunchId launch) override {
    if (m_device->activity)
      m_device->activity->noteRecorded(launch);
  }

  void addActivity(TraceBuilder &trace, ProgressSink &progress) override {
    if (m_device->activity)
      m_device->activity->addTo(trace, progress, m_device->context);
  }

  Result<void> addSamples(KernelCode &kernelCode, const SampleSettings &samples,
                          const LaunchOrder &order, TraceBuilder &trace,
                          ProgressSink &progress) override {
    auto &kernel = static_cast<CudaKernelCode &>(kernelCode);
    if (m_device->activity)
      m_device->activity->stop(); // CUPTI serves one at a time
    const nvidia::PtxKernel &code = m_spec.mode.enabled ? kernel.plain : kernel.instrumented;
    cuda::LaunchShape shape = launchShape(kernel);
    shape.dynamicSharedBytes = code.launchSharedBytes + m_spec.dynamicSharedBytes;
    const auto launch = [&](const LoadedKernel &loaded) -> Result<void> {
      PSTUDIO_TRY(cuda::launch(m_device->stream, loaded.kernel(), shape, m_arguments->block()));
      return m_device->stream.wait({m_spec.timeLimitSeconds, order.cancel});
    };
    return sampleKernel({m_device->context, code, [&] { return upload(kernel, order); }, launch},
                        samples, trace, progress);
  }

  bool isLost() const override { return m_device && m_device->context.isLost(); }

  void describe(const DeviceLaunch &described, record::LaunchCapture &capture) const override {
    const auto &launch = static_cast<const CudaLaunch &>(described);
    const CudaKernelCode &code = launch.code;
    const cuda::DeviceInfo &info = m_device->context.device();
    capture.target = info.name;
    capture.timeBase = TimeBase::Measured;
    capture.clockReadings = launch.readings;
    capture.timerTick = launch.timerTick;
    capture.recordingCost = code.recordingCost;
    std::vector<record::LaunchFact> &facts = capture.facts;
    facts.push_back({"launch.gpuTimeNs", launch.gpuTime.value});
    if (extentProduct(m_spec.cluster) > 1)
      facts.push_back({"launch.cluster", extentsText(m_spec.cluster)});
    if (m_spec.launch.cooperative)
      facts.push_back({"launch.cooperative", int64_t{1}});
    if (m_spec.launch.programmatic)
      facts.push_back({"launch.programmatic", int64_t{1}});
    facts.push_back({"code.architecture", code.instrumented.architecture.name});
    facts.push_back({"device.computeCapability",
                     std::to_string(info.major) + "." + std::to_string(info.minor)});
    facts.push_back({"device.sms", int64_t{info.smCount}});
    facts.push_back({"device.driver", cuda::versionText(m_device->context.driver().version())});
    facts.push_back({"device.timerTickNs", launch.timerTick.value});
    addResourceFacts(facts, code.kernel->resources(), code.plainResources);
    addCtaFacts(code, facts);
    if (capture.operations.recordsAccesses())
      addMemory(code, capture.memory);
  }

private:
  void addMemory(const CudaKernelCode &code, record::LaunchMemory &memory) const {
    addArgumentBuffers(*m_bound, m_arguments->words(), memory.buffers);
    addTensorMaps(*m_bound, m_arguments->bufferAddresses(), memory);
    const auto &shared = code.instrumented.sharedBuffers;
    memory.buffers.insert(memory.buffers.end(), shared.begin(), shared.end());
    // With static shared memory the module has no array in dynamic shared memory (emit_ptx.h).
    if (m_spec.dynamicSharedBytes > 0 && code.instrumented.staticSharedBytes == 0)
      memory.buffers.push_back({.name = "dynamic shared memory",
                                .space = memory::AccessSpace::Shared,
                                .base = code.instrumented.launchSharedBytes,
                                .shape = {static_cast<int64_t>(m_spec.dynamicSharedBytes)}});
    memory.sharedBase = m_device->context.device().reservedSharedBytesPerCta;
  }

  /// Adds the SM resources of the kernel without its records, and the duration of empty waits.
  void addCtaFacts(const CudaKernelCode &code, std::vector<record::LaunchFact> &facts) const {
    addShareFacts(facts, code.plainResources.value_or(code.kernel->resources()),
                  m_spec.dynamicSharedBytes, m_device->context.device().maxSharedBytesPerCta);
    for (const calibration::EmptyWait &wait : code.emptyWaits)
      facts.push_back({calibration::emptyWaitName(wait.queue), std::llround(wait.cycles)});
  }

  /// True if the code may print. Its output is then captured: otherwise it would appear on the
  /// worker's standard output, after later output of the host.
  static bool mayPrint(const CudaKernelCode &code) {
    const std::string &text = code.instrumented.text;
    return text.find(kPrintFunction) != std::string::npos ||
           text.find(kAssertFunction) != std::string::npos;
  }

  Result<void> queueKernel(CudaLaunch &launch) {
    launch.queue = &m_device->queue(launch.order.queue);
    if (launch.queue != &m_device->stream) // the clocks are read before anything else runs
      PSTUDIO_TRY(m_device->stream.wait({kCudaCleanupSeconds, nullptr}));
    PSTUDIO_TRY_ASSIGN(launch.beginMark, launch.queue->mark());
    PSTUDIO_TRY(cuda::launch(*launch.queue, launch.code.kernel->kernel(), launchShape(launch.code),
                             launchArguments()));
    launch.kernelNumber = m_device->activity ? m_device->activity->lastLaunch() : 0;
    PSTUDIO_TRY_ASSIGN(launch.endMark, launch.queue->mark());
    return {};
  }

  KernelOutput::Text endOutput(CudaLaunch &launch) {
    return std::exchange(launch.prints, false) ? m_device->output.end() : KernelOutput::Text();
  }

  /// Prints the kernel's output, and adds the driver's messages to `failure`; null without one.
  void forwardOutput(CudaLaunch &launch, Error *failure) {
    const KernelOutput::Text text = endOutput(launch);
    if (!text.output.empty() && launch.order.print)
      launch.order.print(text.output);
    if (text.errors.empty())
      return;
    if (failure)
      failure->message += ": " + text.errors.substr(0, text.errors.find_last_not_of('\n') + 1);
    else
      std::fputs(text.errors.c_str(), stderr);
  }

  Result<void> allocate(const RecordMemory &records) {
    m_records = {};
    m_profile.reset();
    m_streamed.reset();
    if (records.stream) {
      PSTUDIO_TRY_ASSIGN(
          MappedRecords streamed,
          MappedRecords::allocate(m_device->context, records.bytes, *records.stream));
      m_streamed.emplace(std::move(streamed));
    } else if (records.bytes != 0) {
      PSTUDIO_TRY_ASSIGN(
          cuda::DeviceBuffer profile,
          cuda::DeviceBuffer::allocate(m_device->context, records.bytes, "the profile buffer"));
      m_profile.emplace(std::move(profile));
    }
    m_records = records;
    return {};
  }

  /// Loads the code into the device, and logs its resources.
  Result<void> load(CudaKernelCode &code, ProgressSink &progress) {
    PSTUDIO_TRY_ASSIGN(LoadedKernel kernel,
                       LoadedKernel::load(m_device->context, code.instrumented));
    if (m_spec.mode.enabled) {
      PSTUDIO_TRY_ASSIGN(const LoadedKernel plain,
                         LoadedKernel::load(m_device->context, code.plain));
      code.plainResources = plain.resources();
    }
    code.kernel.emplace(std::move(kernel));
    if (!code.kernel->log().empty())
      progress.log(code.kernel->log());
    progress.log(describeResources(m_spec.function, code.kernel->resources(), code.plainResources));
    return m_device->loadClocks();
  }

  Result<nvidia::PtxKernel> generate(KernelModule &module) const {
    nvidia::CompileOptions options;
    options.architecture = m_architecture;
    options.block = m_spec.block;
    if (const foreign::LiftedModule *lifted = module.lifted()) {
      PSTUDIO_TRY_ASSIGN(options.architecture,
                         nvidia::architectureOfPtx(*lifted, m_options.architecture));
      const cuda::DeviceInfo &info = m_device->context.device();
      PSTUDIO_TRY(nvidia::checkRunsOn(options.architecture, info.major, info.minor));
    }
    return nvidia::compileKernel(module, m_spec.function, options);
  }

  /// The kernel of `module`, which has been lowered, without instrumentation.
  Result<nvidia::PtxKernel> generatePlain(const KernelModule &module) const {
    if (module.lifted())
      return nvidia::originalOf(*module.lifted());
    PSTUDIO_TRY_ASSIGN(KernelModule plain, plainKernel(module, m_spec, limits()));
    return generate(plain);
  }

  /// Measures the cost of a record on this device with as many warps as a CTA of the kernel has. A
  /// failure is only a line in the log.
  void calibrate(CudaKernelCode &code, const RecordMemory &records, ProgressSink &progress) {
    const auto warps = static_cast<uint32_t>((extentProduct(m_spec.block) + 31) / 32);
    const InstrumentationMode mode = calibration::calibrationMode(m_spec.mode, records.isShared);
    measureEmptyWaits(code, mode, warps, progress);
    const auto cost = calibration::calibrate(m_device->context, m_architecture, mode, warps);
    if (!cost) {
      progress.log("what a record costs was not measured: " + cost.error().toString());
      return;
    }
    code.recordingCost = *cost;
    char text[96];
    std::snprintf(text, sizeof text, "a record costs %.1f cycles here (%.1f to %.1f)", cost->record,
                  cost->recordLow, cost->recordHigh);
    progress.log(text);
  }

  /// Measures the duration of waits that do not have to wait: the baseline for the other waits.
  void measureEmptyWaits(CudaKernelCode &code, const InstrumentationMode &mode, uint32_t warps,
                         ProgressSink &progress) {
    if (!m_spec.mode.has(InstrumentationMode::AutoMode::Async))
      return;
    auto waits = calibration::measureEmptyWaits(m_device->context, m_architecture, mode, warps);
    if (waits)
      code.emptyWaits = std::move(*waits);
    else
      progress.log("how long empty waits take was not measured: " + waits.error().toString());
  }

  /// Starts the drainer of a streamed launch. The drainer only reads and writes memory. While the
  /// kernel runs, the only driver calls are polls for its end.
  Result<std::unique_ptr<StreamDrainer>> startDrainer(const CudaLaunch &launch) {
    if (!m_streamed || !launch.order.drain)
      return nullptr;
    return launch.order.drain(m_streamed->blocks(), launch);
  }

  /// The kernel's own arguments and those of its instrumentation.
  cuda::ArgumentBlock launchArguments() const {
    cuda::ArgumentBlock block = m_arguments->block();
    std::vector<uint64_t> added;
    if (m_profile)
      added.push_back(m_profile->address());
    if (m_streamed)
      m_streamed->appendArguments(added);
    for (const uint64_t word : added)
      block.addWord(word);
    return block;
  }

  cuda::LaunchShape launchShape(const CudaKernelCode &code) const {
    return {m_spec.grid,
            m_spec.block,
            m_spec.cluster,
            code.instrumented.launchSharedBytes + m_spec.dynamicSharedBytes,
            m_spec.launch.cooperative,
            m_spec.launch.programmatic};
  }

  /// The buffers' initial values; the profile buffer is zeroed. Over when this returns, so that the
  /// launch's time limit is the kernel's alone.
  Result<void> upload(const CudaKernelCode &code, const LaunchOrder &order) {
    PSTUDIO_TRY(m_arguments->upload(m_device->stream));
    if (m_profile)
      PSTUDIO_TRY(m_device->stream.fill(*m_profile, std::byte{0}));
    if (m_streamed)
      m_streamed->clear();
    if (m_callbackBuffer)
      PSTUDIO_TRY(uploadCallbackBuffer(code));
    return m_device->stream.wait({0.0, order.cancel});
  }

  Result<void> uploadCallbackBuffer(const CudaKernelCode &code) {
    PSTUDIO_TRY(code.kernel->module().copyTo(std::string(callbacks::kBufferSymbol),
                                             std::as_bytes(std::span(m_callbackWords)),
                                             m_device->stream));
    return m_device->stream.copyToDevice(*m_callbackBuffer, 0, m_callbackBytes);
  }

  /// Reads the records of a launch that failed, if the device still allows it.
  void salvageRecords(CudaLaunch &launch, LaunchReport &report) {
    if (m_streamed)
      return keepDrained(launch, report);
    report.hasRecords =
        launch.order.isRecorded && m_profile &&
        m_device->drain.copyToHost(launch.order.profile, *m_profile, 0).has_value() &&
        takeInterruptedClocks(launch, report);
  }

  /// Drained records are on the host, even after a fault; then the clocks cannot be read.
  void keepDrained(CudaLaunch &launch, LaunchReport &report) {
    const std::optional<Nanoseconds> begin = m_streamed->firstBegin();
    report.hasRecords = begin.has_value();
    if (begin && !takeInterruptedClocks(launch, report))
      report.begin = *begin;
  }

  /// The readings around the launch, and from them its begin.
  void takeClocks(CudaLaunch &launch, LaunchReport &report) {
    const LaunchClocks &clocks = *m_device->clocks;
    launch.timerTick = clocks.timerTick();
    report.begin = clocks.beginTime();
    if (m_device->activity)
      m_device->activity->addLaunch(
          {clocks.numberBefore(), launch.kernelNumber, clocks.numberAfter()}, clocks.before(),
          clocks.after(), launch.timerTick);
    launch.readings = clocks.before();
    launch.readings.insert(launch.readings.end(), clocks.after().begin(), clocks.after().end());
  }

  /// The same after a launch that failed.
  bool takeInterruptedClocks(CudaLaunch &launch, LaunchReport &report) {
    if (!m_device->clocks->readInterrupted(m_device->drain))
      return false;
    takeClocks(launch, report);
    return true;
  }

  const RunSpec &m_spec;
  const CudaOptions m_options;
  std::shared_ptr<CudaDevice> m_device;
  nvidia::Architecture m_architecture;
  std::optional<CudaArguments> m_arguments;           ///< after allocateArguments()
  BoundArguments *m_bound = nullptr;                  ///< of m_arguments
  RecordMemory m_records;                             ///< what there is memory for
  std::optional<cuda::DeviceBuffer> m_profile;        ///< none if the kernel has no records
  std::optional<MappedRecords> m_streamed;            ///< in place of it, of a streamed kernel
  std::optional<cuda::DeviceBuffer> m_callbackBuffer; ///< none without callbacks
  std::span<std::byte> m_callbackBytes;               ///< its values on the host
  std::array<uint64_t, 2> m_callbackWords{};          ///< arguments of the code for this buffer
};

} // namespace

std::unique_ptr<RunTarget> makeCudaTarget(const RunSpec &spec, CudaOptions options,
                                          std::shared_ptr<CudaDevice> device) {
  return std::make_unique<CudaTarget>(spec, std::move(options), std::move(device));
}

TargetInfo describeCudaTarget(const std::string &library) {
  TargetInfo target;
  target.name = "cuda";
  target.description = "NVIDIA GPU";
  const auto reject = [&target](const Error &error) {
    target.reason = missingGpuReason(error, "NVIDIA");
    return target;
  };
  const auto driver = cuda::Driver::open(library);
  if (!driver)
    return reject(driver.error());
  const auto devices = (*driver)->devices();
  if (!devices)
    return reject(devices.error());
  const cuda::DeviceInfo &device = devices->front();
  target.description = device.name + ", " + std::to_string(device.smCount) + " SMs";
  const auto architecture = nvidia::architectureForDevice(device.major, device.minor);
  if (!architecture)
    return reject(architecture.error());
  target.description +=
      ", " + architecture->name + ", driver " + cuda::versionText((*driver)->version());
  const auto cupti = cupti::Library::open();
  target.offers = {cupti ? "CUPTI " + cupti::versionText((*cupti)->version())
                         : std::string("no CUPTI")};
  target.available = true;
  return target;
}

} // namespace pstudio
