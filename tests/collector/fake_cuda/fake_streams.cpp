// SPDX-License-Identifier: Apache-2.0
// The exported functions of the fake CUDA driver: streams, copies, launches and events.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "tests/collector/fake_cuda/fake_exports.h"
#include "tests/collector/fake_cuda/fake_model.h"

namespace pstudio::cuda {

using namespace pstudio::test;

namespace {

FakeOutcome takeOutcome(const std::string &kernel) {
  FakeCuda &script = model().script;
  if (const auto planned = script.outcomes.extract(kernel))
    return planned.mapped();
  return std::exchange(script.nextLaunch, FakeOutcome::Completes);
}

CuResult enqueueLaunch(CuStream handle, const char *call, FakeLaunch launch, CuFunction function,
                       void **parameters) {
  FakeStream *stream = model().streamOf(handle, call);
  if (!stream)
    return CuResult::InvalidValue;
  const FakeKernel &kernel = static_cast<FakeFunction *>(function)->kernel;
  launch.kernel = kernel.name;
  launch.attributes = kernel.attributes;
  for (size_t i = 0; i < kernel.parameterBytes.size(); ++i) {
    uint64_t word = 0;
    std::memcpy(&word, parameters[i], std::min(kernel.parameterBytes[i], sizeof word));
    launch.arguments.push_back(word);
    const auto *bytes = static_cast<const std::byte *>(parameters[i]);
    launch.parameters.emplace_back(bytes, bytes + kernel.parameterBytes[i]);
  }
  FakeCuda &script = model().script;
  script.launches.push_back(launch);
  if (script.accepted)
    script.accepted(launch);
  const auto pass = [context = stream->context] {
    context->nowNs += model().script.nanosecondsPerLaunch;
  };
  const auto work = [launch] {
    if (model().script.body)
      model().script.body(launch, model().memory);
  };
  const auto canEnd = [launch] { return !model().script.canEnd || model().script.canEnd(launch); };
  stream->queue.push_back({takeOutcome(launch.kernel), pass, work, canEnd});
  return CuResult::Success;
}

} // namespace

extern "C" {

CuResult cuStreamCreate(CuStream *handle, unsigned flags) {
  return model().createStream("cuStreamCreate", handle, flags);
}

CuResult cuStreamDestroy_v2(CuStream handle) {
  return model().destroyStream("cuStreamDestroy_v2", handle);
}

CuResult cuStreamQuery(CuStream handle) {
  return model().queryStream("cuStreamQuery", handle);
}

CuResult cuStreamSynchronize(CuStream handle) {
  // A blocking call writes the output of kernels, even if the call returns a fault.
  std::fputs(std::exchange(model().script.printed, {}).c_str(), stdout);
  return model().synchronizeStream("cuStreamSynchronize", handle);
}

CuResult cuMemcpyHtoDAsync_v2(CuDevicePointer to, const void *from, size_t size, CuStream stream) {
  return model().copyToDevice("cuMemcpyHtoDAsync_v2", to, from, size, stream);
}

CuResult cuMemcpyDtoHAsync_v2(void *to, CuDevicePointer from, size_t size, CuStream stream) {
  return model().copyToHost("cuMemcpyDtoHAsync_v2", to, from, size, stream);
}

CuResult cuMemsetD8Async(CuDevicePointer to, unsigned char value, size_t size, CuStream stream) {
  return model().fill("cuMemsetD8Async", to, value, size, stream);
}

CuResult cuLaunchKernel(CuFunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        CuStream stream, void **parameters, void **) {
  FAKE_BEGIN("cuLaunchKernel");
  FakeLaunch launch;
  launch.grid = {gridX, gridY, gridZ};
  launch.block = {blockX, blockY, blockZ};
  launch.dynamicSharedBytes = sharedBytes;
  return enqueueLaunch(stream, "cuLaunchKernel", std::move(launch), function, parameters);
}

#ifndef FAKE_CUDA_OLD
CuResult cuLaunchKernelEx(const CuLaunchConfig *config, CuFunction function, void **parameters,
                          void **) {
  FAKE_BEGIN("cuLaunchKernelEx");
  FakeLaunch launch;
  std::copy(config->grid, config->grid + 3, launch.grid.begin());
  std::copy(config->block, config->block + 3, launch.block.begin());
  launch.dynamicSharedBytes = config->dynamicSharedBytes;
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    const CuLaunchAttribute &attribute = config->attributes[i];
    launch.launchAttributes.push_back(attribute.id);
    if (attribute.id == kCuLaunchAttributeClusterDimension)
      std::copy(attribute.value.clusterDimension, attribute.value.clusterDimension + 3,
                launch.cluster.begin());
    else if (attribute.value.flag != 1)
      model().offend("a launch attribute that is not set");
  }
  return enqueueLaunch(config->stream, "cuLaunchKernelEx", std::move(launch), function, parameters);
}

CuResult cuOccupancyMaxActiveClusters(int *clusters, CuFunction, const CuLaunchConfig *) {
  FAKE_BEGIN("cuOccupancyMaxActiveClusters");
  *clusters = model().script.activeClusters;
  return CuResult::Success;
}

CuResult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *ctas, CuFunction, int, size_t) {
  FAKE_BEGIN("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *ctas = model().script.activeCtasPerSm;
  return CuResult::Success;
}
#endif

CuResult cuEventCreate(CuEvent *handle, unsigned flags) {
  return model().createEvent("cuEventCreate", handle, flags);
}

CuResult cuEventDestroy_v2(CuEvent handle) {
  return model().destroyEvent("cuEventDestroy_v2", handle);
}

CuResult cuEventRecord(CuEvent handle, CuStream stream) {
  return model().recordEvent("cuEventRecord", handle, stream);
}

CuResult cuEventQuery(CuEvent handle) {
  return model().queryEvent("cuEventQuery", handle);
}

CuResult cuEventElapsedTime(float *milliseconds, CuEvent first, CuEvent second) {
  return model().elapsedTime("cuEventElapsedTime", milliseconds, first, second);
}

} // extern "C"

} // namespace pstudio::cuda
