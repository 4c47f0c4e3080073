// SPDX-License-Identifier: Apache-2.0
// Compiles to code objects and launches through HIP. Times come from the clocks that each CTA
// reads itself.
#include "collector/session/targets/hip_target.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "collector/cache/kernel_entry.h"
#include "collector/runtime/hip/hip_error.h"
#include "collector/session/targets/amd_support.h"
#include "collector/session/targets/gpu_arguments.h"
#include "collector/session/targets/hip_device.h"
#include "collector/session/compile/instrument_options.h"
#include "collector/session/compile/known_facts.h"
#include "collector/session/launch/launch_memory.h"
#include "collector/session/targets/plain_kernel.h"
#include "collector/session/targets/resource_facts.h"
#include "collector/session/stages.h"
#include "core/base/number_text.h"
#include "core/record/block_reader.h"

namespace pstudio {
namespace {

/// Time limit of the target's own copies; after it the device counts as hung.
constexpr double kHipCleanupSeconds = 30.0;

/// "gfx942" of "gfx942:sramecc+:xnack-".
std::string chipOf(const std::string &architecture) {
  return architecture.substr(0, architecture.find(':'));
}

/// Rate of a clock with a step of 1 ns [kHz].
constexpr uint32_t kKhzOfNanoseconds = 1'000'000;

/// Period of a clock of the rate `khz`, rounded to the nearest [ns]; 0 if the device reports no
/// rate.
uint32_t referencePeriodNs(uint32_t khz) {
  return khz == 0 ? 0 : (kKhzOfNanoseconds + khz / 2) / khz;
}

CodeResources resourcesOf(const hip::KernelLayout &layout) {
  return {layout.vectorRegisters, layout.scratchBytes, layout.ldsBytes};
}

/// A kernel as code and on the device.
struct HipKernelCode final : KernelCode {
  std::string bytes() const override { return toBytes(code); }

  HsaCode code;
  std::optional<hip::Kernel> kernel;
  std::optional<CodeResources> plainResources; ///< of the same without instrumentation
};

/// A launch that was started.
struct HipLaunch final : DeviceLaunch {
  HipLaunch(const HipKernelCode &launched, const LaunchOrder &given)
      : code(launched), order(given) {}

  const HipKernelCode &code;
  const LaunchOrder order;
  size_t beginMark = 0;
  size_t endMark = 0;
  Result<void> done; ///< after wait()
  Nanoseconds gpuTime;
};

class HipTarget final : public RunTarget {
public:
  HipTarget(const RunSpec &spec, HipOptions options, std::unique_ptr<HipCompiler> compiler,
            std::shared_ptr<HipDevice> device)
      : m_spec(spec), m_options(std::move(options)), m_compiler(std::move(compiler)),
        m_device(std::move(device)) {}

  Result<void> open() override {
    PSTUDIO_TRY(checkAmdSpec(m_spec));
    // A name that nothing can be compiled for is rejected without a device.
    m_chip.architecture = chipOf(m_options.architecture);
    if (!m_chip.architecture.empty())
      PSTUDIO_TRY(m_compiler->identity(m_chip));
    if (!m_device) {
      PSTUDIO_TRY_ASSIGN(m_device,
                         openHipDevice(m_options.library, m_options.activity, cpuModelUse(m_spec)));
    }
    const hip::DeviceInfo &info = m_device->device.info();
    const std::string chip = chipOf(info.architecture);
    if (!m_chip.architecture.empty() && m_chip.architecture != chip)
      return fail(ErrorCode::Unsupported,
                  "code for " + m_chip.architecture + " does not run on " + info.name +
                      ", which is " + chip,
                  {}, "leave the architecture out, or write hip:" + chip);
    m_chip = {chip, referencePeriodNs(info.referenceClockKhz)};
    PSTUDIO_TRY(m_compiler->identity(m_chip));
    return {};
  }

  DeviceLimits limits() const override {
    const hip::DeviceInfo &info = m_device->device.info();
    return {info.lanesPerWarp, info.maxSharedBytesPerCta, m_compiler->counterBytesPerWave(),
            info.sharedBytesPerSm, m_chip.architecture, true};
  }

