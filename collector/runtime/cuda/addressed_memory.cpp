// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/addressed_memory.h"

#include <algorithm>

#include "collector/runtime/cuda/context_state.h"
#include "core/base/number_text.h"

namespace pstudio::cuda {
namespace {

void *pointerOf(uint64_t address) {
  return reinterpret_cast<void *>(address);
}

} // namespace

AddressedMemory::AddressedMemory(const Context &context) : m_context(context.state()) {}

AddressedMemory::~AddressedMemory() {
  for (const auto &[address, isOurs] : m_registered)
    if (isOurs)
      m_context->release(m_context->api().cuMemHostUnregister, pointerOf(address));
  for (const uint64_t address : m_allocated)
    m_context->release(m_context->api().cuMemFree_v2, CuDevicePointer(address));
}

Result<uint64_t> AddressedMemory::allocate(uint64_t bytes, bool isManaged) {
  const std::string doing = "allocating " + sizeText(bytes) + " for the program";
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(doing));
  const DriverApi &api = m_context->api();
  const auto atLeastOne = static_cast<size_t>(std::max<uint64_t>(bytes, 1));
  CuDevicePointer address = 0;
  if (isManaged)
    PSTUDIO_TRY(m_context->call(doing, api.cuMemAllocManaged, &address, atLeastOne,
                                unsigned{kCuMemAttachGlobal}));
  else
    PSTUDIO_TRY(m_context->call(doing, api.cuMemAlloc_v2, &address, atLeastOne));
  m_allocated.insert(address);
  return address;
}

Result<void> AddressedMemory::release(uint64_t address) {
  constexpr std::string_view kDoing = "freeing memory of the program";
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(kDoing));
  if (m_allocated.erase(address) == 0)
    return fail(ErrorCode::RunFailed, std::string(kDoing) + ": it was not allocated");
  return m_context->call(kDoing, m_context->api().cuMemFree_v2, CuDevicePointer(address));
}

Result<void> AddressedMemory::registerHost(uint64_t address, uint64_t bytes) {
  const std::string doing = "registering " + sizeText(bytes) + " of the host's memory";
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(doing));
  const auto &function = m_context->api().cuMemHostRegister_v2;
  const CuResult result =
      function(pointerOf(address), static_cast<size_t>(bytes), kCuHostRegisterDeviceMap);
  if (result != CuResult::Success && result != CuResult::HostMemoryAlreadyRegistered)
    return tl::unexpected<Error>(m_context->judge(result, function.name, doing));
  m_registered[address] = result == CuResult::Success;
  return {};
}

Result<void> AddressedMemory::unregisterHost(uint64_t address) {
  constexpr std::string_view kDoing = "unregistering memory of the host";
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(kDoing));
  const auto found = m_registered.find(address);
  if (found == m_registered.end())
    return fail(ErrorCode::RunFailed, std::string(kDoing) + ": it was not registered");
  const bool isOurs = found->second;
  m_registered.erase(found);
  return isOurs ? m_context->call(kDoing, m_context->api().cuMemHostUnregister, pointerOf(address))
                : Result<void>();
}

Result<void> AddressedMemory::copy(gpu::Stream &stream, uint64_t to, uint64_t from,
                                   uint64_t bytes) {
  constexpr std::string_view kCopying = "copying memory of the program";
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(kCopying));
  if (bytes == 0)
    return {};
  return stream.queue(kCopying, m_context->api().cuMemcpyAsync, to, from, size_t(bytes),
                      stream.handle());
}

Result<void> AddressedMemory::fill(gpu::Stream &stream, uint64_t to, uint32_t value,
                                   uint32_t elementBytes, uint64_t count) {
  constexpr std::string_view kFilling = "filling memory of the program";
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, m_context->enter(kFilling));
  if (count == 0)
    return {};
  const DriverApi &api = m_context->api();
  const auto fillBy = [&](const auto &function, auto element) {
    return stream.queue(kFilling, function, to, element, size_t(count), stream.handle());
  };
  if (elementBytes == 4)
    return fillBy(api.cuMemsetD32Async, unsigned{value});
  if (elementBytes == 2)
    return fillBy(api.cuMemsetD16Async, static_cast<unsigned short>(value));
  return fillBy(api.cuMemsetD8Async, static_cast<unsigned char>(value));
}

} // namespace pstudio::cuda
