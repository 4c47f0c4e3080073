// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/recording_kernel.h"

namespace pstudio::calibration {
namespace {

InstrumentOptions optionsFor(const MeasuringDevice &device, const KernelSetup &setup,
                             uint64_t sharedByKernel) {
  const cuda::DeviceInfo &info = device.context.device();
  const uint64_t used = sharedByKernel + setup.dynamicSharedBytes;
  InstrumentOptions options;
  options.mode = setup.mode;
  options.block = setup.block;
  options.lanesPerWarp = info.lanesPerWarp;
  options.counterBytesPerUnit = kNvidiaCounterBytesPerUnit;
  options.sharedBytesFree = used < info.maxSharedBytesPerCta ? info.maxSharedBytesPerCta - used : 0;
  return options;
}

} // namespace

Result<CompiledKernel> compileForDevice(const MeasuringDevice &device, KernelModule module,
                                        const std::string &function, const KernelSetup &setup,
                                        const InstrumentOptions &options) {
  CompiledKernel compiled;
  PSTUDIO_TRY_ASSIGN(compiled.instrumented, module.instrument(function, options));
  nvidia::CompileOptions compile;
  compile.architecture = device.architecture;
  compile.block = setup.block;
  compile.lanes = setup.lanes;
  PSTUDIO_TRY_ASSIGN(compiled.ptx, nvidia::compileKernel(module, function, compile));
  return compiled;
}

Result<CompiledKernel> compileForDevice(const MeasuringDevice &device, KernelModule module,
                                        const std::string &function, const KernelSetup &setup) {
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature(function));
  return compileForDevice(device, std::move(module), function, setup,
                          optionsFor(device, setup, signature.staticSharedBytes));
}

Result<RecordingKernel> RecordingKernel::build(MeasuringDevice &device, const std::string &text,
                                               const std::string &function,
                                               const KernelSetup &setup) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(text, function));
  PSTUDIO_TRY_ASSIGN(const CompiledKernel compiled,
                     compileForDevice(device, std::move(module), function, setup));
  return load(device, compiled, setup);
}

Result<RecordingKernel> RecordingKernel::load(MeasuringDevice &device,
                                              const CompiledKernel &compiled,
                                              const KernelSetup &setup) {
  PSTUDIO_TRY_ASSIGN(cuda::Module module, cuda::Module::load(device.context, compiled.ptx.text));
  PSTUDIO_TRY_ASSIGN(cuda::Kernel kernel, cuda::Kernel::find(module, compiled.ptx.entry));
  RecordingKernel result(std::move(module), std::move(kernel));
  result.m_instrumented = compiled.instrumented;
  result.m_shape.grid = setup.grid;
  result.m_shape.block = setup.block;
  result.m_shape.cluster = setup.cluster;
  result.m_shape.dynamicSharedBytes = compiled.ptx.launchSharedBytes + setup.dynamicSharedBytes;
  result.m_shape.isCooperative = setup.isCooperative;
  result.m_shape.isProgrammatic = setup.isProgrammatic;
  if (compiled.instrumented.unitCount == 0)
    return result;
  const uint64_t bytes = result.ctaCount() * compiled.instrumented.blockBytes;
  if (compiled.instrumented.stream) {
    PSTUDIO_TRY_ASSIGN(
        MappedRecords streamed,
        MappedRecords::allocate(device.context, bytes, *compiled.instrumented.stream));
    result.m_streamed.emplace(std::move(streamed));
  } else {
    PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer records,
                       cuda::DeviceBuffer::allocate(device.context, bytes, "the profile buffer"));
    result.m_records.emplace(std::move(records));
  }
  return result;
}

uint64_t RecordingKernel::ctaCount() const {
  return extentProduct(m_shape.grid);
}

Result<void> RecordingKernel::clearRecords(MeasuringDevice &device) {
  if (m_streamed)
    m_streamed->clear();
  if (!m_records)
    return {};
  return device.stream.fill(*m_records, std::byte{0});
}

Result<void> RecordingKernel::launch(MeasuringDevice &device, cuda::ArgumentBlock arguments,
                                     std::span<const uint64_t> recordsAfter) const {
  std::vector<uint64_t> added;
  if (m_records)
    added.push_back(m_records->address());
  if (m_streamed)
    m_streamed->appendArguments(added);
  added.insert(added.end(), recordsAfter.begin(), recordsAfter.end());
  for (const uint64_t word : added)
    arguments.addWord(word);
  return cuda::launch(device.stream, m_kernel, m_shape, arguments);
}

Result<void> RecordingKernel::launch(MeasuringDevice &device, std::span<const uint64_t> arguments,
                                     std::span<const uint64_t> recordsAfter) const {
  return launch(device, cuda::ArgumentBlock(arguments), recordsAfter);
}

Result<std::vector<std::byte>> RecordingKernel::readRecords(MeasuringDevice &device) const {
  if (!m_records) {
    PSTUDIO_TRY(device.wait());
    return std::vector<std::byte>();
  }
  return device.read(*m_records);
}

} // namespace pstudio::calibration
