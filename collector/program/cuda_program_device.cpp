// SPDX-License-Identifier: Apache-2.0
// A GPU's memory by address, on the stream that its kernels run on.
#include <optional>

#include "collector/program/program_device.h"
#include "collector/runtime/cuda/addressed_memory.h"
#include "collector/session/targets/cuda_device.h"
#include "collector/session/targets/tensor_map_request.h"

namespace pstudio::program {
namespace {

/// Time limit of a copy [s]; after it the device counts as hung.
constexpr double kCopySeconds = 60.0;

class CudaProgramDevice final : public ProgramDevice {
public:
  explicit CudaProgramDevice(CudaOptions options) : m_options(std::move(options)) {}

  Result<void> open() override {
    PSTUDIO_TRY_ASSIGN(
        m_device, openCudaDevice(m_options.library, m_options.activity, CpuModelUse::Possible));
    m_memory.emplace(m_device->context);
    if (m_device->activity)
      m_device->activity->beginRun();
    return {};
  }

  std::unique_ptr<RunTarget> makeTarget(const RunSpec &spec) override {
    return makeCudaTarget(spec, m_options, m_device);
  }

  void addActivity(TraceBuilder &trace, ProgressSink &progress) override {
    if (m_device && m_device->activity)
      m_device->activity->addTo(trace, progress, m_device->context);
  }

  bool canOverlap() const override { return true; }
  Result<void> openQueue(uint64_t queue) override { return m_device->openQueue(queue); }
  void closeQueue(uint64_t queue) override { m_device->closeQueue(queue); }

  Result<uint64_t> allocate(uint64_t bytes, bool isShared) override {
    return m_memory->allocate(bytes, isShared);
  }
  Result<void> release(uint64_t address) override { return m_memory->release(address); }
  Result<void> registerHost(uint64_t address, uint64_t bytes) override {
    return m_memory->registerHost(address, bytes);
  }
  Result<void> unregisterHost(uint64_t address) override {
    return m_memory->unregisterHost(address);
  }

  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes) override {
    PSTUDIO_TRY(m_memory->copy(m_device->stream, to, from, bytes));
    return m_device->stream.wait({kCopySeconds, nullptr});
  }
  Result<void> fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count) override {
    PSTUDIO_TRY(m_memory->fill(m_device->stream, to, value, elementBytes, count));
    return m_device->stream.wait({kCopySeconds, nullptr});
  }

  Result<TensorMapBytes> encodeTensorMap(const TensorMapLayout &layout, uint64_t address) override {
    PSTUDIO_TRY_ASSIGN(
        const cuda::TensorMap *map,
        m_device->tensorMaps.find(m_device->context, tensorMapRequest(layout, address)));
    return map->bytes;
  }

private:
  CudaOptions m_options;
  std::shared_ptr<CudaDevice> m_device;
  std::optional<cuda::AddressedMemory> m_memory; ///< destroyed before the device
};

} // namespace

std::unique_ptr<ProgramDevice> makeCudaProgramDevice(CudaOptions options) {
  return std::make_unique<CudaProgramDevice>(std::move(options));
}

} // namespace pstudio::program