  Result<std::shared_ptr<KernelCode>> compile(KernelModule &module, Stages &stages) override {
    PSTUDIO_TRY(stages.begin("lower"));
    PSTUDIO_TRY(checkAmdSpec(m_spec)); // the mode of a live kernel changes after open()
    auto made = std::make_shared<HipKernelCode>();
    HsaCode &code = made->code;
    PSTUDIO_TRY_ASSIGN(HipCode compiled, m_compiler->compile(module, m_spec, m_chip));
    code.entry = std::move(compiled.entry);
    code.codeObject = std::move(compiled.codeObject);
    if (m_spec.mode.enabled) {
      PSTUDIO_TRY_ASSIGN(KernelModule plain, plainKernel(module, m_spec, limits()));
      PSTUDIO_TRY_ASSIGN(compiled, m_compiler->compile(plain, m_spec, m_chip));
      code.plainCodeObject = std::move(compiled.codeObject);
    }
    PSTUDIO_TRY(stages.begin("compile"));
    PSTUDIO_TRY(load(*made, stages.progress()));
    return made;
  }

  Result<std::string> codeIdentity() const override {
    PSTUDIO_TRY_ASSIGN(const std::string compiler, m_compiler->identity(m_chip));
    return compiler + " block " + extentsText(m_spec.block);
  }

  Result<std::shared_ptr<KernelCode>> restore(std::string_view bytes,
                                              ProgressSink &progress) override {
    auto made = std::make_shared<HipKernelCode>();
    PSTUDIO_TRY_ASSIGN(made->code, hsaCodeFrom(bytes));
    PSTUDIO_TRY(load(*made, progress));
    return made;
  }

  Result<void> allocateArguments(BoundArguments &arguments) override {
    m_arguments.reset(); // whose memory the next ones may need
    for (size_t i = 0; i < arguments.count(); ++i)
      if (arguments.tensorMap(i))
        return fail(ErrorCode::Unsupported,
                    "argument " + arguments.name(i) + ": AMD GPUs have no tensor maps");
    PSTUDIO_TRY_ASSIGN(GpuArguments allocated, GpuArguments::allocate(m_device->device, arguments));
    m_arguments.emplace(std::move(allocated));
    m_bound = &arguments;
    return checkFacts(knownFacts(m_spec), arguments, m_arguments->words());
  }

  Result<void> allocateRecords(KernelCode &, const RecordMemory &records, ProgressSink &) override {
    m_profile.reset();
    if (records.bytes == 0)
      return {};
    PSTUDIO_TRY_ASSIGN(
        hip::DeviceBuffer profile,
        hip::DeviceBuffer::allocate(m_device->device, records.bytes, "the profile buffer"));
    m_profile.emplace(std::move(profile));
    return {};
  }

  Result<std::unique_ptr<DeviceLaunch>> launch(KernelCode &code,
                                               const LaunchOrder &order) override {
    auto launch = std::make_unique<HipLaunch>(static_cast<const HipKernelCode &>(code), order);
    if (m_device->activity && order.isRecorded)
      m_device->activity->beginRun();
    PSTUDIO_TRY(upload(order));
    PSTUDIO_TRY(queueKernel(*launch));
    return launch;
  }

  void wait(DeviceLaunch &waited) override {
    auto &launch = static_cast<HipLaunch &>(waited);
    launch.done = m_device->stream.wait({m_spec.timeLimitSeconds, launch.order.cancel});
  }

  Result<LaunchReport> finish(DeviceLaunch &finished) override {
    auto &launch = static_cast<HipLaunch &>(finished);
    LaunchReport report;
    if (!launch.done) {
      report.failure = std::move(launch.done).error();
      report.hasRecords = readRecords(m_device->drain, launch.order, report).value_or(false);
      return report;
    }
    PSTUDIO_TRY_ASSIGN(launch.gpuTime, m_device->stream.between(launch.beginMark, launch.endMark));
    report.duration = microsecondsText(launch.gpuTime) + " on the GPU";
    PSTUDIO_TRY(readRecords(m_device->stream, launch.order, report));
    return report;
  }

