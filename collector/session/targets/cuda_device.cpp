// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/cuda_device.h"

namespace pstudio {

namespace {

Result<std::shared_ptr<CudaDevice>> openFirstCudaDevice(const std::string &library,
                                                        const ActivityKinds &activity) {
  PSTUDIO_TRY_ASSIGN(std::shared_ptr<const cuda::Driver> driver, cuda::Driver::open(library));
  // Between the driver's start and the context: the tool has to see that being made.
  std::unique_ptr<DeviceActivity> seen = DeviceActivity::begin(activity);
  PSTUDIO_TRY_ASSIGN(cuda::Context context, cuda::Context::open(std::move(driver), 0));
  PSTUDIO_TRY_ASSIGN(cuda::Stream stream, cuda::Stream::open(context));
  PSTUDIO_TRY_ASSIGN(cuda::Stream drain, cuda::Stream::open(context));
  return std::make_shared<CudaDevice>(
      CudaDevice{std::move(seen), std::move(context), std::move(stream), std::move(drain)});
}

} // namespace

Result<std::shared_ptr<CudaDevice>> openCudaDevice(const std::string &library,
                                                   const ActivityKinds &activity, CpuModelUse cpu) {
  return openFirstCudaDevice(library, activity).map_error([&](Error cause) {
    return missingGpu(std::move(cause), "NVIDIA", "cuda", cpu);
  });
}

Result<void> CudaDevice::loadClocks() {
  if (clocks)
    return {};
  PSTUDIO_TRY_ASSIGN(cuda::ClockProbe probe, cuda::ClockProbe::load(context));
  clocks.emplace(std::move(probe), activity.get());
  return {};
}

Result<void> CudaDevice::openQueue(uint64_t queue) {
  if (spareQueues.empty()) {
    // Page-locked slots for copies could not be had while a kernel runs.
    PSTUDIO_TRY_ASSIGN(cuda::Stream opened,
                       cuda::Stream::open(context, cuda::Stream::Slots::AtFirstCopy));
    spareQueues.push_back(std::make_unique<cuda::Stream>(std::move(opened)));
  }
  queues.emplace(queue, std::move(spareQueues.back()));
  spareQueues.pop_back();
  return {};
}

void CudaDevice::closeQueue(uint64_t queue) {
  if (auto closed = queues.extract(queue))
    spareQueues.push_back(std::move(closed.mapped()));
}

cuda::Stream &CudaDevice::queue(uint64_t queue) {
  const auto found = queues.find(queue);
  return found == queues.end() ? stream : *found->second;
}

void CudaDevice::forgetMarks() {
  stream.forgetMarks();
  for (const auto &[number, queue] : queues)
    queue->forgetMarks();
  for (const auto &queue : spareQueues)
    queue->forgetMarks();
}

} // namespace pstudio
