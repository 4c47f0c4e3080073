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

FakeStream *streamOf(CuStream handle, const char *call) {
  if (model().current.empty())
    return nullptr;
  return checked(model().current.back()->streams, handle, call);
}

/// The bytes on the device, or null and an offence.
std::byte *deviceBytes(CuDevicePointer address, size_t size, const char *call) {
  auto next = model().memory.upper_bound(address);
  if (next != model().memory.begin()) {
    auto &[begin, bytes] = *std::prev(next);
    if (address - begin <= bytes.size() && size <= bytes.size() - (address - begin))
      return bytes.data() + (address - begin);
  }
  offend(std::string(call) + " out of bounds");
  return nullptr;
}

void countUnpinned(const void *host, size_t size) {
  for (const auto &[begin, bytes] : model().pinned) {
    const auto *first = static_cast<const std::byte *>(begin);
    const auto *at = static_cast<const std::byte *>(host);
    if (at >= first && at + size <= first + bytes.size())
      return;
  }
  ++model().script.unpinnedCopies;
}

CuResult enqueue(CuStream handle, const char *call, std::function<void()> run) {
  FakeStream *stream = streamOf(handle, call);
  if (!stream)
    return CuResult::InvalidValue;
  stream->queue.push_back({FakeOutcome::Completes, std::move(run)});
  return CuResult::Success;
}

FakeOutcome takeOutcome(const std::string &kernel) {
  FakeCuda &script = model().script;
  if (const auto planned = script.outcomes.extract(kernel))
    return planned.mapped();
  return std::exchange(script.nextLaunch, FakeOutcome::Completes);
}

CuResult enqueueLaunch(CuStream handle, const char *call, FakeLaunch launch, CuFunction function,
                       void **parameters) {
  FakeStream *stream = streamOf(handle, call);
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
  FAKE_BEGIN("cuStreamCreate");
  if (flags != gpu::kStreamNonBlocking)
    offend("a stream that waits for the default stream");
  FakeContext *context = model().current.back();
  *handle = &context->streams.emplace_back(FakeStream{context, {}});
  ++model().script.live["stream"];
  return CuResult::Success;
}

CuResult cuStreamDestroy_v2(CuStream handle) {
  FAKE_BEGIN("cuStreamDestroy_v2");
  FakeStream *stream = streamOf(handle, "cuStreamDestroy_v2");
  if (!stream->queue.empty())
    offend("cuStreamDestroy_v2 of a stream with queued work");
  eraseItem(stream->context->streams, stream);
  --model().script.live["stream"];
  return CuResult::Success;
}

CuResult cuStreamQuery(CuStream handle) {
  ++model().script.queries;
  FakeStream *stream = streamOf(handle, "cuStreamQuery");
  return stream ? advance(*stream) : CuResult::InvalidValue;
}

CuResult cuStreamSynchronize(CuStream handle) {
  // What kernels printed comes out at a call that blocks, also at one that answers with a fault.
  std::fputs(std::exchange(model().script.printed, {}).c_str(), stdout);
  FAKE_BEGIN("cuStreamSynchronize");
  FakeStream *stream = streamOf(handle, "cuStreamSynchronize");
  if (!stream)
    return CuResult::InvalidValue;
  if (!stream->queue.empty())
    offend("cuStreamSynchronize of a stream with queued work");
  return CuResult::Success;
}

CuResult cuMemcpyHtoDAsync_v2(CuDevicePointer to, const void *from, size_t size, CuStream stream) {
  FAKE_BEGIN("cuMemcpyHtoDAsync_v2");
  countUnpinned(from, size);
  return enqueue(stream, "cuMemcpyHtoDAsync_v2", [=] {
    if (std::byte *target = deviceBytes(to, size, "cuMemcpyHtoDAsync_v2"))
      std::memcpy(target, from, size);
  });
}

CuResult cuMemcpyDtoHAsync_v2(void *to, CuDevicePointer from, size_t size, CuStream stream) {
  FAKE_BEGIN("cuMemcpyDtoHAsync_v2");
  countUnpinned(to, size);
  return enqueue(stream, "cuMemcpyDtoHAsync_v2", [=] {
    if (const std::byte *source = deviceBytes(from, size, "cuMemcpyDtoHAsync_v2"))
      std::memcpy(to, source, size);
  });
}

CuResult cuMemsetD8Async(CuDevicePointer to, unsigned char value, size_t size, CuStream stream) {
  FAKE_BEGIN("cuMemsetD8Async");
  return enqueue(stream, "cuMemsetD8Async", [=] {
    if (std::byte *target = deviceBytes(to, size, "cuMemsetD8Async"))
      std::memset(target, value, size);
  });
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
      offend("a launch attribute that is not set");
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
  FAKE_BEGIN("cuEventCreate");
  FakeEvent event;
  event.hasTime = flags != gpu::kEventDisableTiming;
  *handle = &model().events.emplace_back(event);
  ++model().script.live["event"];
  return CuResult::Success;
}

CuResult cuEventDestroy_v2(CuEvent handle) {
  FAKE_BEGIN("cuEventDestroy_v2");
  FakeEvent *event = checked(model().events, handle, "cuEventDestroy_v2");
  if (event->pending != 0)
    offend("cuEventDestroy_v2 of an event that is still queued");
  eraseItem(model().events, event);
  --model().script.live["event"];
  return CuResult::Success;
}

CuResult cuEventRecord(CuEvent handle, CuStream stream) {
  FAKE_BEGIN("cuEventRecord");
  FakeEvent *event = checked(model().events, handle, "cuEventRecord");
  event->stream = streamOf(stream, "cuEventRecord");
  ++event->pending;
  return enqueue(stream, "cuEventRecord", [event] {
    --event->pending;
    event->timeNs = event->stream->context->nowNs;
  });
}

CuResult cuEventQuery(CuEvent handle) {
  ++model().script.queries;
  const FakeEvent *event = checked(model().events, handle, "cuEventQuery");
  if (!event->stream)
    return CuResult::Success;
  const CuResult result = advance(*event->stream);
  if (result != CuResult::Success && result != CuResult::NotReady)
    return result;
  return event->pending == 0 ? CuResult::Success : CuResult::NotReady;
}

CuResult cuEventElapsedTime(float *milliseconds, CuEvent first, CuEvent second) {
  FAKE_BEGIN("cuEventElapsedTime");
  const FakeEvent *a = checked(model().events, first, "cuEventElapsedTime");
  const FakeEvent *b = checked(model().events, second, "cuEventElapsedTime");
  if (!a->hasTime || !b->hasTime)
    return CuResult::InvalidValue;
  if (a->pending != 0 || b->pending != 0)
    return CuResult::NotReady;
  *milliseconds = static_cast<float>(static_cast<double>(b->timeNs) - double(a->timeNs)) * 1e-6f;
  return CuResult::Success;
}

} // extern "C"

} // namespace pstudio::cuda
