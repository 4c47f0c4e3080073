// SPDX-License-Identifier: Apache-2.0
// The exported functions of the fake HIP runtime: streams, copies, launches and events.
#include <cstring>
#include <utility>

#include "tests/collector/fake_hip/fake_exports.h"
#include "tests/collector/fake_hip/fake_model.h"

namespace pstudio::hip {

using namespace pstudio::test;

namespace {

/// The segment of arguments; an offence unless the list is the one that the real library takes.
std::vector<std::byte> segmentOf(void **extra) {
  if (!extra)
    return {};
  const auto key = [extra](size_t index) { return reinterpret_cast<uintptr_t>(extra[index]); };
  if (key(0) != kHipLaunchBufferPointer || key(2) != kHipLaunchBufferSize ||
      key(4) != kHipLaunchEnd) {
    hipModel().offend("hipModuleLaunchKernel with another list of arguments");
    return {};
  }
  const auto *bytes = static_cast<const std::byte *>(extra[1]);
  return {bytes, bytes + *static_cast<const size_t *>(extra[3])};
}

} // namespace

extern "C" {

HipResult hipStreamCreateWithFlags(HipStream *handle, unsigned flags) {
  return hipModel().createStream("hipStreamCreateWithFlags", handle, flags);
}

HipResult hipStreamDestroy(HipStream handle) {
  return hipModel().destroyStream("hipStreamDestroy", handle);
}

HipResult hipStreamQuery(HipStream handle) {
  return hipModel().queryStream("hipStreamQuery", handle);
}

HipResult hipStreamSynchronize(HipStream handle) {
  return hipModel().synchronizeStream("hipStreamSynchronize", handle);
}

HipResult hipMemcpyHtoDAsync(HipPointer to, const void *from, size_t size, HipStream stream) {
  return hipModel().copyToDevice("hipMemcpyHtoDAsync", to, from, size, stream);
}

HipResult hipMemcpyDtoHAsync(void *to, HipPointer from, size_t size, HipStream stream) {
  return hipModel().copyToHost("hipMemcpyDtoHAsync", to, from, size, stream);
}

HipResult hipMemsetD8Async(HipPointer to, unsigned char value, size_t size, HipStream stream) {
  return hipModel().fill("hipMemsetD8Async", to, value, size, stream);
}

HipResult hipModuleLaunchKernel(HipFunction function, unsigned gridX, unsigned gridY,
                                unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                                unsigned ldsBytes, HipStream stream, void **parameters,
                                void **extra) {
  FAKE_HIP_BEGIN("hipModuleLaunchKernel");
  if (parameters)
    hipModel().offend("hipModuleLaunchKernel with two kinds of arguments");
  FakeHipModel &model = hipModel();
  FakeHipLaunch launch{static_cast<FakeHipFunction *>(function)->name,
                       model.device,
                       {gridX, gridY, gridZ},
                       {blockX, blockY, blockZ},
                       ldsBytes,
                       segmentOf(extra),
                       static_cast<FakeHipFunction *>(function)->codeObject};
  model.script.launches.push_back(launch);
  const FakeOutcome outcome = std::exchange(model.script.nextLaunch, FakeOutcome::Completes);
  const auto pass = [] { hipModel().context.nowNs += hipModel().script.nanosecondsPerLaunch; };
  const auto work = [launch] {
    if (hipModel().script.body)
      hipModel().script.body(launch, hipModel().memory);
  };
  return model.enqueue(stream, "hipModuleLaunchKernel", {outcome, pass, work});
}

HipResult hipEventCreateWithFlags(HipEvent *handle, unsigned flags) {
  return hipModel().createEvent("hipEventCreateWithFlags", handle, flags);
}

HipResult hipEventDestroy(HipEvent handle) {
  return hipModel().destroyEvent("hipEventDestroy", handle);
}

HipResult hipEventRecord(HipEvent handle, HipStream stream) {
  return hipModel().recordEvent("hipEventRecord", handle, stream);
}

HipResult hipEventQuery(HipEvent handle) {
  return hipModel().queryEvent("hipEventQuery", handle);
}

HipResult hipEventElapsedTime(float *milliseconds, HipEvent first, HipEvent second) {
  return hipModel().elapsedTime("hipEventElapsedTime", milliseconds, first, second);
}

} // extern "C"

} // namespace pstudio::hip