  void noteRecorded(LaunchId launch) override {
    if (m_device->activity)
      m_device->activity->noteRecorded(launch);
  }

  void addActivity(TraceBuilder &trace, ProgressSink &progress) override {
    if (m_device->activity)
      m_device->activity->addTo(trace, progress, m_device->device.info().name,
                                m_compiler->timerTick(m_chip), isLost());
  }

  Result<void> addSamples(KernelCode &, const SampleSettings &, const LaunchOrder &,
                          TraceBuilder &trace, ProgressSink &) override {
    trace.addNote(
        NoteCode::SamplesOff,
        {"PC samples and hardware counters of AMD GPUs are not supported; rocprofv3 "
         "records them (--pmc NAME, --pc-sampling-beta-enabled) around the same command"});
    return {};
  }

  Result<void> fetchBuffers() override { return m_arguments->fetch(m_device->stream); }

  bool isLost() const override { return m_device && m_device->device.isLost(); }

  void describe(const DeviceLaunch &described, record::LaunchCapture &capture) const override {
    const auto &launch = static_cast<const HipLaunch &>(described);
    const HipKernelCode &code = launch.code;
    const hip::DeviceInfo &info = m_device->device.info();
    capture.target = info.name;
    capture.timeBase = TimeBase::Measured;
    capture.lanesPerWarp = info.lanesPerWarp;
    capture.timerTick = m_compiler->timerTick(m_chip);
    if (m_compiler->countsTimerTicks(m_chip))
      capture.cyclePeriod = capture.timerTick;
    std::vector<record::LaunchFact> &facts = capture.facts;
    facts.push_back({"launch.gpuTimeNs", launch.gpuTime.value});
    facts.push_back({"code.architecture", m_chip.architecture});
    facts.push_back({"device.architecture", info.architecture});
    facts.push_back({"device.cus", int64_t{info.smCount}});
    facts.push_back({"device.hip", hip::versionText(m_device->device.library().version())});
    facts.push_back({"device.timerTickNs", capture.timerTick.value});
    if (info.referenceClockKhz != 0)
      facts.push_back({"device.referenceClockKhz", int64_t{info.referenceClockKhz}});
    const hip::KernelLayout &layout = code.kernel->layout();
    addResourceFacts(facts, resourcesOf(layout), code.plainResources);
    addShareFacts(facts, code.plainResources.value_or(resourcesOf(layout)),
                  m_spec.dynamicSharedBytes, info.maxSharedBytesPerCta);
    facts.push_back({"kernel.scalarRegisters", int64_t{layout.scalarRegisters}});
    facts.push_back({"kernel.spilledRegisters", int64_t{layout.spilledRegisters}});
    if (capture.operations.recordsAccesses()) {
      addArgumentBuffers(*m_bound, m_arguments->words(), capture.memory.buffers);
      capture.memory.model =
          memory::memoryModelOf(m_chip.architecture).value_or(memory::MemoryModel());
    }
  }

private:
  /// Loads the code into the device, and logs its resources.
  Result<void> load(HipKernelCode &made, ProgressSink &progress) {
    const hip::Device &device = m_device->device;
    PSTUDIO_TRY_ASSIGN(hip::Kernel kernel,
                       hip::Kernel::load(device, made.code.codeObject, made.code.entry));
    if (!made.code.plainCodeObject.empty()) {
      PSTUDIO_TRY_ASSIGN(const hip::KernelLayout plain,
                         hip::layoutOf(made.code.plainCodeObject, made.code.entry));
      made.plainResources = resourcesOf(plain);
    }
    made.kernel.emplace(std::move(kernel));
    const hip::KernelLayout &layout = made.kernel->layout();
    progress.log(describeResources(m_spec.function, resourcesOf(layout), made.plainResources));
    if (const uint32_t rate = device.info().referenceClockKhz;
        m_spec.mode.enabled && m_chip.referencePeriodNs != 0 &&
        rate * m_chip.referencePeriodNs != kKhzOfNanoseconds)
      progress.log("the reference clock of " + std::to_string(rate) + " kHz is taken as steps of " +
                   std::to_string(m_chip.referencePeriodNs) +
                   " ns: times between CTAs are off by that ratio");
    return {};
  }

