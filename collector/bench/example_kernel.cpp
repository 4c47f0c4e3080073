// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/example_kernel.h"

#include <algorithm>
#include <utility>

#include "collector/bench/capture_pipeline.h"
#include "collector/session/compile/instrument_options.h"
#include "core/base/file_bytes.h"
#include "core/capture/drained_trace.h"
#include "core/run/reference_check.h"

namespace pstudio::bench {

using namespace calibration;

namespace {

DeviceLimits limitsOf(const MeasuringDevice &device) {
  const cuda::DeviceInfo &info = device.context.device();
  return {info.lanesPerWarp, info.maxSharedBytesPerCta, kNvidiaCounterBytesPerUnit,
          info.sharedBytesPerSm, {}, true};
}

} // namespace

Result<ExampleData> ExampleData::load(MeasuringDevice &device,
                                      const std::filesystem::path &specification) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(specification));
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(spec.kernelFile));
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature(spec.function));
  PSTUDIO_TRY_ASSIGN(BoundArguments bound, BoundArguments::bind(spec, signature, UINT32_MAX));
  auto arguments = std::make_unique<BoundArguments>(std::move(bound));
  cuda::TensorMapCache maps;
  PSTUDIO_TRY_ASSIGN(CudaArguments memory,
                     CudaArguments::allocate(device.context, maps, *arguments));
  ExampleData data(std::move(spec), std::move(arguments), std::move(memory));
  PSTUDIO_TRY(data.reset(device));
  return data;
}

Result<void> ExampleData::reset(MeasuringDevice &device) {
  m_arguments->reset();
  return m_memory.upload(device.stream);
}

Result<void> ExampleData::check(MeasuringDevice &device) {
  PSTUDIO_TRY(device.wait());
  PSTUDIO_TRY(m_memory.fetch(device.stream));
  for (const ResultCheck &resultCheck : m_spec.checks) {
    const HostBuffer *output = m_arguments->findBuffer(resultCheck.output);
    if (!output)
      return fail(ErrorCode::InvalidInput, "there is no buffer " + resultCheck.output);
    PSTUDIO_TRY_ASSIGN(const CheckReport report, runCheck(m_spec, resultCheck, *output));
    if (!report.passed())
      return fail(ErrorCode::WrongResult, report.describe(resultCheck.output));
  }
  const bool isFirst = m_firstBytes.empty();
  for (size_t i = 0; i < m_arguments->bufferCount(); ++i) {
    const std::span<const std::byte> bytes = std::as_const(*m_arguments).bufferAt(i).bytes();
    if (isFirst)
      m_firstBytes.emplace_back(bytes.begin(), bytes.end());
    else if (!std::ranges::equal(bytes, m_firstBytes[i]))
      return fail(ErrorCode::WrongResult,
                  "buffer " + m_arguments->bufferName(i) + " has other bits than without records");
  }
  return {};
}

Result<ExampleKernel> ExampleKernel::build(MeasuringDevice &device, const ExampleData &data,
                                           const InstrumentationMode &mode) {
  const RunSpec &spec = data.spec();
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(spec.kernelFile));
  KernelSetup setup;
  setup.mode = mode;
  setup.grid = spec.grid;
  setup.block = spec.block;
  setup.cluster = spec.cluster;
  setup.dynamicSharedBytes = spec.dynamicSharedBytes;
  setup.isCooperative = spec.launch.cooperative;
  setup.isProgrammatic = spec.launch.programmatic;
  // The same choices as in a run of the collector.
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature(spec.function));
  RunSpec asked = spec;
  asked.mode = mode;
  const InstrumentOptions options = instrumentOptions(asked, signature, limitsOf(device));
  PSTUDIO_TRY_ASSIGN(CompiledKernel compiled,
                     compileForDevice(device, std::move(module), spec.function, setup, options));
  PSTUDIO_TRY_ASSIGN(RecordingKernel kernel, RecordingKernel::load(device, compiled, setup));
  const auto threads = static_cast<uint32_t>(extentProduct(spec.block));
  PSTUDIO_TRY_ASSIGN(compiled.ptx.text,
                     withWarpClocks(compiled.ptx.text, compiled.ptx.entry, threads));
  PSTUDIO_TRY_ASSIGN(RecordingKernel clocked, RecordingKernel::load(device, compiled, setup));
  const uint64_t bytes = kernel.ctaCount() * ((threads + 31) / 32) * kWarpClockBytes;
  PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer clocks,
                     device.makeFilled(bytes, std::byte{0xff}, "the clocks of the warps"));
  return ExampleKernel(std::move(kernel), std::move(clocked), std::move(clocks));
}

