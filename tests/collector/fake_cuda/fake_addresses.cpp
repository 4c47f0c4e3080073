// SPDX-License-Identifier: Apache-2.0
// The exported functions of the fake CUDA driver for memory by address, on the device or the host.
#include <cstring>

#include "tests/collector/fake_cuda/fake_exports.h"
#include "tests/collector/fake_cuda/fake_model.h"

namespace pstudio::cuda {

using namespace pstudio::test;

namespace {

/// Records an offence if the range begins in an allocation of the device and exceeds it.
void checkRange(CuDevicePointer address, size_t size, const char *call) {
  auto next = model().memory.upper_bound(address);
  if (next == model().memory.begin())
    return;
  const auto &[begin, bytes] = *std::prev(next);
  if (address - begin < bytes.size() && size > bytes.size() - (address - begin))
    model().offend(std::string(call) + " out of bounds");
}

template <class Element>
CuResult fill(CuDevicePointer to, Element value, size_t count, CuStream stream, const char *call) {
  return model().enqueue(stream, call,
                         {FakeOutcome::Completes, [=] {
                            checkRange(to, count * sizeof value, call);
                            for (size_t i = 0; i < count; ++i)
                              std::memcpy(reinterpret_cast<std::byte *>(to) + i * sizeof value,
                                          &value, sizeof value);
                          }});
}

} // namespace

extern "C" {

CuResult cuMemAllocManaged(CuDevicePointer *address, size_t size, unsigned flags) {
  FAKE_BEGIN("cuMemAllocManaged");
  if (flags != kCuMemAttachGlobal)
    model().offend("cuMemAllocManaged with other flags");
  std::vector<std::byte> bytes(size, std::byte{0xcd});
  *address = reinterpret_cast<uintptr_t>(bytes.data());
  model().memory.emplace(*address, std::move(bytes));
  ++model().script.live["memory"];
  return CuResult::Success;
}

CuResult cuMemHostRegister_v2(void *memory, size_t size, unsigned) {
  FAKE_BEGIN("cuMemHostRegister_v2");
  if (size == 0)
    return CuResult::InvalidValue;
  constexpr uintptr_t kPage = 4096;
  const auto page = [](const void *at) { return reinterpret_cast<uintptr_t>(at) / kPage; };
  for (const auto &[begin, bytes] : model().registered) // a page is registered only once
    if (page(begin) <= page(static_cast<std::byte *>(memory) + size - 1) &&
        page(memory) <= page(static_cast<std::byte *>(begin) + bytes - 1))
      return CuResult::HostMemoryAlreadyRegistered;
  model().registered[memory] = size;
  ++model().script.live["registered"];
  return CuResult::Success;
}

CuResult cuMemHostUnregister(void *memory) {
  FAKE_BEGIN("cuMemHostUnregister");
  model().drain(*model().current(), "cuMemHostUnregister");
  if (model().registered.erase(memory) != 1)
    model().offend("cuMemHostUnregister of memory that was not registered");
  --model().script.live["registered"];
  return CuResult::Success;
}

CuResult cuMemcpyAsync(CuDevicePointer to, CuDevicePointer from, size_t size, CuStream stream) {
  FAKE_BEGIN("cuMemcpyAsync");
  return model().enqueue(stream, "cuMemcpyAsync",
                         {FakeOutcome::Completes, [=] {
                            checkRange(to, size, "cuMemcpyAsync");
                            checkRange(from, size, "cuMemcpyAsync");
                            std::memmove(reinterpret_cast<void *>(to),
                                         reinterpret_cast<const void *>(from), size);
                          }});
}

CuResult cuMemsetD16Async(CuDevicePointer to, unsigned short value, size_t count, CuStream stream) {
  FAKE_BEGIN("cuMemsetD16Async");
  return fill(to, value, count, stream, "cuMemsetD16Async");
}

CuResult cuMemsetD32Async(CuDevicePointer to, unsigned value, size_t count, CuStream stream) {
  FAKE_BEGIN("cuMemsetD32Async");
  return fill(to, value, count, stream, "cuMemsetD32Async");
}

} // extern "C"

} // namespace pstudio::cuda