  /// The buffers' initial values; the profile buffer is zeroed. Over when this returns, so that the
  /// launch's time limit is the kernel's alone.
  Result<void> upload(const LaunchOrder &order) {
    PSTUDIO_TRY(m_arguments->upload(m_device->stream));
    if (m_profile)
      PSTUDIO_TRY(m_device->stream.fill(*m_profile, std::byte{0}));
    return m_device->stream.wait({kHipCleanupSeconds, order.cancel});
  }

  /// With marks around it.
  Result<void> queueKernel(HipLaunch &launch) {
    hip::Stream &stream = m_device->stream;
    stream.forgetMarks();
    std::vector<uint64_t> words(m_arguments->words().begin(), m_arguments->words().end());
    if (m_profile)
      words.push_back(m_profile->address());
    PSTUDIO_TRY_ASSIGN(launch.beginMark, stream.mark());
    PSTUDIO_TRY(hip::launch(stream, *launch.code.kernel,
                            {m_spec.grid, m_spec.block, m_spec.dynamicSharedBytes}, words));
    if (m_device->activity)
      m_device->activity->addLaunch({m_spec.function, m_spec.grid, m_spec.block});
    PSTUDIO_TRY_ASSIGN(launch.endMark, stream.mark());
    return {};
  }

  /// Brings the records of a launch that is recorded; whether there are any.
  Result<bool> readRecords(hip::Stream &stream, const LaunchOrder &order, LaunchReport &report) {
    if (!order.isRecorded || !m_profile)
      return false;
    PSTUDIO_TRY(stream.copyToHost(order.profile, *m_profile, 0));
    const size_t block = order.profile.size() / recordedCtas(m_spec);
    std::optional<Nanoseconds> first, last;
    for (size_t at = 0; at + block <= order.profile.size(); at += block)
      if (const auto begin = record::beginOfBlock(order.profile.subspan(at, block));
          begin && begin->value != 0) // a CTA that was stopped in the midst of its header
        first = first ? std::min(*first, *begin) : *begin;
    for (size_t at = 0; at + block <= order.profile.size(); at += block)
      if (const auto end = record::endOfBlock(order.profile.subspan(at, block)))
        last = std::max(last.value_or(*end), *end);
    report.begin = first.value_or(Nanoseconds(0));
    if (m_device->activity && first && last)
      m_device->activity->noteReadings(*first, *last);
    return true;
  }

  const RunSpec &m_spec;
  const HipOptions m_options;
  const std::unique_ptr<HipCompiler> m_compiler;
  std::shared_ptr<HipDevice> m_device;
  HipChip m_chip;                             ///< after open()
  std::optional<GpuArguments> m_arguments;    ///< after allocateArguments()
  BoundArguments *m_bound = nullptr;          ///< of m_arguments
  std::optional<hip::DeviceBuffer> m_profile; ///< none if the kernel has no records
};

} // namespace

std::unique_ptr<RunTarget> makeHipTarget(const RunSpec &spec, HipOptions options,
                                         std::unique_ptr<HipCompiler> compiler,
                                         std::shared_ptr<HipDevice> device) {
  return std::make_unique<HipTarget>(spec, std::move(options), std::move(compiler),
                                     std::move(device));
}

TargetInfo describeHipTarget(const std::string &path) {
  TargetInfo target;
  target.name = "hip";
  target.description = "AMD GPU";
  const auto reject = [&target](const Error &error) {
    target.reason = missingGpuReason(error, "AMD");
    return target;
  };
  const auto library = path.empty() ? hip::Library::open() : hip::Library::load(path);
  if (!library)
    return reject(library.error());
  const auto devices = (*library)->devices();
  if (!devices)
    return reject(devices.error());
  const hip::DeviceInfo &device = devices->front();
  target.description = device.name + ", " + std::to_string(device.smCount) + " compute units, " +
                       device.architecture + ", HIP " + hip::versionText((*library)->version());
  target.available = true;
  return target;
}

} // namespace pstudio