Result<LaunchTimes> ExampleKernel::run(MeasuringDevice &device, const ExampleData &data) {
  LaunchTimes times;
  PSTUDIO_TRY(m_clocked.clearRecords(device));
  PSTUDIO_TRY(device.stream.fill(m_clocks, std::byte{0xff}));
  PSTUDIO_TRY(device.wait());
  const std::array<uint64_t, 1> recordsAfter{m_clocks.address()};
  PSTUDIO_TRY_ASSIGN(auto clockedDrainer, drain(m_clocked, device, data));
  PSTUDIO_TRY(m_clocked.launch(device, data.arguments(), recordsAfter));
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> clocks, device.read(m_clocks));
  clockedDrainer.reset();
  PSTUDIO_TRY_ASSIGN(times.span, spanOf(clocks));

  device.stream.forgetMarks();
  PSTUDIO_TRY(m_kernel.clearRecords(device));
  PSTUDIO_TRY(device.wait());
  PSTUDIO_TRY_ASSIGN(const auto drainer, drain(m_kernel, device, data));
  PSTUDIO_TRY_ASSIGN(const size_t begin, device.stream.mark());
  PSTUDIO_TRY(m_kernel.launch(device, data.arguments()));
  PSTUDIO_TRY_ASSIGN(const size_t end, device.stream.mark());
  PSTUDIO_TRY(device.wait());
  if (drainer)
    PSTUDIO_TRY(drainer->finish());
  PSTUDIO_TRY_ASSIGN(const Nanoseconds elapsed, device.stream.between(begin, end));
  times.gpuMicroseconds = static_cast<double>(elapsed.value) / 1e3;
  return times;
}

record::LaunchCapture ExampleKernel::describe(const MeasuringDevice &device,
                                              const ExampleData &data) const {
  record::LaunchCapture capture;
  capture.operations = m_kernel.instrumented().operations;
  capture.kernel = data.spec().function;
  capture.target = device.context.device().name;
  capture.grid = data.spec().grid;
  capture.block = data.spec().block;
  return capture;
}

Result<std::unique_ptr<StreamDrainer>> ExampleKernel::drain(const RecordingKernel &kernel,
                                                            const MeasuringDevice &device,
                                                            const ExampleData &data) {
  const std::span<std::byte> blocks = kernel.streamedBlocks();
  if (blocks.empty())
    return nullptr;
  if (!m_logs) {
    PSTUDIO_TRY_ASSIGN(DrainLogs logs, DrainLogs::in({}));
    m_logs.emplace(std::move(logs));
  }
  m_logs->clear();
  PSTUDIO_TRY_ASSIGN(record::StreamLogWriter log,
                     record::makeDrainLog(m_logs->of(0), describe(device, data), TraceInfo()));
  return std::make_unique<StreamDrainer>(blocks, *kernel.instrumented().stream, std::move(log));
}

Result<std::optional<Launch>> ExampleKernel::lastLaunch(MeasuringDevice &device,
                                                        const ExampleData &data) {
  record::LaunchCapture capture = describe(device, data);
  FileBytes log;
  Nanoseconds origin;
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> blocks, m_kernel.readRecords(device));
  if (m_logs) {
    PSTUDIO_TRY_ASSIGN(log, FileBytes::read(m_logs->of(0)));
    PSTUDIO_TRY_ASSIGN(const record::StreamLog drained, record::StreamLog::read(log.bytes()));
    capture.streamed = log.bytes();
    origin = drained.firstBegin().value_or(Nanoseconds(0));
  } else if (!blocks.empty()) {
    capture.blocks = blocks;
    origin = beginOfFirstCta(blocks);
  } else {
    return std::optional<Launch>();
  }
  PSTUDIO_TRY_ASSIGN(const Trace trace, decodeAlone(capture, origin));
  return std::optional<Launch>(trace.launches().front());
}

} // namespace pstudio::bench
