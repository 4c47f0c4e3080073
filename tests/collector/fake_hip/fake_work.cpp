// SPDX-License-Identifier: Apache-2.0
// The exported functions of the fake HIP runtime: streams, copies, launches and events.
#include <cstring>
#include <utility>

#include "tests/collector/fake_hip/fake_exports.h"
#include "tests/collector/fake_hip/fake_model.h"

namespace pstudio::hip {

using namespace pstudio::test;

namespace {

/// The bytes on the device, or null and an offence.
std::byte *deviceBytes(HipPointer address, size_t size, const char *call) {
  auto next = hipModel().memory.upper_bound(address);
  if (next != hipModel().memory.begin()) {
    auto &[begin, bytes] = *std::prev(next);
    if (address - begin <= bytes.size() && size <= bytes.size() - (address - begin))
      return bytes.data() + (address - begin);
  }
  offend(std::string(call) + " out of bounds");
  return nullptr;
}

HipResult enqueue(HipStream handle, const char *call, FakeHipWork work) {
  FakeHipStream *stream = checked(hipModel().streams, handle, call);
  if (!stream)
    return HipResult::InvalidValue;
  stream->queue.push_back(std::move(work));
  return HipResult::Success;
}

/// The segment of arguments; an offence unless the list is the one that the real library takes.
std::vector<std::byte> segmentOf(void **extra) {
  if (!extra)
    return {};
  const auto key = [extra](size_t index) { return reinterpret_cast<uintptr_t>(extra[index]); };
  if (key(0) != kHipLaunchBufferPointer || key(2) != kHipLaunchBufferSize ||
      key(4) != kHipLaunchEnd) {
    offend("hipModuleLaunchKernel with another list of arguments");
    return {};
  }
  const auto *bytes = static_cast<const std::byte *>(extra[1]);
  return {bytes, bytes + *static_cast<const size_t *>(extra[3])};
}

} // namespace

extern "C" {

HipResult hipStreamCreateWithFlags(HipStream *handle, unsigned flags) {
  FAKE_HIP_BEGIN("hipStreamCreateWithFlags");
  if (flags != gpu::kStreamNonBlocking)
    offend("a stream that waits for the default stream");
  *handle = &hipModel().streams.emplace_back();
  ++hipModel().script.live["stream"];
  return HipResult::Success;
}

HipResult hipStreamDestroy(HipStream handle) {
  FAKE_HIP_BEGIN("hipStreamDestroy");
  FakeHipStream *stream = checked(hipModel().streams, handle, "hipStreamDestroy");
  if (!stream->queue.empty())
    offend("hipStreamDestroy of a stream with queued work");
  eraseItem(hipModel().streams, stream);
  --hipModel().script.live["stream"];
  return HipResult::Success;
}

HipResult hipStreamQuery(HipStream handle) {
  ++hipModel().script.queries;
  FakeHipStream *stream = checked(hipModel().streams, handle, "hipStreamQuery");
  return stream ? advance(*stream) : HipResult::InvalidValue;
}

HipResult hipStreamSynchronize(HipStream handle) {
  FAKE_HIP_BEGIN("hipStreamSynchronize");
  if (const FakeHipStream *stream = checked(hipModel().streams, handle, "hipStreamSynchronize");
      stream && !stream->queue.empty())
    offend("hipStreamSynchronize of a stream with queued work");
  return HipResult::Success;
}

HipResult hipMemcpyHtoDAsync(HipPointer to, const void *from, size_t size, HipStream stream) {
  FAKE_HIP_BEGIN("hipMemcpyHtoDAsync");
  return enqueue(stream, "hipMemcpyHtoDAsync",
                 {FakeHipOutcome::Completes, [=] {
                    if (std::byte *target = deviceBytes(to, size, "hipMemcpyHtoDAsync"))
                      std::memcpy(target, from, size);
                  }});
}

HipResult hipMemcpyDtoHAsync(void *to, HipPointer from, size_t size, HipStream stream) {
  FAKE_HIP_BEGIN("hipMemcpyDtoHAsync");
  return enqueue(stream, "hipMemcpyDtoHAsync",
                 {FakeHipOutcome::Completes, [=] {
                    if (const std::byte *source = deviceBytes(from, size, "hipMemcpyDtoHAsync"))
                      std::memcpy(to, source, size);
                  }});
}

HipResult hipMemsetD8Async(HipPointer to, unsigned char value, size_t size, HipStream stream) {
  FAKE_HIP_BEGIN("hipMemsetD8Async");
  return enqueue(stream, "hipMemsetD8Async",
                 {FakeHipOutcome::Completes, [=] {
                    if (std::byte *target = deviceBytes(to, size, "hipMemsetD8Async"))
                      std::memset(target, value, size);
                  }});
}

HipResult hipModuleLaunchKernel(HipFunction function, unsigned gridX, unsigned gridY,
                                unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                                unsigned ldsBytes, HipStream stream, void **parameters,
                                void **extra) {
  FAKE_HIP_BEGIN("hipModuleLaunchKernel");
  if (parameters)
    offend("hipModuleLaunchKernel with two kinds of arguments");
  FakeHipModel &model = hipModel();
  FakeHipLaunch launch{static_cast<FakeHipFunction *>(function)->name,
                       model.current,
                       {gridX, gridY, gridZ},
                       {blockX, blockY, blockZ},
                       ldsBytes,
                       segmentOf(extra)};
  model.script.launches.push_back(launch);
  const FakeHipOutcome outcome = std::exchange(model.script.nextLaunch, FakeHipOutcome::Completes);
  const auto pass = [] { hipModel().nowNs += hipModel().script.nanosecondsPerLaunch; };
  const auto work = [launch] {
    if (hipModel().script.body)
      hipModel().script.body(launch, hipModel().memory);
  };
  return enqueue(stream, "hipModuleLaunchKernel", {outcome, pass, work});
}

HipResult hipEventCreateWithFlags(HipEvent *handle, unsigned flags) {
  FAKE_HIP_BEGIN("hipEventCreateWithFlags");
  FakeHipEvent event;
  event.hasTime = flags != gpu::kEventDisableTiming;
  *handle = &hipModel().events.emplace_back(event);
  ++hipModel().script.live["event"];
  return HipResult::Success;
}

HipResult hipEventDestroy(HipEvent handle) {
  FAKE_HIP_BEGIN("hipEventDestroy");
  FakeHipEvent *event = checked(hipModel().events, handle, "hipEventDestroy");
  if (event->pending != 0)
    offend("hipEventDestroy of an event that is still queued");
  eraseItem(hipModel().events, event);
  --hipModel().script.live["event"];
  return HipResult::Success;
}

HipResult hipEventRecord(HipEvent handle, HipStream stream) {
  FAKE_HIP_BEGIN("hipEventRecord");
  FakeHipEvent *event = checked(hipModel().events, handle, "hipEventRecord");
  event->stream = checked(hipModel().streams, stream, "hipEventRecord");
  ++event->pending;
  return enqueue(stream, "hipEventRecord", {FakeHipOutcome::Completes, [event] {
                                              --event->pending;
                                              event->timeNs = hipModel().nowNs;
                                            }});
}

HipResult hipEventQuery(HipEvent handle) {
  ++hipModel().script.queries;
  const FakeHipEvent *event = checked(hipModel().events, handle, "hipEventQuery");
  if (!event->stream)
    return HipResult::Success;
  const HipResult result = advance(*event->stream);
  if (result != HipResult::Success && result != HipResult::NotReady)
    return result;
  return event->pending == 0 ? HipResult::Success : HipResult::NotReady;
}

HipResult hipEventElapsedTime(float *milliseconds, HipEvent first, HipEvent second) {
  FAKE_HIP_BEGIN("hipEventElapsedTime");
  const FakeHipEvent *a = checked(hipModel().events, first, "hipEventElapsedTime");
  const FakeHipEvent *b = checked(hipModel().events, second, "hipEventElapsedTime");
  if (!a->hasTime || !b->hasTime)
    return HipResult::InvalidValue;
  if (a->pending != 0 || b->pending != 0)
    return HipResult::NotReady;
  *milliseconds = static_cast<float>(static_cast<double>(b->timeNs) - double(a->timeNs)) * 1e-6f;
  return HipResult::Success;
}

} // extern "C"

} // namespace pstudio::hip
